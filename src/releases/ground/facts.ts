// Drafts are nobody's business: none of these is said of one.
import { fact } from '../../kernel/outbox.ts'
import { Id, Str } from '../../kernel/schema.ts'

export const published = fact('release.published', { release_id: Id })
export const updated = fact('release.updated', { release_id: Id })
/** `removed`: the Release record as nobody in particular saw it last, JSON text */
export const removed = fact('release.removed', { release_id: Id, removed: Str })
