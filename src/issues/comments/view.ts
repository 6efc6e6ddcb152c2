import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import * as attachmentStore from '../attachments/store.ts'
import * as attachmentView from '../attachments/view.ts'
import { people } from '../ground/people.ts'
import * as issueStore from '../issues/store.ts'
import * as issueView from '../issues/view.ts'
import type { CommentRow, IssueRow } from '../tables.ts'
import type { CommentRecord } from './schema.ts'

export interface Known {
  /** issues and repositories at hand; others are read */
  issues?: readonly IssueRow[]
  repos?: readonly Repo[]
  /** files are shown unless this is false */
  files?: boolean
}

/** The web addresses of a comment and of what it stands on. */
export function links(cx: Cx, row: { id: number }, issue: IssueRow, repo: Repo) {
  const page = issueView.html(cx, repo, issue)
  return { html_url: `${page}#issuecomment-${row.id}`, pull_request_url: issue.is_pull ? page : '', issue_url: issue.is_pull ? '' : page }
}

export async function issuesOf(cx: Cx, ids: readonly number[], known: readonly IssueRow[] = []): Promise<Map<number, IssueRow>> {
  const byId = new Map(known.map((one) => [one.id, one]))
  for (const one of await issueStore.listByIds(cx.db, ids.filter((id) => !byId.has(id)))) byId.set(one.id, one)
  return byId
}

/** Their authors as anybody sees them. The same number of queries for one and for many. */
export async function many(cx: Cx, rows: readonly CommentRow[], known: Known = {}): Promise<CommentRecord[]> {
  if (rows.length === 0) return []
  const issues = await issuesOf(cx, rows.map((row) => row.issue_id), known.issues)
  const repos = await issueView.reposOf(cx, [...issues.values()], known.repos)
  const files = known.files === false ? new Map<number, never[]>() : await attachmentStore.listOf(cx.db, 'comment_id', rows.map((row) => row.id))
  const posters = await people(cx, rows.map((row) => row.poster_id))
  return rows.map((row) => {
    const issue = issues.get(row.issue_id)!
    return {
      id: row.id,
      ...links(cx, row, issue, repos.get(issue.repo_id)!),
      user: posters.record(row.poster_id, null),
      original_author: row.original_author,
      original_author_id: row.original_author_id,
      body: row.content,
      assets: attachmentView.many(cx, files.get(row.id) ?? []),
      created_at: formatTime(row.created_at),
      updated_at: formatTime(row.updated_at),
    }
  })
}

export const one = async (cx: Cx, row: CommentRow, known: Known = {}): Promise<CommentRecord> => (await many(cx, [row], known))[0]
