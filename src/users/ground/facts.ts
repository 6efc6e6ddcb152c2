import { fact } from '../../kernel/outbox.ts'
import { Id, Str } from '../../kernel/schema.ts'

export const created = fact('account.created', { account_id: Id })
export const changed = fact('account.changed', { account_id: Id })
export const renamed = fact('account.renamed', { account_id: Id, old_name: Str })
export const removed = fact('account.removed', { account_id: Id, name: Str })
