import { ADMIN, WRITE, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import * as commitView from '../commits/view.ts'
import { isLetIn } from '../ground/ports.ts'
import { contextsOf, heldBy, mayMerge, mayPush, ruleAmong, rulesOf, type Mover } from '../protections/rules.ts'
import type { BranchRecord } from './schema.ts'
import type { Tip } from './verbs.ts'

/** As whoever asks may use them. */
export async function many(cx: Cx, repo: Repo, mover: Mover, tips: readonly Tip[]): Promise<BranchRecord[]> {
  const commits = await commitView.payloads(cx, repo, tips.map((one) => one.oid))
  const rules = await rulesOf(cx.db, repo.id)
  const held = await heldBy(cx.db, repo, rules, mover.account)
  const opened = await openedTo(cx, repo, mover, tips)
  const writes = mover.access.units.code >= WRITE
  return tips.map(({ name }, i) => {
    const rule = ruleAmong(rules, name)
    return {
      name,
      commit: commits[i],
      protected: rule !== undefined,
      required_approvals: rule?.required_approvals ?? 0,
      enable_status_check: rule?.enable_status_check ?? false,
      status_check_contexts: rule ? contextsOf(rule) : [],
      user_can_push: rule ? mayPush(rule, mover, held(rule)) : writes || opened.has(name),
      user_can_merge: rule ? mayMerge(rule, mover, held(rule)) : writes,
      effective_branch_protection_name: rule && mover.access.level >= ADMIN ? rule.rule_name : '',
    }
  })
}

/** Branches whose pull requests let maintainers in. */
async function openedTo(cx: Cx, repo: Repo, { account, access }: Mover, tips: readonly Tip[]): Promise<Set<string>> {
  const opened = new Set<string>()
  if (!account || access.units.code >= WRITE || !(await isLetIn(cx, repo, null, account))) return opened
  for (const { name } of tips) if (await isLetIn(cx, repo, name, account)) opened.add(name)
  return opened
}

export const one = async (cx: Cx, repo: Repo, mover: Mover, tip: Tip): Promise<BranchRecord> => (await many(cx, repo, mover, [tip]))[0]
