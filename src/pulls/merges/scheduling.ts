// Merges that wait for the checks of their head.
import { accountAccess, findAccount } from '../../access/index.ts'
import { rules, statuses } from '../../code/index.ts'
import { entry } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { exists, forbidden, notFound, Refusal } from '../../kernel/errors.ts'
import type { JobKind } from '../../kernel/jobs.ts'
import type { Doing } from '../ground/at.ts'
import * as pullStore from '../pulls/store.ts'
import * as store from '../merging/store.ts'
import { ruledBy } from './conditions.ts'
import { settingsOf } from '../../repos/index.ts'
import { merge, needMergeable, needMergeRight, type Merging } from '../merging/verbs.ts'

/** Everything but the checks must be in order already. */
export async function schedule(cx: Cx, at: Doing, input: Merging): Promise<void> {
  await needMergeRight(cx, at)
  await needMergeable(cx, at)
  await cx.write(async (tx) => {
    const delete_branch = input.delete_branch ?? settingsOf(at.repo).default_delete_branch_after_merge
    const made = await store.schedule(tx, { issue_id: at.issue.id, by_id: at.by.id, style: input.style, title: input.title ?? '', message: input.message ?? '', delete_branch, created_at: cx.now() })
    if (!made) throw exists('the merge is scheduled already')
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'pull_scheduled_merge')
    await wake(cx, tx, at.issue.id)
  })
}

export async function cancel(cx: Cx, at: Doing): Promise<void> {
  const waiting = await store.findScheduled(cx.db, at.issue.id)
  if (!waiting) throw notFound()
  if (waiting.by_id !== at.by.id && !(await ruledBy(cx, at.repo, at.pull.base_branch, { account: at.by, access: at.access })).mayMerge) throw forbidden('only who scheduled the merge, or whoever may merge, can cancel it')
  await cx.write(async (tx) => {
    if (!(await store.unschedule(tx, at.issue.id))) throw notFound()
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'pull_cancel_scheduled_merge')
  })
}

/** Something changed for which a waiting merge may have waited. */
export const wake = (cx: Cx, tx: Db, issueId: number) => cx.jobs.enqueue(tx, 'pulls.automerge', { issue_id: issueId }, { key: String(issueId) })

/** Merges if everything is in order now; what is refused goes on waiting. */
async function attempt(cx: Cx, issueId: number): Promise<void> {
  const waiting = await store.findScheduled(cx.db, issueId)
  const at = waiting && (await pullStore.load(cx.db, issueId))
  const by = waiting && (await findAccount(cx.db, waiting.by_id))
  if (!at || !by || at.issue.is_closed || at.pull.is_merged || at.repo.is_archived) return
  // where there is a rule, merging asks for all that it wants and for nothing else
  const ruled = await rules.ruleFor(cx.db, at.repo, at.pull.base_branch)
  const states = ruled ? [] : (await store.listStates(cx.db, at.repo.id, at.pull.head_sha)).map((one) => one.state)
  if (states.length > 0 && statuses.combined(states) !== 'success') return
  const access = await accountAccess(cx.db, by, at.repo)
  const input: Merging = { style: waiting.style as Merging['style'], title: waiting.title, message: waiting.message, head_commit_id: at.pull.head_sha, delete_branch: waiting.delete_branch, auto: true }
  try {
    await merge(cx, { ...at, by, access }, input)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    cx.log.info('a scheduled merge goes on waiting', { repo: at.repo.id, pull: at.issue.number, why: error.message })
  }
}

export const jobs: JobKind[] = [{ kind: 'pulls.automerge', run: (cx, payload: { issue_id: number }) => attempt(cx, payload.issue_id) }]
