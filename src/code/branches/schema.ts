import { Bool, Int, Nullable, record, Str, Strings, type Static } from '../../kernel/schema.ts'
import { PayloadCommit } from '../commits/schema.ts'

export const Branch = record('Branch', {
  name: Str,
  commit: Nullable(PayloadCommit),
  protected: Bool,
  required_approvals: Int,
  enable_status_check: Bool,
  status_check_contexts: Nullable(Strings),
  user_can_push: Bool,
  user_can_merge: Bool,
  effective_branch_protection_name: Str,
})
export type BranchRecord = Static<typeof Branch>
