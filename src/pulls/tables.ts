import type { Generated, Selectable } from 'kysely'
import type { PullTable } from '../issues/index.ts'

declare module '../kernel/db.ts' {
  interface Tables {
    pull: PullTable
    review: ReviewTable
    auto_merge: AutoMergeTable
  }
}

export type ReviewState = 'APPROVED' | 'REQUEST_CHANGES' | 'COMMENT' | 'PENDING' | 'REQUEST_REVIEW'

/** What somebody thinks of a pull request, or that they (or a team) were asked to think about it. */
export interface ReviewTable {
  id: Generated<number>
  issue_id: number
  /** null = a team, or the account is gone */
  reviewer_id: number | null
  team_id: number | null
  state: ReviewState
  content: string
  commit_id: string
  /** of somebody who may write code */
  official: boolean
  /** the changes are others since */
  stale: boolean
  dismissed: boolean
  created_at: number
  updated_at: number
}
export type ReviewRow = Selectable<ReviewTable>

/** A merge that waits for its checks. */
export interface AutoMergeTable {
  issue_id: number
  by_id: number
  style: string
  title: string
  message: string
  delete_branch: boolean
  created_at: number
}
export type AutoMergeRow = Selectable<AutoMergeTable>
