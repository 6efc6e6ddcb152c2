import { accountAccessToMany, canRead, READ, unitOf, type Access, type Account, type Repo } from '../access/index.ts'
import { issueStore, issueView, type IssueRow } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Static } from '../kernel/schema.ts'
import { formatTime } from '../kernel/times.ts'
import { repoStore, repoView } from '../repos/index.ts'
import type { NotificationSubject, NotificationThread } from './schema.ts'
import * as store from './store.ts'
import type { NotificationRow } from './tables.ts'

type Subject = Static<typeof NotificationSubject>

/** Threads of one account. Whoever has lost a repository keeps the thread and sees nothing of what it was about. */
export async function many(cx: Cx, rows: readonly NotificationRow[], owner: Account): Promise<Static<typeof NotificationThread>[]> {
  const repos = new Map((await repoStore.listWithOwners(cx.db, [...new Set(rows.map((row) => row.repo_id))])).map((one) => [one.id, one]))
  const rights = await accountAccessToMany(cx.db, owner, [...repos.values()])
  const issues = new Map((await issueStore.listByIds(cx.db, rows.flatMap((row) => row.issue_id ?? []))).map((one) => [one.id, one]))
  const merged = new Set((await issueStore.listPullStates(cx.db, [...issues.values()].flatMap((one) => (one.is_pull ? one.id : [])))).flatMap((one) => (one.is_merged ? one.issue_id : [])))
  const comments = await store.latestComments(cx.db, [...issues.keys()])
  return rows.map((row) => {
    const repo = repos.get(row.repo_id)
    const access = repo && rights.get(repo.id)
    const seen = repo && access && access.level >= READ
    const issue = row.issue_id === null ? undefined : issues.get(row.issue_id)
    return {
      id: row.id,
      repository: seen ? { ...repoView.bare(cx, repo, null, access), permissions: undefined } : null,
      subject: seen ? subjectOf(cx, row, repo, access, issue, { merged: merged.has(row.issue_id ?? 0), comment: comments.get(row.issue_id ?? 0) }) : null,
      unread: row.status === 'unread',
      pinned: row.status === 'pinned',
      updated_at: formatTime(row.updated_at),
      url: `${cx.root}/api/v1/notifications/threads/${row.id}`,
    }
  })
}

export const one = async (cx: Cx, row: NotificationRow, owner: Account) => (await many(cx, [row], owner))[0]

function subjectOf(cx: Cx, row: NotificationRow, repo: Repo, access: Access, issue: IssueRow | undefined, more: { merged: boolean; comment: number | undefined }): Subject | null {
  const home = repoView.html(cx, repo)
  const bare = { latest_comment_url: '', latest_comment_html_url: '', state: '' as const }
  if (row.source === 'commit') {
    const url = `${home}/commit/${row.commit_sha}`
    return canRead(access, 'code') ? { ...bare, type: 'Commit', title: row.commit_sha, url, html_url: url } : null
  }
  if (row.source === 'repository') return { ...bare, type: 'Repository', title: `${repo.owner.name}/${repo.name}`, url: new URL(home).pathname, html_url: home }
  if (!issue || !canRead(access, unitOf(issue.is_pull))) return null
  const html = issueView.html(cx, repo, issue)
  return {
    title: issue.title,
    url: issueView.api(cx, repo, issue),
    html_url: html,
    latest_comment_url: more.comment ? `${repoView.api(cx, repo)}/issues/comments/${more.comment}` : '',
    latest_comment_html_url: more.comment ? `${html}#issuecomment-${more.comment}` : '',
    type: issue.is_pull ? 'Pull' : 'Issue',
    state: more.merged ? 'merged' : issue.is_closed ? 'closed' : 'open',
  }
}
