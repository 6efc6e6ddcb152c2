// History, and single commits.
import { diff as gitDiff, notes, objects } from '../../git/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { raw } from '../../kernel/route.ts'
import { gitDir, repoSheet, theRepo } from '../../repos/index.ts'
import { ago, badge, empty, html, icon, menu, menuLink, page, pageNumber, pager, pathOf, redirect, type Content, type Html, type PageCx } from '../../web/index.ts'
import { crumbs, kinds, placeOf, refMenu, shortSha, to, type Seen } from '../browsing/place.ts'
import { diffView } from '../diffs/diff-view.ts'
import { diffHeaders, diffWishes } from '../diffs/style.ts'
import * as diffs from '../diffs/verbs.ts'
import { seesCode } from '../ground/gates.ts'
import { pickAt } from '../picks/pages.ts'
import { statesOf } from '../statuses/verbs.ts'
import { author, commitRows, committer, restOf, signature, stateDot, titleOf } from './rows.ts'
import * as commits from './verbs.ts'
import * as view from './view.ts'

const PAGE = 30

const history = kinds.flatMap((kind) => page({
  id: `commits${kind[0].toUpperCase()}${kind.slice(1)}`, at: `/:owner/:repo/commits/${kind}/:rest*`, says: 'The history of a branch, or of a file in it', needs: seesCode,
  async run(page) {
    const place = await placeOf(page, kind, page.params.rest)
    const { cx, query, w } = page
    const at = pageNumber(page)
    const wanted = query.q?.trim() ?? ''
    const { steps, total } = wanted === ''
      ? await commits.pageOf(cx, place.row, place.at.commit, place.path, at, PAGE)
      : await commits.search(cx, place.row, place.at.commit, place.path, wanted, at, PAGE)
    const [switcher, list] = await Promise.all([refMenu(page, place, 'commits'), commitRows(page, place.row, place.record.html_url, steps.map((one) => one.oid), { steps, none: wanted ? w.code.history.noneFound : undefined })])
    return repoSheet(page, place.record, 'code', {
      title: `${w.code.history.title} · ${place.path || place.at.name}`, islands: ['code'], feed: kind === 'branch' ? `${place.record.html_url}/atom/branch/${pathOf(place.at.name)}` : undefined,
      body: html`<h2 class="unseen">${w.code.history.title}</h2><div class="code-bar"><div class="row grow">${switcher}${crumbs(page, place, 'commits')}</div>
        <div class="row">${place.path !== '' && html`<a class="button" href="${to(place, 'src')}">${icon('file')}${w.code.history.browse}</a>`}<a class="button" href="${place.record.html_url}/graph">${icon('branch')}${w.code.history.graph}</a></div></div>
        <form class="filter" action="${to(place, 'commits')}" role="search" aria-label="${w.code.history.find}"><input type="search" name="q" value="${wanted}" placeholder="${w.code.history.find}" aria-label="${w.code.history.find}"><button class="button">${w.site.search}</button></form>
        ${list}${pager(page, { total, page: at, limit: PAGE })}`,
    })
  },
}))

const commitsHome = page({
  id: 'commitsHome', at: '/:owner/:repo/commits', says: 'The history of the default branch', needs: seesCode,
  async run(page) {
    const record = await theRepo(page)
    return redirect(record.empty ? record.html_url : `${record.html_url}/commits/branch/${pathOf(record.default_branch)}`)
  },
})

/** `/commit/<id>`, and with .diff or .patch behind it as text. */
const single = page({
  id: 'commitPage', at: '/:owner/:repo/commit/:sha', says: 'A commit', needs: seesCode,
  async run(page) {
    const [, id, kind] = /^([0-9a-f]{4,64})(?:\.(diff|patch))?$/.exec(page.params.sha) ?? []
    const oid = id && (await commits.find(page.cx, page.repo, id))
    if (!oid) throw notFound()
    return kind ? text(page, oid, kind as 'diff' | 'patch') : shown(page, oid)
  },
})

async function text({ cx, repo }: PageCx & Seen, oid: string, kind: 'diff' | 'patch') {
  const dir = gitDir(cx, repo)
  const parent = (await objects.commit(cx.git, dir, oid)).parents[0] ?? null
  return raw(kind === 'diff' ? await gitDiff.patch(cx.git, dir, parent, oid) : await gitDiff.formatPatch(cx.git, dir, parent, oid), { 'content-type': 'text/plain;charset=utf-8', 'x-content-type-options': 'nosniff' })
}

async function shown(page: PageCx & Seen, oid: string) {
  const { cx, repo: row } = page
  const dir = gitDir(cx, row)
  const { parents } = await objects.commit(cx.git, dir, oid)
  const [record, one, states, where, note, found, pull] = await Promise.all([
    theRepo(page), view.one(cx, row, oid, { stat: false, files: false }), statesOf(cx, row, [oid]), commits.containing(cx, row, oid), notes.of(cx.git, dir, oid),
    diffs.between(cx, dir, parents[0] ?? null, oid, diffWishes(page)), page.ask.maybe<{ number: number; html_url: string; title: string }>('getReposCommitsPullBySha', { owner: page.params.owner, repo: page.params.repo, sha: oid }),
  ])
  const w = page.w.code.commit
  const home = record.html_url
  const message = one.commit!.message
  const rest = restOf(message)
  const ref = (kind: 'branch' | 'tag', name: string) => html`<a class="badge quiet" href="${home}/src/${kind}/${pathOf(name)}">${icon(kind)}<bdi>${name}</bdi></a>`
  return repoSheet(page, record, 'code', {
    title: `${titleOf(message)} · ${shortSha(oid)}`, wide: true, islands: ['diff'], headers: diffHeaders(page),
    body: html`<section class="box commit-head"><div class="pad"><div class="row between top"><h2 class="grow"><bdi>${titleOf(message) || w.noMessage}</bdi></h2>
        <div class="row"><a class="button small" href="${home}/src/commit/${oid}">${icon('code')}${w.browse}</a><a class="button small" href="${home}/commit/${oid}.patch">.patch</a><a class="button small" href="${home}/commit/${oid}.diff">.diff</a>${record.permissions?.push && !record.archived && !record.mirror && more(page, home, oid, where.branches, record.default_branch)}</div></div>
      ${rest && html`<pre class="commit-text">${rest}</pre>`}
      <div class="row commit-where">${where.branches.map((name) => ref('branch', name))}${where.tags.map((name) => ref('tag', name))}${where.more && html`<span class="soft">${w.moreRefs}</span>`}${pull && html`<a class="badge info" href="${pull.html_url}">${icon('pull')}<bdi>${pull.title}</bdi> #${pull.number}</a>`}</div></div>
      <footer class="box-foot row between"><div class="meta">${author(page, one, 24)}${committer(page, one)}<span>${ago(page, one.commit!.committer!.date)}</span>${signature(page, one)}${stateDot(page, states.get(oid))}</div>
        <div class="meta">${parentLinks(page, home, parents)}<span>${w.commit} <code>${oid}</code></span><button type="button" class="button icon small" data-copy="${oid}" aria-label="${w.copySha}" title="${w.copySha}">${icon('copy')}</button></div></footer></section>
      ${note && html`<section class="box"><header class="box-head">${icon('comment')}<h2>${w.note}</h2></header><pre class="plain pad">${note}</pre></section>`}
      ${parents.length > 1 && html`<p class="notice info">${w.merge(parents.length)}</p>`}
      ${found.files.length === 0 && parents.length > 1 ? empty('diff', w.emptyMerge) : diffView(page, found, { home })}`,
  })
}

/** What can be done with it, on the branch that is most likely meant. */
function more(page: PageCx, home: string, oid: string, branches: readonly string[], usual: string): Html {
  const w = page.w.code.pick
  const its = branches.includes(usual) ? usual : (branches[0] ?? usual)
  return menu(icon('dots'), w.more, [menuLink(pickAt(home, 'revert', oid, its), w.menu.revert, 'reply'), menuLink(pickAt(home, 'pick', oid, usual), w.menu.pick, 'commit')], { kind: 'icon small' })
}

const parentLinks = (page: PageCx, home: string, parents: string[]): Content => {
  const w = page.w.code.commit
  return parents.length === 0 ? html`<span>${badge(w.root)}</span>` : html`<span>${w.parents(parents.length)} ${parents.map((one) => html`<a class="mono" href="${home}/commit/${one}">${shortSha(one)}</a> `)}</span>`
}

export const pages = [history, commitsHome, single].flat()
