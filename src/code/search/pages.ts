// Looking for a text in the files of a branch, and in those of all repositories.
import { gates, scope, signedIn } from '../../access/index.ts'
import { gitDir, repoSheet, theRepo } from '../../repos/index.ts'
import { hidden, html, page, pageNumber, pathOf, selectField, tabs, textField } from '../../web/index.ts'
import { to, type Place } from '../browsing/place.ts'
import { byKind, find } from '../content/at.ts'
import { seesCode } from '../ground/gates.ts'
import { members, resultList, searchForm, tried, type Found } from './results.ts'

const inRepo = page({
  id: 'searchCode', at: '/:owner/:repo/search', says: 'Look for a text in the files of a repository', needs: seesCode,
  async run(page) {
    const { cx, repo, query, w, ask } = page
    const record = await theRepo(page)
    const t = w.code.search
    const at = record.empty ? undefined : query.ref ? await find(cx, repo, query.ref) : await byKind(cx, repo, 'branch', record.default_branch)
    const place: Place | undefined = at && { record, row: repo, dir: gitDir(cx, repo), at, path: '' }
    const names = { owner: repo.owner.name, repo: repo.name }
    const [found, languages] = await Promise.all([
      query.q?.trim() ? (place ? tried(ask<Found>('listReposSearchCode', { ...names, ...members(page), ref: query.ref || undefined, page: pageNumber(page) })) : NOTHING) : undefined,
      place ? ask<Record<string, number>>('getReposLanguages', names) : {},
    ])
    const fields = html`${selectField('language', t.language, [['', t.anyLanguage], ...Object.keys(languages)], query.language)}${query.ref && hidden('ref', query.ref)}`
    return repoSheet(page, record, 'code', {
      title: t.title,
      body: html`<h2 class="unseen">${t.title}</h2>${searchForm(page, `${record.html_url}/search`, fields)}${resultList(page, found, { address: (one) => to(place!, 'src', one.path) })}`,
    })
  },
})

const NOTHING: Found = { total_count: 0, incomplete_results: false, items: [] }

const everywhere = page({
  id: 'searchAllCode', at: '/-/search/code', says: 'Look for a text in the code of all repositories', needs: gates(scope('repository'), signedIn),
  async run(page) {
    const { query, w, ask, root } = page
    const t = w.code.search
    const found = query.q?.trim() ? await tried(ask<Found>('listSearchCode', { ...members(page), owner: query.owner || undefined, repo: query.repo || undefined, page: pageNumber(page) })) : undefined
    const fields = html`${textField('repo', t.repo, query.repo, { placeholder: t.repoHint, maxlength: 200 })}${textField('language', t.language, query.language, { placeholder: t.language, maxlength: 50 })}${query.owner && hidden('owner', query.owner)}`
    const words = query.q ? `?q=${encodeURIComponent(query.q)}` : ''
    return {
      title: t.title,
      body: html`<h1>${w.home.search.title}</h1>${tabs(w.home.search.title, [{ to: `${root}/-/search${words}`, words: w.home.search.everything }, { to: `${root}/-/search/code${words}`, words: w.home.search.code, current: true }])}
        ${searchForm(page, `${root}/-/search/code`, fields)}${resultList(page, found, { address: (one) => `${one.repository.html_url}/src/branch/${pathOf(one.repository.default_branch)}/${pathOf(one.path)}`, repos: true })}`,
    }
  },
})

export const pages = [inRepo, everywhere].flat()
