// Who may write to the branch a pull request comes from.
import { accountAccess, canWrite, findAccount, findRepoById, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import * as store from '../pulls/store.ts'
import type { PullAt } from './at.ts'

const writes = async (cx: Cx, account: Account, repo: Repo): Promise<boolean> => canWrite(await accountAccess(cx.db, account, repo), 'code')

/** Maintainers of the base, where the author lets them and has the right to let them. */
export async function isMaintainer(cx: Cx, { repo, issue, pull }: PullAt, head: Repo, account: Account): Promise<boolean> {
  if (!pull.allow_maintainer_edit || pull.is_merged || issue.is_closed || head.is_archived || head.is_mirror) return false
  const author = issue.poster_id === null ? undefined : await findAccount(cx.db, issue.poster_id)
  return author !== undefined && (await writes(cx, author, head)) && (await writes(cx, account, repo))
}

export async function mayPushHead(cx: Cx, at: PullAt, account: Account): Promise<Repo | undefined> {
  // no branch is behind it
  if (at.pull.flow === 'push') return undefined
  const head = at.pull.head_repo_id === null ? undefined : await findRepoById(cx.db, at.pull.head_repo_id)
  if (!head || head.is_archived || head.is_mirror) return undefined
  return (await writes(cx, account, head)) || (await isMaintainer(cx, at, head, account)) ? head : undefined
}

/** Asked for each branch of a push by somebody who may not write to the repository; for null whether there is any such branch. */
export async function letIn(cx: Cx, repo: Repo, branch: string | null, account: Account): Promise<boolean> {
  for (const id of await store.listOpenFrom(cx.db, repo.id, branch)) {
    const at = await store.load(cx.db, id)
    if (at && (await isMaintainer(cx, at, repo, account))) return true
  }
  return false
}
