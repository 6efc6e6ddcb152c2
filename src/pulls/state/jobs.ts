// Work that pushes leave behind: it reads git, so it is not done while anybody waits.
import { findAccount, findRepoById } from '../../access/index.ts'
import { moves } from '../../code/index.ts'
import { refs } from '../../git/index.ts'
import { issueChanges } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { JobKind } from '../../kernel/jobs.ts'
import { gitDir } from '../../repos/index.ts'
import { headRef, mergedRef } from '../ground/refs.ts'
import { wake } from '../merges/scheduling.ts'
import { findScheduled } from '../merging/store.ts'
import { retarget } from '../changes/edit.ts'
import { askOwners } from '../owners/verbs.ts'
import * as store from '../pulls/store.ts'
import { recheck, refresh } from './verbs.ts'

async function rouse(cx: Cx, issueId: number): Promise<void> {
  if (await findScheduled(cx.db, issueId)) await cx.write((tx) => wake(cx, tx, issueId))
}

/** Its branch moved. */
async function refreshOne(cx: Cx, { issue_id, by_id }: { issue_id: number; by_id: number | null }): Promise<void> {
  const at = await refresh(cx, issue_id, by_id)
  if (at) await askOwners(cx, at, by_id)
  await rouse(cx, issue_id)
}

/** The base moved under all of them. */
async function recheckAll(cx: Cx, { repo_id, branch }: { repo_id: number; branch: string }): Promise<void> {
  for (const id of await store.listOpenInto(cx.db, repo_id, branch)) {
    const at = await store.load(cx.db, id)
    if (at) await recheck(cx, at)
    await rouse(cx, id)
  }
}

/** The base is gone: they go for the default branch, or are closed where that makes no sense. */
async function rehome(cx: Cx, { repo_id, branch, by_id }: { repo_id: number; branch: string; by_id: number | null }): Promise<void> {
  for (const id of await store.listOpenInto(cx.db, repo_id, branch)) {
    const at = await store.load(cx.db, id)
    if (!at || (await refs.read(gitDir(cx, at.repo), `refs/heads/${branch}`)) !== null) continue
    const by = (by_id === null ? undefined : await findAccount(cx.db, by_id)) ?? at.repo.owner
    try {
      await retarget(cx, { ...at, by }, at.repo.default_branch)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await cx.write((tx) => issueChanges.close(cx, tx, { ...at, by }, { force: true }))
    }
  }
}

/** A pull request that was deleted leaves no refs. */
async function forget(cx: Cx, { repo_id, number }: { repo_id: number; number: number }): Promise<void> {
  const repo = await findRepoById(cx.db, repo_id)
  if (!repo) return
  for (const ref of [headRef(number), mergedRef(number)]) {
    const old = await refs.read(gitDir(cx, repo), ref)
    if (old !== null) await moves.move(cx, repo, { by: null, via: 'api', moves: [{ ref, old, new: null }] })
  }
}

export const jobs: JobKind[] = [
  { kind: 'pulls.refresh', run: refreshOne },
  { kind: 'pulls.recheck', leaseSeconds: 1800, run: recheckAll },
  { kind: 'pulls.rehome', run: rehome },
  { kind: 'pulls.forget', run: forget },
]
