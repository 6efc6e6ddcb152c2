// What the page of a conversation shows, read with a constant number of queries.
import type { Actor, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { accountStore } from '../../users/index.ts'
import type { AttachmentRecord } from '../attachments/schema.ts'
import * as attachmentStore from '../attachments/store.ts'
import * as attachmentView from '../attachments/view.ts'
import * as commentStore from '../comments/store.ts'
import * as issueStore from '../issues/store.ts'
import * as reactionStore from '../reactions/store.ts'
import * as subscriptionStore from '../subscriptions/store.ts'
import type { IssueRow } from '../tables.ts'
import type { TimelineRecord } from './schema.ts'
import * as view from './view.ts'

export interface Reacted {
  content: string
  names: string[]
  mine: boolean
}

export interface Told {
  /** the beginning, and after `left` further entries the end */
  first: TimelineRecord[]
  left: number
  last: TimelineRecord[]
  /** by comment; 0 is the issue itself */
  reactions: Map<number, Reacted[]>
  changed: Set<number>
  /** who wrote it on the server it was brought from */
  authors: Map<number, string>
  files: Map<number, AttachmentRecord[]>
  /** commits that closed it, by the entry that tells so */
  closers: Map<number, Closer>
}

export interface Closer {
  sha: string
  /** markup of a link with its first line; empty where it says nothing of this */
  link: string
}

/** Longer conversations show their beginning and their end. */
const [FITS, FIRST, LAST] = [300, 60, 150]
const MOST = 5000

export async function tell(cx: Cx, at: { repo: Repo; issue: IssueRow; actor: Actor }, whole: boolean): Promise<Told> {
  const { issue } = at
  const all = await commentStore.listAll(cx.db, issue.id, {}, { page: 1, limit: MOST, offset: 0 })
  // a commit that closed or merged it is told by that entry, not by a second one that it mentions it
  const ends = new Set(all.flatMap((row) => ((row.type === 'close' || row.type === 'merge_pull') && row.commit_sha ? [row.commit_sha] : [])))
  const rows = all.filter((row) => row.type !== 'code' && !(row.type === 'commit_ref' && ends.has(row.commit_sha)))
  const links = new Map(all.flatMap((row) => (row.type === 'commit_ref' ? [[row.commit_sha, row.content] as const] : [])))
  const parted = !whole && rows.length > FITS
  const told = async (some: typeof rows) => (await view.many(cx, some, at)).filter((one) => one !== null)
  const [begin, end] = parted ? [rows.slice(0, FIRST), rows.slice(-LAST)] : [rows, []]
  const [first, last] = [await told(begin), await told(end)]
  const shown = [...begin, ...end]
  const [reactions, changed, files] = await Promise.all([reactionStore.listOfIssue(cx.db, issue.id), issueStore.listChanged(cx.db, issue.id), attachmentStore.listOf(cx.db, 'comment_id', shown.filter((row) => row.type === 'comment' || row.type === 'review').map((row) => row.id))])
  return {
    first,
    left: rows.length - shown.length,
    last,
    authors: new Map(shown.flatMap((row) => (row.original_author ? [[row.id, row.original_author] as const] : []))),
    reactions: grouped(reactions, at.actor.account?.id),
    changed: new Set(changed.map((row) => row.comment_id ?? 0)),
    closers: new Map(shown.flatMap((row) => (row.type === 'close' && row.commit_sha ? [[row.id, { sha: row.commit_sha, link: links.get(row.commit_sha) ?? '' }] as const] : []))),
    files: new Map([...files].map(([id, list]) => [id, attachmentView.many(cx, list)])),
  }
}

function grouped(rows: Awaited<ReturnType<typeof reactionStore.listOfIssue>>, me: number | undefined): Map<number, Reacted[]> {
  const found = new Map<number, Reacted[]>()
  for (const row of rows) {
    const list = found.get(row.comment_id ?? 0) ?? []
    found.set(row.comment_id ?? 0, list)
    let one = list.find((other) => other.content === row.content)
    if (!one) list.push((one = { content: row.content, names: [], mine: false }))
    one.names.push(row.name)
    one.mine ||= row.account_id === me
  }
  return found
}

/** Names of whoever wrote on it, the author first. */
export async function participants(cx: Cx, issue: IssueRow): Promise<string[]> {
  const ids = await subscriptionStore.participants(cx.db, issue.id)
  const accounts = await accountStore.listByIds(cx.db, ids)
  return accounts.sort((a, b) => Number(b.id === issue.poster_id) - Number(a.id === issue.poster_id)).map((one) => one.name)
}
