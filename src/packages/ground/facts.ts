import { fact } from '../../kernel/outbox.ts'
import { Id, Str } from '../../kernel/schema.ts'

/** a version; files added to it later are not announced. `repo_id` is that of the linked repository */
export const created = fact('package.created', { version_id: Id, owner_id: Id })
/** `removed`: the Package record as nobody in particular saw it last, JSON text */
export const removed = fact('package.removed', { version_id: Id, owner_id: Id, removed: Str })
