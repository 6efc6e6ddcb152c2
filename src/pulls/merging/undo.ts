// What is undone of a merged pull request, where one commit holds all of it.
import { WRITE } from '../../access/index.ts'
import { objects, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import { branchRef } from '../ground/refs.ts'

/** That commit, for those who may undo it. */
export async function undoable(cx: Cx, { row, commits, lost }: OpenPull): Promise<string | undefined> {
  const { repo, pull, actor, access } = row
  const { merge_commit: oid } = pull
  if (!pull.is_merged || !oid || lost || repo.is_archived || actor.account === null || access.units.code < WRITE) return undefined
  const dir = gitDir(cx, repo)
  const [base, made] = await Promise.all([refs.read(dir, branchRef(pull.base_branch)), objects.info(cx.git, dir, oid)])
  if (base === null || made?.type !== 'commit') return undefined
  return commits <= 1 || (await isWhole(cx, dir, oid, pull.head_sha)) ? oid : undefined
}

/** A merge or a squash; several commits that came one by one leave their last one behind only. */
async function isWhole(cx: Cx, dir: GitDir, oid: string, head: string): Promise<boolean> {
  const { parents } = await objects.commit(cx.git, dir, oid)
  if (parents.length !== 1) return parents.length > 1
  const last = await objects.commit(cx.git, dir, head)
  const [before, other] = await Promise.all([parents[0], last.parents[0] ?? head].map((one) => objects.commit(cx.git, dir, one)))
  return before.message !== other.message || before.author.date !== other.author.date || before.author.email !== other.author.email
}
