// Branches: how far each is from the default one, and what can be done with it.
import { gates, repoWrite, scope, signedIn } from '../../access/index.ts'
import { log } from '../../git/index.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { gitDir, repoAddress, repoAt, repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { action, ago, badge, box, closing, dialog, doButton, empty, form, hidden, html, icon, menu, menuLink, notice, opens, pageNumber, pager, pathOf, post, problem, redirect, rows, selectField, submit, tabs, textField, withQuery, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { Seen } from '../browsing/place.ts'
import { titleOf } from '../commits/rows.ts'
import { comparedAt } from '../comparison/places.ts'
import { repoShown, seesCode } from '../ground/gates.ts'
import type { BranchRecord } from './schema.ts'
import * as branches from './verbs.ts'
import * as view from './view.ts'

const PAGE = 20
/** Without a commit for so long a branch counts as left behind. */
const STALE = 90 * 86_400
const shows = ['all', 'yours', 'active', 'stale'] as const
type Show = (typeof shows)[number]

const writes = gates(scope('repository'), repoShown, signedIn, repoWrite('code'))
const home = (page: PageCx) => repoAddress(page, '/branches')

const list = form({
  id: 'branchesPage', at: '/:owner/:repo/branches', says: 'Branches of a repository', needs: seesCode, fields: input('NewBranchForm', { name: Str, from: Optional(Str) }),
  async show(page) {
    const record = await theRepo(page)
    const w = page.w.code.branches
    const show: Show = shows.find((one) => one === page.query.show && (one !== 'yours' || page.viewer)) ?? 'all'
    if (record.empty) return repoSheet(page, record, 'code', { title: w.title, body: html`<h2 class="unseen">${w.title}</h2>${box(empty('branch', w.none))}` })
    const { found, total, number } = await wanted(page, record, show)
    const writable = record.permissions?.push && !record.archived && !record.mirror
    const body = await lines(page, record, found)
    const was = page.query.was && /^[0-9a-f]{40,64}$/.test(page.query.was) && page.query.deleted ? page.query.was : undefined
    return repoSheet(page, record, 'code', {
      title: w.title, islands: ['code'],
      body: html`<div class="page-head"><h2>${w.title}</h2>${writable && opens('new-branch', [icon('plus'), w.new], 'strong')}</div>${problem(page.problem)}
        ${was && writable && notice('info', html`<div class="row between"><span>${w.deleted(page.query.deleted!)}</span>${doButton(home(page), w.restore, { name: page.query.deleted!, from: was })}</div>`)}
        ${tabs(w.title, shows.filter((one) => one !== 'yours' || page.viewer).map((one) => ({ to: withQuery(page, { show: one, page: undefined, deleted: undefined, was: undefined }), words: w.shows[one], current: one === show })))}
        <form class="filter" action="${home(page)}" role="search" aria-label="${w.find}">${hidden('show', show)}<input type="search" name="q" value="${page.query.q ?? ''}" placeholder="${w.find}" aria-label="${w.find}"><button class="button">${page.w.site.search}</button></form>
        ${box(body)}${pager(page, { total, page: number, limit: PAGE })}
        ${writable && dialog('new-branch', w.new, post(home(page), [textField('name', w.name, page.given.name, { required: true, maxlength: 100 }), selectField('from', w.from, [record.default_branch, ...found.map((one) => one.name).filter((one) => one !== record.default_branch)], page.given.from ?? page.query.from), closing('new-branch', page.w.site.cancel, submit(w.create))]))}`,
    })
  },
  async send(page) {
    await page.ask('createReposBranches', repoAt(page), { new_branch_name: page.given.name.trim(), old_ref_name: page.given.from || undefined })
    return redirect(home(page), page.w.code.branches.created(page.given.name))
  },
})

async function wanted(page: PageCx & Seen, record: RepositoryRecord, show: Show) {
  const { cx, repo, actor, access, query } = page
  const tips = await kept(page, await branches.list(cx, repo, query.q), show)
  const first = tips.filter((one) => one.name === record.default_branch)
  const ordered = [...first, ...tips.filter((one) => one.name !== record.default_branch)]
  const number = pageNumber(page)
  return { found: await view.many(cx, repo, { ...actor, access }, ordered.slice((number - 1) * PAGE, number * PAGE)), total: ordered.length, number }
}

/** Told by the commits alone: a repository may have many branches, and a page shows few. */
async function kept({ cx, repo, ask }: PageCx & Seen, tips: branches.Tip[], show: Show): Promise<branches.Tip[]> {
  if (show === 'all') return tips
  if (show !== 'yours') return branches.sift(cx, repo, tips, ({ author }) => author.date < cx.now() - STALE === (show === 'stale'))
  const mine = new Set((await ask<{ email: string; verified: boolean }[]>('listUserEmails')).filter((one) => one.verified).map((one) => one.email.toLowerCase()))
  return branches.sift(cx, repo, tips, ({ author }) => mine.has(author.email.toLowerCase()))
}

interface PullLine {
  number: number
  html_url: string
  head: { ref: string; repo_id: number }
}

async function lines(page: PageCx & Seen, record: RepositoryRecord, found: BranchRecord[]): Promise<Content> {
  const { cx, repo, w } = page
  const t = w.code.branches
  if (found.length === 0) return empty('branch', t.none)
  const dir = gitDir(cx, repo)
  const base = await branches.get(cx, repo, record.default_branch).catch(() => undefined)
  const [apart, pulls] = await Promise.all([
    Promise.all(found.map((one) => (base && one.name !== base.name ? log.aheadBehind(cx.git, dir, base.oid, one.commit!.id) : undefined))),
    record.has_pull_requests ? page.ask.maybe<PullLine[]>('listReposPulls', { ...repoAt(page), state: 'open', limit: 50 }) : undefined,
  ])
  const pullOf = (name: string) => pulls?.find((one) => one.head.ref === name && one.head.repo_id === repo.id)
  return rows(found.map((one, i) => html`<div class="row between"><div class="grow"><a class="title mono" href="${record.html_url}/src/branch/${pathOf(one.name)}"><bdi>${one.name}</bdi></a>
      <button type="button" class="button icon small" data-copy="${one.name}" aria-label="${t.copy}" title="${t.copy}">${icon('copy')}</button>${one.name === record.default_branch && badge(t.default, 'info')}${one.protected && badge(t.protected, 'quiet', 'shield')}
      <div class="meta"><a class="mono" href="${record.html_url}/commit/${one.commit!.id}">${one.commit!.id.slice(0, 10)}</a><span class="cut">${titleOf(one.commit!.message)}</span><span>${ago(page, one.commit!.timestamp)}</span></div></div>
    ${apart[i] && distance(page, apart[i])}<div class="row branch-does">${pull(page, record, one, pullOf(one.name), apart[i]?.ahead ?? 0)}${does(page, record, one)}</div></div>`))
}

/** Behind to the left, ahead to the right of the middle. */
function distance({ w }: PageCx, { ahead, behind }: { ahead: number; behind: number }): Html {
  const long = (n: number) => Math.min(50, n === 0 ? 0 : 6 + Math.log2(n + 1) * 5)
  return html`<span class="distance" title="${w.code.branches.apart(ahead, behind)}"><span class="unseen">${w.code.branches.apart(ahead, behind)}</span><span aria-hidden="true" class="numbers">${behind}</span><svg width="104" height="8" viewBox="0 0 104 8" aria-hidden="true"><rect class="behind" x="${(51 - long(behind)).toFixed(1)}" y="2" width="${long(behind).toFixed(1)}" height="4" rx="2"/><rect class="middle" x="51.500" y="0" width="1" height="8"/><rect class="ahead" x="53" y="2" width="${long(ahead).toFixed(1)}" height="4" rx="2"/></svg><span aria-hidden="true" class="numbers">${ahead}</span></span>`
}

function pull({ w, viewer }: PageCx, record: RepositoryRecord, one: BranchRecord, open: PullLine | undefined, ahead: number): Content {
  if (open) return html`<a class="badge good" href="${open.html_url}">${icon('pull')}#${open.number}</a>`
  if (one.name === record.default_branch || !record.has_pull_requests) return ''
  const to = comparedAt(record, one.name)
  return html`<a class="button small" href="${to}">${icon('pull')}${ahead > 0 && viewer ? w.code.branches.newPull : w.code.branches.compare}</a>`
}

function does(page: PageCx, record: RepositoryRecord, one: BranchRecord): Content {
  const { w } = page
  const t = w.code.branches
  const writable = record.permissions?.push && !record.archived && !record.mirror
  const id = `rename-${Buffer.from(one.name).toString('hex').slice(0, 40)}`
  return html`${menu(icon('dots'), t.menu(one.name), [
    menuLink(`${record.html_url}/commits/branch/${pathOf(one.name)}`, t.history, 'history'), menuLink(`${record.html_url}/archive/${pathOf(one.name)}.zip`, w.code.clone.zip, 'download'),
    record.permissions?.admin && menuLink(`${record.html_url}/settings/branches${one.protected ? '' : `/edit?for=${encodeURIComponent(one.name)}`}`, one.protected ? w.repoSettings.branches.rules : w.repoSettings.branches.protect, 'shield'),
    writable && (one.name !== record.default_branch || record.permissions?.admin) && html`<button type="button" class="menu-item" popovertarget="${id}">${icon('pencil')}${t.rename}</button>`,
    writable && one.name !== record.default_branch && !one.protected && html`<form method="post" action="${home(page)}/delete" data-confirm="${t.sure(one.name)}">${hidden('name', one.name)}<button class="menu-item tone-bad">${icon('trash')}${t.delete}</button></form>`,
  ])}${writable && dialog(id, t.renameTitle(one.name), post(`${home(page)}/rename`, [hidden('name', one.name), html`<div class="field"><label for="${id}-to">${t.name}</label><input id="${id}-to" name="to" value="${one.name}" required maxlength="100"></div>`, closing(id, page.w.site.cancel, submit(t.rename))]))}`
}

const rename = action({
  id: 'renameBranch', at: '/:owner/:repo/branches/rename', says: 'Rename a branch', needs: writes, fields: input('RenameBranchForm', { name: Str, to: Str }),
  async run(page) {
    const to = page.given.to.trim()
    await page.ask('editReposBranchesByBranch', { ...repoAt(page), branch: page.given.name }, { name: to })
    return redirect(home(page), page.w.code.branches.renamed(page.given.name, to))
  },
})

const remove = action({
  id: 'deleteBranch', at: '/:owner/:repo/branches/delete', says: 'Delete a branch', needs: writes, fields: input('DeleteBranchForm', { name: Str }),
  async run(page) {
    const { oid } = await branches.get(page.cx, page.repo, page.given.name)
    await page.ask('deleteReposBranchesByBranch', { ...repoAt(page), branch: page.given.name })
    return redirect(`${home(page)}?deleted=${encodeURIComponent(page.given.name)}&was=${oid}`)
  },
})

export const pages = [list, rename, remove].flat()
