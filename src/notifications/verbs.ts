import { findAccount, findRepoById, readersOf, unitOf, type Account, type Repo } from '../access/index.ts'
import { issueView, type IssueRow } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Db } from '../kernel/db.ts'
import { bad, forbidden, notFound } from '../kernel/errors.ts'
import { once, type Fact } from '../kernel/outbox.ts'
import { parseTime } from '../kernel/times.ts'
import { repoStore } from '../repos/index.ts'
import * as store from './store.ts'
import type { NotificationRow, Status } from './tables.ts'

const statuses: readonly string[] = ['unread', 'read', 'pinned']
const sources: readonly string[] = ['issue', 'pull', 'commit', 'repository']

/** Known words of a repeated parameter; only unknown ones mean no filter at all. */
function words<W extends string>(given: readonly string[], known: readonly string[], otherwise?: W[]): W[] | undefined {
  if (given.length === 0) return otherwise
  const found = given.map((one) => one.toLowerCase()).filter((one) => known.includes(one)) as W[]
  return found.length > 0 ? found : undefined
}

export interface Filter {
  all?: boolean
  'status-types'?: string[]
  'subject-type'?: string[]
}

/** Which threads a query means; `otherwise` is what it means when it does not say. */
export const choiceOf = (accountId: number, repoId: number | undefined, query: Filter, otherwise: Status[]): store.Choice => ({
  accountId,
  repoId,
  statuses: query.all ? undefined : words<Status>(query['status-types'] ?? [], statuses, otherwise),
  sources: words<NotificationRow['source']>(query['subject-type'] ?? [], sources),
})

const statusOf = (word: string | undefined): Status => words<Status>(word ? [word] : [], statuses)?.[0] ?? 'read'

/** Everything that matches changes; what was there already is given back too. */
export async function mark(cx: Cx, account: Account, repoId: number | undefined, query: Filter & { last_read_at?: string; 'to-status'?: string }): Promise<NotificationRow[]> {
  const until = query.last_read_at ? parseTime(query.last_read_at) : undefined
  if (until === null) throw bad(`cannot read the time ${JSON.stringify(query.last_read_at)}`)
  const status = statusOf(query['to-status'])
  return cx.write(async (tx) => {
    const rows = await store.listAll(tx, { ...choiceOf(account.id, repoId, query, ['unread']), before: until?.unix })
    const others = rows.filter((row) => row.status !== status)
    await store.setStatus(tx, others.map((row) => row.id), status, cx.now())
    return rows.map((row) => (row.status === status ? row : { ...row, status, updated_at: cx.now() }))
  })
}

/** Of its owner; administrators may look, nothing more. */
export async function get(cx: Cx, by: Account, id: number): Promise<NotificationRow> {
  const row = await store.find(cx.db, id)
  if (!row) throw notFound()
  if (row.account_id !== by.id && !by.is_admin) throw forbidden('only your own notifications')
  return row
}

export async function markOne(cx: Cx, by: Account, id: number, word: string | undefined): Promise<NotificationRow> {
  const row = await get(cx, by, id)
  if (row.account_id !== by.id) throw forbidden('only your own notifications')
  const status = statusOf(word)
  await cx.write((tx) => store.setStatus(tx, [id], status, cx.now()))
  return { ...row, status, updated_at: cx.now() }
}

interface About {
  repo: Repo
  issue: IssueRow
  fact: Fact<object>
  /** of the repository */
  watches: { account_id: number; mode: string }[]
}

/** Those who follow, take part in or are charged with an issue. A draft is not yet for everybody who watches the repository. */
async function followers(tx: Db, { issue, watches }: About, { drafts, opening }: Audience): Promise<number[]> {
  const quiet = issue.is_pull && !drafts && issueView.isDraft(issue.title)
  const watchers = quiet ? [] : watches.map((one) => one.account_id)
  if (opening) return watchers
  const chosen = await store.listIssueWatches(tx, issue.id)
  const taking = [...(issue.poster_id === null ? [] : [issue.poster_id]), ...(await store.listTaking(tx, issue.id)), ...(issue.is_pull ? await store.listReviewers(tx, issue.id) : [])]
  const not = new Set(chosen.filter((one) => !one.watching).map((one) => one.account_id))
  return [...chosen.filter((one) => one.watching).map((one) => one.account_id), ...watchers, ...taking].filter((id) => !not.has(id))
}

/** Tells all of them but whoever did it, who ignores the repository, and who may not read it. */
async function tell(tx: Db, { repo, issue, fact, watches }: About, ids: readonly number[]): Promise<void> {
  const ignoring = new Set(watches.filter((one) => one.mode === 'none').map((one) => one.account_id))
  const wanted = ids.filter((id) => id !== fact.data.by_id && !ignoring.has(id))
  const readers = (await readersOf(tx, repo, unitOf(issue.is_pull), wanted)).map((one) => one.id)
  await store.tell(tx, readers, { repo_id: repo.id, issue_id: issue.id, source: issue.is_pull ? 'pull' : 'issue', by_id: fact.data.by_id ?? null, now: fact.at })
}

export interface Audience {
  /** watchers, participants, assignees and reviewers */
  followers: boolean
  /** those named, whom unsubscribing does not help */
  direct?: readonly number[]
  /** whom a text mentions, unless they have blocked its author */
  mentioned?: readonly number[]
  /** nobody could follow it or take part yet; who is charged with it is told of that */
  opening?: boolean
  /** repository watchers hear of drafts too */
  drafts?: boolean
}

/** The threads of everybody an event concerns. */
export async function announce(tx: Db, fact: Fact<object>, issue: IssueRow, to: Audience): Promise<void> {
  const repo = await (fact.data.repo_id === issue.repo_id ? once(fact, 'repo', () => findRepoById(tx, issue.repo_id)) : findRepoById(tx, issue.repo_id))
  if (!repo) return
  const about = { repo, issue, fact, watches: await once(fact, 'watches', () => repoStore.listWatches(tx, repo.id)) }
  const following = to.followers ? await followers(tx, about, to) : []
  const mentioned = to.mentioned ?? []
  const blocking = fact.data.by_id === undefined ? [] : await store.listBlocking(tx, mentioned, fact.data.by_id)
  await tell(tx, about, [...following, ...(to.direct ?? []), ...mentioned.filter((id) => !blocking.includes(id))])
}

/** A repository that waits for its new owner: told to the one, or to those of an organization who may take it. */
export async function askOfRepo(tx: Db, fact: Fact<object>, recipientId: number): Promise<void> {
  const { repo_id, by_id } = fact.data
  const recipient = await findAccount(tx, recipientId)
  if (!recipient || repo_id === undefined || !(await findRepoById(tx, repo_id))) return
  const ids = recipient.type === 'organization' ? await store.listRepoMakers(tx, recipient.id) : [recipient.id]
  await store.tellOfRepo(tx, ids.filter((id) => id !== by_id), { repo_id, by_id: by_id ?? null, now: fact.at })
}

export type Reason = 'review' | 'assigned' | 'author' | 'watching'

/** Why somebody is told, where that can be said; the nearest tie counts. */
export async function reasonsOf(cx: Cx, by: { id: number }, ids: readonly number[]): Promise<Map<number, Reason>> {
  const found = new Map<number, Reason>()
  for (const one of await store.listTies(cx.db, by.id, ids)) {
    const reason: Reason | undefined = one.request !== null ? 'review' : one.assignee !== null ? 'assigned' : one.poster_id === by.id ? 'author' : one.watcher !== null ? 'watching' : undefined
    if (reason) found.set(one.id, reason)
  }
  return found
}
