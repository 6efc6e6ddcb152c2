// Pages changed here; what is pushed to a wiki is nobody's news.
import { fact } from '../kernel/outbox.ts'
import { Str } from '../kernel/schema.ts'

/** `page`: its address inside the wiki; `title`: its name; `comment`: the commit's message; `sha`: the commit */
const members = { page: Str, title: Str, comment: Str, sha: Str }

export const created = fact('wiki.created', members)
export const edited = fact('wiki.edited', members)
export const removed = fact('wiki.removed', members)
