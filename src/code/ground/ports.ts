// What rooms above know of refs. They connect themselves here when they are loaded.
import type { Access, Account, Repo } from '../../access/index.ts'
import type { GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'

/** Whether something above holds on to a tag, so that the API does not delete it. */
export type TagKeeper = (cx: Cx, repo: Repo, tag: string) => Promise<boolean>
export const tagKeepers: TagKeeper[] = []

/** Whether somebody without the right to write code may still write to this branch (null: to any), as maintainers may to a pull request's. */
export type BranchWriter = (cx: Cx, repo: Repo, branch: string | null, account: Account) => Promise<boolean>
export const branchWriters: BranchWriter[] = []

/** A commit pushed to refs/for/…, which is no ref: it proposes a change. */
export interface Proposed {
  ref: string
  new: string | null
  /** as the pusher told them: key or key=value */
  options: readonly string[]
}
export interface ProposedTo {
  repo: Repo
  account: Account
  access: Access
}
/** The ref that was written in its place, and what the pusher is told. */
export interface Taken {
  ref: string
  old: string | null
  forced: boolean
  words: string[]
}
/** What takes proposals: the reason against one, before its objects are let in, and then the deed. */
export interface Proposer {
  refuse(cx: Cx, at: ProposedTo, proposed: Proposed, dir: GitDir): Promise<string | undefined>
  take(cx: Cx, at: ProposedTo, proposed: Proposed): Promise<Taken | string>
  /** what whoever pushed a branch is told of proposing it */
  announce(cx: Cx, at: ProposedTo, branch: string, isNew: boolean): Promise<string[]>
}
export const proposers: Proposer[] = []

export async function isKept(cx: Cx, repo: Repo, tag: string): Promise<boolean> {
  for (const keeper of tagKeepers) if (await keeper(cx, repo, tag)) return true
  return false
}

export async function isLetIn(cx: Cx, repo: Repo, branch: string | null, account: Account): Promise<boolean> {
  for (const writer of branchWriters) if (await writer(cx, repo, branch, account)) return true
  return false
}
