// Pull requests and their reviews.
import { issueStore, type IssueRow } from '../../issues/index.ts'
import { PullRequest, pullView } from '../../pulls/index.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { around, plain, userById, type changes, type Scene } from './parts.ts'
import * as store from './store.ts'

/** As whoever acted sees it, so that a head they may read is shown. */
export const pullRecord = async ({ cx, by }: Scene, issue: IssueRow) => plain(PullRequest, await pullView.oneFor(cx, issue, by ?? null))

interface More {
  before?: string
  after?: string
  changes?: ReturnType<typeof changes>
  reviewer?: object | null
  review?: { type: string; content: string }
  commit?: string
}

export async function pullPayload(scene: Scene, issue: IssueRow, action: string, more: More = {}): Promise<object> {
  return {
    action,
    before: more.before,
    after: more.after,
    number: issue.number,
    changes: more.changes,
    pull_request: await pullRecord(scene, issue),
    requested_reviewer: more.reviewer ?? null,
    ...around(scene.cx, scene.repo, scene.by),
    commit_id: more.commit ?? '',
    review: more.review ?? null,
  }
}

/** One event of the pull request itself, or of the family member `kind`. */
export async function onPull(scene: Scene, issueId: number, kind: string, action: string, more: More = {}): Promise<Happening[]> {
  const issue = await issueStore.findById(scene.cx.db, issueId)
  return issue ? [{ type: kind ? `pull_request_${kind}` : 'pull_request', payload: () => pullPayload(scene, issue, action, more) }] : []
}

const verdicts: Record<string, string> = { APPROVED: 'approved', REQUEST_CHANGES: 'rejected', COMMENT: 'comment' }

/** What is still pending is nobody's business yet. */
export async function onReview(scene: Scene, data: { issue_id: number; review_id: number; state: string }): Promise<Happening[]> {
  const verdict = verdicts[data.state]
  const review = verdict && (await store.findReview(scene.cx.db, data.review_id))
  return review ? onPull(scene, data.issue_id, `review_${verdict}`, 'reviewed', { review: { type: `pull_request_review_${verdict}`, content: review.content } }) : []
}

/** Once for each person who is asked; of a team everybody but the author. */
export async function onRequest(scene: Scene, data: { issue_id: number; reviewer_id?: number; team_id?: number; removed: boolean }): Promise<Happening[]> {
  const { cx } = scene
  const issue = await issueStore.findById(cx.db, data.issue_id)
  const action = data.removed ? 'review_request_removed' : 'review_requested'
  if (!issue) return []
  const members = data.team_id === undefined ? [] : (await store.listTeamMembers(cx.db, data.team_id)).filter((id) => id !== issue.poster_id)
  return [...(data.reviewer_id === undefined ? [] : [data.reviewer_id]), ...members].map((id): Happening => ({
    type: 'pull_request_review_request',
    payload: async () => pullPayload(scene, issue, action, { reviewer: await userById(cx, id) }),
  }))
}
