// What one branch has that another has not, also across forks.
import { log, refs } from '../../git/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import { raw } from '../../kernel/route.ts'
import { gitDir, repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { empty, html, icon, menuLink, notice, page, pathOf, redirect, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { Seen } from '../browsing/place.ts'
import { commitRows } from '../commits/rows.ts'
import { diffView } from '../diffs/diff-view.ts'
import { diffHeaders, diffWishes } from '../diffs/style.ts'
import * as diffs from '../diffs/verbs.ts'
import { seesCode } from '../ground/gates.ts'
import { compareSlots } from '../ground/slots.ts'
import { comparedAt, sideOf, upstreamOf } from './places.ts'
import * as comparison from './verbs.ts'

const SHOWN = 100

const start = page({
  id: 'compareStart', at: '/:owner/:repo/compare', says: 'Choose what to compare', needs: seesCode,
  async run(page) {
    const record = await theRepo(page)
    if (record.empty) return redirect(record.html_url)
    return redirect(comparedAt(record, record.default_branch))
  },
})

const compare = page({
  id: 'comparePage', at: '/:owner/:repo/compare/:basehead*', says: 'Compare two branches, tags or commits', needs: seesCode,
  async run(page) {
    const asText = /^(.+)\.(diff|patch)$/.exec(page.params.basehead)
    const text = asText && (await sidesOf(page, asText[1]).catch(() => undefined))
    if (text) return raw(await comparison.textOf(page.cx, text, asText[2] as 'diff' | 'patch'), { 'content-type': 'text/plain;charset=utf-8', 'x-content-type-options': 'nosniff' })
    const record = await theRepo(page)
    const alone = !page.params.basehead.includes('..') && upstreamOf(record) && (await refs.read(gitDir(page.cx, page.repo), `refs/heads/${page.params.basehead}`)) !== null
    if (alone) return redirect(comparedAt(record, page.params.basehead))
    const [base, dots, head] = named(page.params.basehead, record)
    const found = await sidesOf(page, page.params.basehead).catch((error) => {
      if (error instanceof Refusal && (error.kind === 'notFound' || error.kind === 'bad')) return undefined
      throw error
    })
    const w = page.w.code.compare
    const choose = await pickers(page, record, base, dots, head)
    const heading = html`<h2>${w.title}</h2><p class="soft">${w.lede}</p>${choose}`
    if (!found) return repoSheet(page, record, 'code', { title: w.title, status: 404, wide: true, islands: ['code'], body: html`${heading}${notice('warn', w.missing)}` })
    return repoSheet(page, record, 'code', { title: `${base}${dots}${head}`, wide: true, islands: ['code', 'diff'], headers: diffHeaders(page), body: html`${heading}${await difference(page, record, found, base, head)}` })
  },
})

const sidesOf = (page: PageCx & Seen, asked: string) => comparison.between(page.cx, page.repo, page.actor, asked)

function named(asked: string, record: RepositoryRecord): [base: string, dots: string, head: string] {
  const [, left = '', dots = '...', right = ''] = /^(.*?)(\.\.\.?)(.*)$/.exec(asked) ?? ['', '', '...', asked]
  return [left || record.default_branch, dots, right || record.default_branch]
}

async function difference(page: PageCx & Seen, record: RepositoryRecord, found: comparison.Comparison, base: string, head: string): Promise<Content> {
  const { cx, repo: row } = page
  const w = page.w.code.compare
  const dir = gitDir(cx, row)
  const oids = await comparison.oidsOf(cx, found)
  if (found.base === found.head) return empty('diff', w.same, w.sameHow)
  const from = found.merge ? ((await log.mergeBase(cx.git, dir, found.base, found.head)) ?? found.base) : found.base
  const compared = { record, row, base, head, baseCommit: found.base, headCommit: found.head, commits: oids.length }
  const [slots, list, changes] = await Promise.all([
    Promise.all(compareSlots.map((slot) => slot(page, compared))), commitRows(page, row, record.html_url, oids.slice(0, SHOWN), { none: w.noCommits }), diffs.between(cx, dir, from, found.head, diffWishes(page)),
  ])
  if (oids.length === 0 && changes.total === 0) return empty('check-circle', w.contained(head, base), w.sameHow)
  return html`${slots}<details class="compare-commits" open><summary><b>${page.w.code.folder.commits(oids.length)}</b></summary>${list}${oids.length > SHOWN && html`<p class="soft">${w.moreCommits(oids.length - SHOWN)}</p>`}</details>${diffView(page, changes, { home: record.html_url })}`
}

interface Fork {
  full_name: string
  html_url: string
  default_branch: string
  owner: { login: string }
  name: string
}

async function pickers(page: PageCx & Seen, record: RepositoryRecord, base: string, dots: string, head: string): Promise<Html> {
  const { cx, repo: row, ask, params, w } = page
  const own = await refs.list(cx.git, gitDir(cx, row), row.refs_version)
  const parent = record.parent as RepositoryRecord | null | undefined
  const forks = (await ask.maybe<Fork[]>('listReposForks', { owner: params.owner, repo: params.repo, limit: 50 })) ?? []
  const colon = head.indexOf(':')
  const of = colon < 0 ? '' : head.slice(0, colon)
  const other = of ? [...forks, ...(parent ? [parent as unknown as Fork] : [])].find((one) => one.owner.login.toLowerCase() === of.split('/')[0].toLowerCase()) : undefined
  const foreign = other ? ((await ask.maybe<{ name: string }[] | null>('listReposBranches', { owner: other.owner.login, repo: other.name, limit: 50 })) ?? []) : []
  const at = (left: string, right: string) => `${record.html_url}/compare/${pathOf(left)}${dots}${right.split('/').map((one) => encodeURIComponent(one).replaceAll('%3A', ':')).join('/')}`
  const names = [...own.heads.keys()].sort((a, b) => Number(b === record.default_branch) - Number(a === record.default_branch) || (a < b ? -1 : 1)).slice(0, 200)
  const tags = [...own.tags.keys()].sort().reverse().slice(0, 50)
  const group = (words: string, drawing: 'branch' | 'tag' | 'fork' | 'repo', list: [string, string, boolean][]) => list.length > 0 && html`<div class="ref-group"><span class="menu-head">${words}</span>${list.map(([to, name, current]) => menuLink(to, html`<bdi>${name}</bdi>`, drawing, current))}</div>`
  const pick = (label: string, face: string, groups: Content) => html`<details class="menu from-start wide-menu"><summary class="button" aria-label="${label}: ${face}"><span class="soft">${label}:</span> <bdi class="ref-name">${face}</bdi>${icon('chevron')}</summary><div class="menu-items"><div class="pad"><input type="search" data-filter=".ref-group a" placeholder="${w.code.refs.find}" aria-label="${w.code.refs.find}"></div><p class="ref-none" role="status" data-none="${w.code.refs.none}" hidden></p>${groups}</div></details>`
  const relatives = [...(parent ? [parent as unknown as Fork] : []), ...forks]
  // the same head, seen from another repository
  const from = other ?? record
  const branch = head.slice(colon + 1)
  const elsewhere = (one: Fork): [string, string, boolean] => [`${one.html_url}/compare/${pathOf(one.default_branch)}${dots}${pathOf(one.full_name === from.full_name ? branch : sideOf(from, branch))}`, one.full_name, false]
  return html`<div class="row compare-sides">${icon('merge')}${pick(w.code.compare.base, relatives.length > 0 ? `${record.full_name}:${base}` : base, [relatives.length > 0 && group(w.code.compare.repositories, 'repo', [[at(base, head), record.full_name, true], ...relatives.map(elsewhere)]), group(w.code.refs.branches, 'branch', names.map((one) => [at(one, head), one, one === base])), group(w.code.refs.tags, 'tag', tags.map((one) => [at(one, head), one, one === base]))])}
    <span aria-hidden="true">←</span>${pick(w.code.compare.head, head, [
      group(w.code.refs.branches, 'branch', other ? foreign.map(({ name }) => [at(base, `${of}:${name}`), `${of}:${name}`, head === `${of}:${name}`]) : names.map((one) => [at(base, one), one, one === head])),
      !other && group(w.code.refs.tags, 'tag', tags.map((one) => [at(base, one), one, one === head])),
      group(w.code.compare.forks, 'fork', [...(other ? [[at(base, record.default_branch), record.full_name, false] as [string, string, boolean]] : []), ...relatives.map((one): [string, string, boolean] => [at(base, `${one.owner.login}/${one.name}:${one.default_branch}`), one.full_name, false])]),
    ])}<a class="button icon" href="${at(head.includes(':') ? base : head, head.includes(':') ? head : base)}" aria-label="${w.code.compare.swap}" title="${w.code.compare.swap}">${icon('refresh')}</a></div>`
}

export const pages = [start, compare].flat()
