// Issues that a pull request promises to close or reopen.
import { accountAccess, canWrite, findRepoById, unitOf, type Account, type Repo } from '../../access/index.ts'
import { issueChanges, issueStore } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { PullAt } from '../ground/at.ts'
import * as pullStore from '../pulls/store.ts'

/** Kept in the transaction of the merge, by whoever merged. Elsewhere they must be allowed to do so by hand. */
export async function keep(cx: Cx, tx: Db, at: PullAt, by: Account, commit_sha: string): Promise<void> {
  for (const { issue_id, ref_action } of await pullStore.listPromises(tx, at.issue.id)) {
    const issue = await issueStore.findById(tx, issue_id)
    const repo = issue && (issue.repo_id === at.repo.id ? at.repo : await findRepoById(tx, issue.repo_id))
    if (!repo || issue.is_pull || repo.is_archived || issue.is_closed === (ref_action === 'closes') || !(await may(tx, at, repo, issue.poster_id, by))) continue
    const there = { repo, issue, by }
    try {
      if (ref_action === 'closes') await issueChanges.close(cx, tx, there, { commit_sha })
      else await issueChanges.reopen(cx, tx, there)
    } catch (error) {
      // an issue that waits for others stays open
      if (!(error instanceof Refusal)) throw error
    }
  }
}

async function may(tx: Db, at: PullAt, repo: Repo, posterId: number | null, by: Account): Promise<boolean> {
  if (repo.id === at.repo.id || posterId === by.id) return true
  return canWrite(await accountAccess(tx, by, repo), unitOf(false))
}

/** Numbers of the issues of the same repository that it closes. */
export async function closing(cx: Cx, at: PullAt): Promise<number[]> {
  const promised = (await pullStore.listPromises(cx.db, at.issue.id)).filter((one) => one.ref_action === 'closes')
  const rows = await issueStore.listByIds(cx.db, promised.map((one) => one.issue_id))
  return rows.filter((one) => one.repo_id === at.repo.id).map((one) => one.number)
}
