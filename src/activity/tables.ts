import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    activity: ActivityTable
  }
}

/** One act in one feed: the actor's own entry, and a copy for everybody who follows the repository. */
export interface ActivityTable {
  id: Generated<number>
  /** whose feed */
  user_id: number
  act_user_id: number
  op_type: string
  repo_id: number
  /** who must be able to read it; empty = whoever sees the repository */
  unit: string
  /** the issue or pull request it is about; entries go with it */
  issue_id: number | null
  comment_id: number | null
  ref_name: string
  is_private: boolean
  content: string
  created_at: number
}
export type ActivityRow = Selectable<ActivityTable>
