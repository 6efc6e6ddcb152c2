import type { QuotaRecord } from './schema.ts'
import type { Usage } from './verbs.ts'

export const one = ({ allowed, is_default, used, parts }: Usage): QuotaRecord => ({
  allowed, is_default, left: allowed === 0 ? null : Math.max(0, allowed - used), used: { total: used, ...parts },
})
