// What happens in this room, for those above. `issue_id` is the row of `issue` and of `pull`.
import { fact } from '../../kernel/outbox.ts'
import { Bool, Id, Optional, Str, Type } from '../../kernel/schema.ts'

const Ids = Type.Array(Id)

/** `mentioned`: accounts named with @ that may read the pull request */
export const opened = fact('pull.opened', { issue_id: Id, mentioned: Ids })
/** closed by being merged; issue.closed is not emitted besides. `auto`: by a merge that was scheduled */
export const merged = fact('pull.merged', { issue_id: Id, auto: Bool })
/** the head moved */
export const synchronized = fact('pull.synchronized', { issue_id: Id, before: Str, after: Str, forced: Bool })
export const retargeted = fact('pull.retargeted', { issue_id: Id, old_base: Str })
/** left draft by its title */
export const ready = fact('pull.ready', { issue_id: Id })

/** `state`: the wire's word. PENDING is told as well, for feeds; hooks look away */
export const submitted = fact('review.submitted', { issue_id: Id, review_id: Id, state: Str, comment_id: Optional(Id), mentioned: Ids })
/** of a person or of a team; `removed`: withdrawn */
export const requested = fact('review.requested', { issue_id: Id, reviewer_id: Optional(Id), team_id: Optional(Id), removed: Bool })
export const dismissed = fact('review.dismissed', { issue_id: Id, review_id: Id })
/** an inline comment: of a review just submitted or left pending, or a reply to one */
export const remarked = fact('review.commented', { issue_id: Id, review_id: Id, comment_id: Id, reply: Bool, mentioned: Ids })
