import { Nullable, record, Str, Time, type Static } from '../../kernel/schema.ts'
import { User } from '../../users/index.ts'

export const Reaction = record('Reaction', { user: Nullable(User), content: Str, created_at: Time })
export type ReactionRecord = Static<typeof Reaction>
