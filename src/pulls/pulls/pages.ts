// The list of a repository's pull requests, and each with its conversation and its commits.
import { anyone } from '../../access/index.ts'
import { commitRows } from '../../code/index.ts'
import { log } from '../../git/index.ts'
import { listSheet, listWays } from '../../issues/index.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { raw } from '../../kernel/route.ts'
import { Bool, Optional, Str } from '../../kernel/schema.ts'
import { gitDir, theRepo } from '../../repos/index.ts'
import { empty, html, page, pageNumber, pager, redirect, type PageCx } from '../../web/index.ts'
import * as contents from '../changes/contents.ts'
import { pullAct } from '../ground/acts.ts'
import { pullOf, readers } from '../ground/at.ts'
import { openPull } from '../ground/opened.ts'
import { pullSheet } from './frame.ts'
import { signsView } from './rows.ts'
import type { PullRequestRecord } from './schema.ts'
import { signs } from './signs.ts'
import { talkSheet } from './talk.ts'

const list = page({
  id: 'pullsPage', at: '/:owner/:repo/pulls', says: 'Pull requests of a repository', needs: anyone,
  async run(page) {
    const repo = await theRepo(page)
    const w = page.w.pulls
    const create = !repo.archived && !repo.empty && html`<a class="button strong" href="${repo.html_url}/compare" data-keys="c">${w.new}</a>`
    const { repo: row } = await readers.open(page.rq)
    return listSheet(page, repo, w.title, {
      pulls: true, buttons: listWays(page, repo, create), none: empty('pull', w.none, html`<p>${w.noneMore}</p>${create}`),
      extra: async (items) => {
        const known = await signs(page.cx, row, items.map((one) => one.id))
        return (issue) => signsView(page, issue, known.get(issue.id))
      },
    })
  },
})

const show = page({
  id: 'pullPage', at: '/:owner/:repo/pulls/:index', says: 'A pull request with its conversation', needs: anyone,
  async run(page) {
    const asText = /^(\d+)\.(diff|patch)$/.exec(page.params.index)
    if (asText) return text(page, Number(asText[1]), asText[2])
    const on = await openPull(page)
    return talkSheet(page, on)
  },
})

async function text(page: PageCx, index: number, kind: string) {
  const found = await pullOf({ cx: page.cx, ...(await readers.open(page.rq)), params: { index } })
  return raw(await contents.text(page.cx, found, kind, page.query.binary === 'true'), { 'content-type': 'text/plain;charset=utf-8', 'x-content-type-options': 'nosniff' })
}

const PAGE = 50

const commits = page({
  id: 'pullCommits', at: '/:owner/:repo/pulls/:index/commits', says: 'The commits of a pull request', needs: anyone,
  async run(page) {
    const on = await openPull(page)
    const { repo, pull } = on.row
    if (on.lost) return pullSheet(page, on, 'commits', { body: empty('commit', page.w.pulls.lost) })
    const at = pageNumber(page)
    const oids = await log.list(page.cx.git, gitDir(page.cx, repo), { from: pull.head_sha, not: [pull.merge_base], skip: (at - 1) * PAGE, limit: PAGE })
    return pullSheet(page, on, 'commits', { islands: ['code'], body: html`${await commitRows(page, repo, on.repo.html_url, oids, { none: page.w.pulls.noCommits })}${pager(page, { total: on.commits, page: at, limit: PAGE })}` })
  },
})

/** Bookmarks of one commit of a pull request. */
const commit = page({
  id: 'pullCommit', at: '/:owner/:repo/pulls/:index/commits/:sha', says: 'A commit of a pull request', needs: anyone,
  async run(page) {
    const on = await openPull(page)
    if (!/^[0-9a-f]{7,64}$/.test(page.params.sha)) throw notFound()
    return redirect(`${on.repo.html_url}/commit/${page.params.sha}`)
  },
})

/** Bookmarks of a part of its changes: `<id>` or `<id>..<id>`. */
const part = page({
  id: 'pullPart', at: '/:owner/:repo/pulls/:index/files/:range', says: 'A part of what a pull request changes', needs: anyone,
  async run(page) {
    const on = await openPull(page)
    const [, from, to] = /^([0-9a-f]{7,64})(?:\.\.([0-9a-f]{7,64}))?$/.exec(page.params.range) ?? []
    if (!from) throw notFound()
    return redirect(to ? `${on.repo.html_url}/compare/${from}..${to}` : `${on.repo.html_url}/commit/${from}`)
  },
})

const retarget = pullAct('retargetPull', 'base', 'Merge into another branch', { base: Str }, async ({ ask, given, w }, at) => {
  await ask('editReposPullsByIndex', at, { base: given.base })
  return w.pulls.retargeted(given.base)
})

const MARK = /^\s*(wip:|\[wip\])\s*/i

const draft = pullAct('draftPull', 'draft', 'Say that the work goes on, or that it is ready', { draft: Optional(Bool) }, async ({ ask, given, w }, at) => {
  const { title } = await ask<PullRequestRecord>('getReposPullsByIndex', at)
  let next = title
  while (MARK.test(next)) next = next.replace(MARK, '')
  if (next === '') throw invalid(w.issues.form.titleNeeded)
  await ask('editReposPullsByIndex', at, { title: given.draft ? `WIP: ${next}` : next })
})

const maintainers = pullAct('letMaintainers', 'maintainers', 'Let maintainers write to the head branch', { allow: Optional(Bool) }, async ({ ask, given }, at) => {
  await ask('editReposPullsByIndex', at, { allow_maintainer_edit: given.allow ?? false })
})

export const pages = [list, show, commits, commit, part, retarget, draft, maintainers].flat()
