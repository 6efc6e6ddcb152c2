import { WRITE, type Access, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import * as commitView from '../commits/view.ts'
import type { BranchRecord } from './schema.ts'
import type { Tip } from './verbs.ts'

export async function many(cx: Cx, repo: Repo, access: Access, tips: readonly Tip[]): Promise<BranchRecord[]> {
  const commits = await commitView.payloads(cx, repo, tips.map((one) => one.oid))
  const writes = access.units.code >= WRITE
  return tips.map(({ name }, i) => ({
    name,
    commit: commits[i],
    protected: false,
    required_approvals: 0,
    enable_status_check: false,
    status_check_contexts: [],
    user_can_push: writes,
    user_can_merge: writes,
    effective_branch_protection_name: '',
  }))
}

export const one = async (cx: Cx, repo: Repo, access: Access, tip: Tip): Promise<BranchRecord> => (await many(cx, repo, access, [tip]))[0]
