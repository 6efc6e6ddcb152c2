// The list of a repository's issues, and changing several of them (or of its pull requests) at once.
import { anyone } from '../../access/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import { input, Int, Optional, Str, Type } from '../../kernel/schema.ts'
import { theRepo } from '../../repos/index.ts'
import { homeward } from '../../users/index.ts'
import { action, empty, html, icon, page, redirect, webLink, titled, type PageCx } from '../../web/index.ts'
import { stateMark } from '../issues/marks.ts'
import type { IssueRecord } from '../issues/schema.ts'
import { listSheet } from './list.ts'
import { NOBODY } from './verbs.ts'

/** Beside the search of issues and of pull requests. */
export const listWays = (page: PageCx, repo: { html_url: string }, more?: ReturnType<typeof html> | false | null) =>
  html`<span class="group"><a class="button" href="${repo.html_url}/labels">${icon('label')}${page.w.issues.labels}</a><a class="button" href="${repo.html_url}/milestones">${icon('flag')}${page.w.issues.milestones}</a></span>${more}`

const list = page({
  id: 'issuesPage', at: '/:owner/:repo/issues', says: 'Issues of a repository', needs: anyone,
  async run(page) {
    const { w, params, query } = page
    const repo = await theRepo(page)
    const elsewhere = webLink(repo.external_tracker?.external_tracker_url)
    if (elsewhere) return redirect(elsewhere)
    const create = !repo.archived && html`<a class="button strong" href="${repo.html_url}/issues/new" data-keys="c">${w.issues.new}</a>`
    const pinned = query.page || query.q ? [] : ((await page.ask.maybe<IssueRecord[]>('listReposIssuesPinned', { owner: params.owner, repo: params.repo })) ?? [])
    return listSheet(page, repo, w.issues.title, {
      buttons: listWays(page, repo, create),
      top: pinned.length > 0 && html`<section class="pins" aria-label="${w.issues.pinned}">${pinned.map((one) => html`<a class="pin" href="${one.html_url}">${icon('pin')}<span class="grow"><b>${titled(one.title)}</b><span class="meta">${stateMark(page, one)} #${one.number} · ${w.site.comments(one.comments)}</span></span></a>`)}</section>`,
      none: empty('issue', w.issues.none.issues, html`<p>${w.issues.none.issuesMore}</p>${create}`),
    })
  },
})

const MOST = 50

const bulk = action({
  id: 'changeIssues', at: '/:owner/:repo/issues/bulk', says: 'Change several issues or pull requests at once', needs: anyone,
  fields: input('ChangeIssuesForm', { numbers: Optional(Type.Array(Int)), do: Optional(Str), label: Optional(Int), milestone: Optional(Str), assignee: Optional(Str), back: Optional(Str) }),
  async run(page) {
    const { given, w, params } = page
    const numbers = [...new Set(given.numbers)].slice(0, MOST)
    const to = homeward(page.root, given.back ?? `/${params.owner}/${params.repo}/issues`)
    const change = changeOf(page, given)
    if (numbers.length === 0 || !change) return redirect(to, w.issues.bulk.nothing)
    let done = 0
    let why = ''
    for (const index of numbers) {
      try {
        await change({ owner: params.owner, repo: params.repo, index })
        done++
      } catch (error) {
        if (!(error instanceof Refusal) || error.status < 400 || !page.viewer) throw error
        if (done === 0 && error.kind === 'forbidden') throw error
        why ||= error.message
      }
    }
    return redirect(to, done === numbers.length ? w.issues.bulk.done(done) : w.issues.bulk.some(done, numbers.length, why))
  },
})

type Place = { owner: string; repo: string; index: number }

function changeOf({ ask }: PageCx, given: { do?: string; label?: number; milestone?: string; assignee?: string }): ((at: Place) => Promise<unknown>) | undefined {
  const edit = (body: object) => (at: Place) => ask('editReposIssuesByIndex', at, body)
  switch (given.do) {
    case 'close': return edit({ state: 'closed' })
    case 'reopen': return edit({ state: 'open' })
    case 'label': return given.label ? (at) => ask('createReposIssuesLabelsByIndex', at, { labels: [given.label] }) : undefined
    case 'unlabel': return given.label ? (at) => ask('deleteReposIssuesLabelsById', { ...at, id: given.label }) : undefined
    case 'milestone': return /^\d{1,15}$/.test(given.milestone ?? '') ? edit({ milestone: Number(given.milestone) }) : undefined
    case 'assign': return given.assignee === NOBODY ? edit({ assignees: [] }) : given.assignee ? (at) => ask('createReposIssuesAssigneesByIndex', at, { assignees: [given.assignee] }) : undefined
    default: return undefined
  }
}

export const pages = [list, bulk].flat()
