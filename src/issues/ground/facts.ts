// What happens in this room, for those above. Pull requests are issues here: listeners look at the row's `is_pull`.
import { fact } from '../../kernel/outbox.ts'
import { Bool, Id, Int, Nullable, Optional, Str, Type } from '../../kernel/schema.ts'

const Ids = Type.Array(Id)

/** never for pull requests, which have pull.opened */
export const opened = fact('issue.opened', { issue_id: Id, mentioned: Ids })
export const edited = fact('issue.edited', { issue_id: Id, old_title: Optional(Str), old_body: Optional(Str) })
export const closed = fact('issue.closed', { issue_id: Id, commit_sha: Optional(Str) })
export const reopened = fact('issue.reopened', { issue_id: Id })
export const assigned = fact('issue.assigned', { issue_id: Id, assignee_id: Id, removed: Bool })
export const labelled = fact('issue.labelled', { issue_id: Id, added: Ids, removed: Ids, cleared: Bool })
export const milestoned = fact('issue.milestoned', { issue_id: Id, old_milestone_id: Nullable(Id), milestone_id: Nullable(Id) })
export const locked = fact('issue.locked', { issue_id: Id })
export const unlocked = fact('issue.unlocked', { issue_id: Id })
export const pinned = fact('issue.pinned', { issue_id: Id })
export const unpinned = fact('issue.unpinned', { issue_id: Id })
export const dependencyAdded = fact('issue.blocked', { issue_id: Id, blocker_id: Id })
export const dependencyRemoved = fact('issue.unblocked', { issue_id: Id, blocker_id: Id })
export const subscribed = fact('issue.subscribed', { issue_id: Id, account_id: Id, watching: Bool })
/** `removed`: the Issue record as nobody in particular saw it last, JSON text */
export const issueRemoved = fact('issue.removed', { issue_id: Id, number: Int, title: Str, is_pull: Bool, removed: Str })

/** `mentioned`: accounts named with @ that may read the issue */
export const commented = fact('comment.created', { issue_id: Id, comment_id: Id, mentioned: Ids })
export const commentEdited = fact('comment.edited', { issue_id: Id, comment_id: Id, old_body: Str })
/** `removed`: the Comment record, JSON text */
export const commentRemoved = fact('comment.removed', { issue_id: Id, comment_id: Id, removed: Str })

export const milestoneCreated = fact('milestone.created', { milestone_id: Id })
export const milestoneEdited = fact('milestone.edited', { milestone_id: Id })
export const milestoneRemoved = fact('milestone.removed', { milestone_id: Id, title: Str })
export const labelCreated = fact('label.created', { label_id: Id })
export const labelEdited = fact('label.edited', { label_id: Id })
export const labelRemoved = fact('label.removed', { label_id: Id, name: Str })
export const timeAdded = fact('time.added', { issue_id: Id, time_id: Id })
export const timeRemoved = fact('time.removed', { issue_id: Id, time_id: Id })
export const stopwatchChanged = fact('stopwatch.changed', { account_id: Id })
