// What a row of a list of pull requests shows besides what issues have, read for all rows at once.
import type { Repo } from '../../access/index.ts'
import { statuses } from '../../code/index.ts'
import type { PullRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import * as reviewStore from '../reviews/store.ts'
import * as store from './store.ts'

export interface Signs {
  pull: PullRow
  checks: statuses.StateOf | undefined
  approvals: number
  /** somebody asks for changes, or has been asked for a review and not answered */
  refused: boolean
  waits: boolean
}

export async function signs(cx: Cx, repo: Repo, issueIds: readonly number[]): Promise<Map<number, Signs>> {
  const [pulls, standing] = await Promise.all([store.listByIssues(cx.db, issueIds), reviewStore.listStanding(cx.db, issueIds)])
  const states = await statuses.statesOf(cx, repo, pulls.map((one) => one.head_sha))
  const said = Map.groupBy(standing, (row) => row.issue_id)
  return new Map(pulls.map((pull) => {
    const latest = new Map((said.get(pull.issue_id) ?? []).map((row) => [row.team_id === null ? `person ${row.reviewer_id}` : `team ${row.team_id}`, row.state]))
    const words = [...latest.values()]
    return [pull.issue_id, { pull, checks: states.get(pull.head_sha), approvals: words.filter((one) => one === 'APPROVED').length, refused: words.includes('REQUEST_CHANGES'), waits: words.includes('REQUEST_REVIEW') }]
  }))
}
