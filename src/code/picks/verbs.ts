// The change of one commit made again on a branch, or undone there.
import type { Access, Account, Repo } from '../../access/index.ts'
import { merge, objects, refs, tree as trees } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, invalid, notFound } from '../../kernel/errors.ts'
import { formatTimeAt } from '../../kernel/times.ts'
import { gitDir, quota } from '../../repos/index.ts'
import { branchesOf, committed } from '../files/verbs.ts'
import { personOf } from '../ground/identities.ts'

export type How = 'pick' | 'revert'

export interface Picking {
  how: How
  /** the commit whose change is meant; of a merge what it brought to its first parent */
  oid: string
  branch: string
  new_branch?: string
  message: string
}

/** One commit on the branch, or on a new one that begins there. Who wrote what is picked stays its author. */
export async function apply(cx: Cx, repo: Repo, by: Account, access: Access, { how, oid, message, ...where }: Picking): Promise<{ branch: string; commit: string }> {
  const branches = await branchesOf(cx, repo, by, access, where)
  await quota.needAny(cx, repo.owner)
  const old = await objects.commit(cx.git, gitDir(cx, repo), oid)
  const written = how === 'pick' ? { author: { name: old.author.name, email: old.author.email }, dates: { author: formatTimeAt(old.author.date, old.author.offset) } } : {}
  const around = { ...where, ...written, committer: personOf(cx, by) }
  return committed(cx, repo, { by, access, around, ...branches, said: () => `${message.trim()}\n` }, async (base) => {
    const made = await merged(cx, repo, how, oid, base, false)
    if (made.tree === null) throw exists(`the change does not fit: ${made.conflicts.slice(0, 10).join(', ')}`)
    if (made.tree === base) throw invalid('that changes nothing here')
    return made.tree
  })
}

export interface Prospect {
  conflicts: string[]
  /** the branch has it, or lacks it, already */
  idle: boolean
}

/** What would come of it now. */
export async function prospect(cx: Cx, repo: Repo, how: How, oid: string, branch: string): Promise<Prospect> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, `refs/heads/${branch}`)
  if (tip === null) throw notFound()
  const { tree } = await objects.commit(cx.git, dir, tip)
  const made = await merged(cx, repo, how, oid, tree, true)
  return { conflicts: made.conflicts ?? [], idle: made.tree === tree }
}

async function merged(cx: Cx, repo: Repo, how: How, oid: string, onto: string | null, dry: boolean): Promise<merge.MergedTree> {
  const dir = gitDir(cx, repo)
  const { tree, parents } = await objects.commit(cx.git, dir, oid)
  const before = parents[0] ? (await objects.commit(cx.git, dir, parents[0])).tree : null
  const nothing = trees.emptyTree(dir)
  const [base, theirs] = how === 'pick' ? [before ?? nothing, tree] : [tree, before ?? nothing]
  return merge.mergeTrees(cx.git, dir, onto ?? nothing, theirs, { base, dry })
}
