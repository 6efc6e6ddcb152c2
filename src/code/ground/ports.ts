// What rooms above know of refs. They connect themselves here when they are loaded.
import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'

/** Whether something above holds on to a tag, so that the API does not delete it. */
export type TagKeeper = (cx: Cx, repo: Repo, tag: string) => Promise<boolean>
export const tagKeepers: TagKeeper[] = []

/** Whether somebody without the right to write code may still write to this branch (null: to any), as maintainers may to a pull request's. */
export type BranchWriter = (cx: Cx, repo: Repo, branch: string | null, account: Account) => Promise<boolean>
export const branchWriters: BranchWriter[] = []

export async function isKept(cx: Cx, repo: Repo, tag: string): Promise<boolean> {
  for (const keeper of tagKeepers) if (await keeper(cx, repo, tag)) return true
  return false
}

export async function isLetIn(cx: Cx, repo: Repo, branch: string | null, account: Account): Promise<boolean> {
  for (const writer of branchWriters) if (await writer(cx, repo, branch, account)) return true
  return false
}
