// Facts of refs: exactly one per change, whatever moved the ref. Here, because a repository may be born with a branch.
import { fact } from '../kernel/outbox.ts'
import { Bool, Str, Word } from '../kernel/schema.ts'

export type Via = 'push' | 'api' | 'merge' | 'mirror' | 'init'
const via = Word('push', 'api', 'merge', 'mirror', 'init')

export const created = fact('ref.created', { ref: Str, new: Str, via })
export const pushed = fact('ref.pushed', { ref: Str, old: Str, new: Str, forced: Bool, via })
export const deleted = fact('ref.deleted', { ref: Str, old: Str, via })
