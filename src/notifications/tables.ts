import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    notification: NotificationTable
  }
}

export type Status = 'unread' | 'read' | 'pinned'

/** A thread: one per account and issue, pull request, commit or repository. */
export interface NotificationTable {
  id: Generated<number>
  account_id: number
  repo_id: number
  source: 'issue' | 'pull' | 'commit' | 'repository'
  issue_id: number | null
  commit_sha: string
  status: Status
  /** whose doing touched it last */
  by_id: number | null
  created_at: number
  updated_at: number
}
export type NotificationRow = Selectable<NotificationTable>
