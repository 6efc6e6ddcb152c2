import { Bool, Int, Nullable, record, type Static } from '../../kernel/schema.ts'

const QuotaUsed = record('QuotaUsed', { total: Int, git: Int, lfs: Int, packages: Int, attachments: Int })

/** Bytes throughout; `allowed` 0 is any amount, `is_default` that it is the site's and not the owner's own. */
export const Quota = record('Quota', { allowed: Int, is_default: Bool, left: Nullable(Int), used: QuotaUsed })
export type QuotaRecord = Static<typeof Quota>
