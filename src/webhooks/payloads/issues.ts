// Issues, and what both issues and pull requests do: comments, labels, milestones, assignees.
import { Comment, commentStore, commentView, Issue, issueStore, issueView, Label, labelStore, labelView, type IssueRow } from '../../issues/index.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { around, changes, plain, type Scene } from './parts.ts'
import { pullPayload, pullRecord } from './pulls.ts'

type Changes = ReturnType<typeof changes>

const record = async ({ cx, repo }: Scene, issue: IssueRow) => plain(Issue, await issueView.one(cx, issue, { viewer: null, repos: [repo] }))

/** `kind` is what follows `issue_` and `pull_request_`; empty for the event itself. */
export async function onIssue(scene: Scene, issueId: number, kind: string, action: string, more: { changes?: () => Changes | Promise<Changes>; commit?: string } = {}): Promise<Happening[]> {
  const issue = await issueStore.findById(scene.cx.db, issueId)
  if (!issue) return []
  const { cx, repo, by } = scene
  if (issue.is_pull) {
    return [{ type: kind ? `pull_request_${kind}` : 'pull_request', payload: async () => pullPayload(scene, issue, action, { changes: await more.changes?.(), commit: more.commit }) }]
  }
  return [{
    type: kind ? `issue_${kind}` : 'issues',
    payload: async () => ({ action, number: issue.number, changes: await more.changes?.(), issue: await record(scene, issue), ...around(cx, repo, by), commit_id: more.commit ?? '' }),
  }]
}

/** Told with what is left of it. */
export function onRemovedIssue({ cx, repo, by }: Scene, data: { number: number; is_pull: boolean; removed: string }): Happening[] {
  const left: object = JSON.parse(data.removed)
  return [data.is_pull
    ? { type: 'pull_request', payload: () => ({ action: 'deleted', number: data.number, pull_request: left, requested_reviewer: null, ...around(cx, repo, by), commit_id: '', review: null }) }
    : { type: 'issues', payload: () => ({ action: 'deleted', number: data.number, issue: left, ...around(cx, repo, by), commit_id: '' }) }]
}

export const onLabels = (scene: Scene, data: { issue_id: number; added: number[]; removed: number[]; cleared: boolean }): Promise<Happening[]> =>
  onIssue(scene, data.issue_id, 'label', data.cleared ? 'label_cleared' : 'label_updated', {
    async changes() {
      const rows = await labelStore.listByIds(scene.cx.db, [...data.added, ...data.removed])
      const shown = (ids: number[]) => (ids.length === 0 ? undefined : labelView.many(scene.cx, rows.filter((row) => ids.includes(row.id)), scene.repo).map((one) => plain(Label, one)))
      return changes({}, { added: shown(data.added), removed: shown(data.removed) })
    },
  })

/** A comment as it is, or for one that is gone what is left of it. */
export async function onComment(scene: Scene, data: { issue_id: number; comment_id: number; removed?: string; old_body?: string }): Promise<Happening[]> {
  const { cx, repo, by } = scene
  const issue = await issueStore.findById(cx.db, data.issue_id)
  const [row] = data.removed ? [] : await commentStore.listByIds(cx.db, [data.comment_id])
  if (!issue || (!row && !data.removed)) return []
  return [{
    type: issue.is_pull ? 'pull_request_comment' : 'issue_comment',
    payload: async () => ({
      action: data.removed ? 'deleted' : data.old_body === undefined ? 'created' : 'edited',
      issue: await record(scene, issue),
      pull_request: issue.is_pull ? await pullRecord(scene, issue) : undefined,
      comment: row ? plain(Comment, await commentView.one(cx, row, { issues: [issue], repos: [repo] })) : (JSON.parse(data.removed!) as object),
      changes: data.old_body === undefined ? undefined : changes({ body: data.old_body }),
      ...around(cx, repo, by),
      is_pull: issue.is_pull,
    }),
  }]
}
