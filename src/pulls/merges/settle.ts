// The rows of a merge that git has made: written right after it, or at the next start if the process died in between.
import { findAccount } from '../../access/index.ts'
import { moves } from '../../code/index.ts'
import { entry, issueChanges } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { emit } from '../../kernel/outbox.ts'
import { merged } from '../ground/facts.ts'
import * as pullStore from '../pulls/store.ts'
import type { Style } from './styles.ts'
import { keep } from './promises.ts'
import * as store from '../merging/store.ts'

export interface Merge {
  issue_id: number
  style: Style
  base_branch: string
  head: string
  merge_base: string
  commit: string
  auto: boolean
}

/** Marks the pull request as merged and everything that follows; whoever comes second finds it done. */
export async function settle(cx: Cx, tx: Db, byId: number | null, done: Merge): Promise<boolean> {
  const at = await pullStore.load(tx, done.issue_id)
  if (!at) return false
  const by = (byId === null ? undefined : await findAccount(tx, byId)) ?? at.repo.owner
  const change = {
    merged_at: cx.now(), merged_by_id: by.id, merge_commit: done.commit, merge_style: done.style, base_branch: done.base_branch, head_sha: done.head, merge_base: done.merge_base,
    status: 'mergeable' as const, conflicted_files: '[]',
  }
  if (!(await pullStore.markMerged(tx, done.issue_id, change))) return false
  await issueChanges.close(cx, tx, { ...at, by }, { entryType: null, force: true })
  await entry(tx, cx.now(), done.issue_id, by.id, 'merge_pull', { commit_sha: done.commit })
  await store.unschedule(tx, done.issue_id)
  await emit(tx, merged, { repo_id: at.repo.id, by_id: by.id, issue_id: done.issue_id, auto: done.auto })
  await keep(cx, tx, at, by, done.commit)
  return true
}

moves.settleWith('pull.merge', async (cx, tx, _repo, done) => void (await settle(cx, tx, done.by_id, done.data as Merge)))

/** The head branch that went with the merge. */
moves.settleWith('pull.branch', async (cx, tx, _repo, done) => {
  const { issue_id, branch } = done.data as { issue_id: number; branch: string }
  if (await pullStore.findPull(tx, issue_id)) await entry(tx, cx.now(), issue_id, done.by_id, 'delete_branch', { old_ref: branch })
})
