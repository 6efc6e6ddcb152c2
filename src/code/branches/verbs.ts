import { ADMIN, type Access, type Account, type Repo } from '../../access/index.ts'
import { log, objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, forbidden, invalid, notFound, unavailable } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Str } from '../../kernel/schema.ts'
import { gitDir, settingsOf } from '../../repos/index.ts'
import * as commits from '../commits/verbs.ts'
import * as moves from '../moves/verbs.ts'
import { ruleFor } from '../protections/rules.ts'
import * as protectionStore from '../protections/store.ts'
import { judgeFor } from '../protections/verdict.ts'
import * as store from './store.ts'

/** Told before the ref.deleted and ref.created of the same move, so that who follows a branch by name has followed it by then. */
export const renamed = fact('branch.renamed', { old_name: Str, new_name: Str })

moves.settleWith('branch-rename', async (cx, tx, repo, { by_id, data }) => {
  await protectionStore.rename(tx, repo.id, data.old_name, data.new_name, cx.now())
  await store.rename(tx, repo.id, data.old_name, data.new_name, cx.now())
  await emit(tx, renamed, { repo_id: repo.id, by_id: by_id ?? undefined, old_name: data.old_name, new_name: data.new_name })
})

export interface Tip {
  name: string
  oid: string
}

/** Branches whose name holds `q`, those that moved last first. */
export async function list(cx: Cx, repo: Repo, q = ''): Promise<Tip[]> {
  const dir = gitDir(cx, repo)
  const { heads } = await refs.list(cx.git, dir, repo.refs_version)
  const wanted = q.toLowerCase()
  const tips = [...heads].filter(([name]) => name.toLowerCase().includes(wanted)).map(([name, { oid }]) => ({ name, oid }))
  const made = new Map((await objects.commits(cx.git, dir, tips.map((one) => one.oid))).map((one) => [one.oid, one.committer.date]))
  return tips.sort((a, b) => made.get(b.oid)! - made.get(a.oid)! || (a.name < b.name ? -1 : 1))
}

/** Those whose newest commit passes. */
export async function sift(cx: Cx, repo: Repo, tips: Tip[], passes: (commit: objects.Commit) => boolean): Promise<Tip[]> {
  const commits = await objects.commits(cx.git, gitDir(cx, repo), tips.map((one) => one.oid))
  return tips.filter((_, i) => passes(commits[i]))
}

export async function get(cx: Cx, repo: Repo, name: string): Promise<Tip> {
  const oid = await refs.read(gitDir(cx, repo), ref(name))
  if (oid === null) throw notFound()
  return { name, oid }
}

const ref = (name: string) => `refs/heads/${name}`

/** What the rules of the repository say to a move, as the caller hears it. */
async function needRight(cx: Cx, repo: Repo, by: Account, access: Access, move: moves.Move): Promise<void> {
  const refusal = await judgeFor(cx, repo, { account: by, access })(move)
  if (refusal) throw forbidden(`the branch is ${refusal.message}`)
}

/** A move that git refused, in our words. */
export function refused(result: Exclude<refs.RefResult, { ok: true }>, name: string): Error {
  if (result.kind === 'locked') return unavailable('the branch is being moved by somebody else; try again')
  if (result.kind === 'stale') return exists('the branch moved meanwhile')
  return invalid(`not a name a branch can have here: ${name}`)
}

export interface NewBranch {
  new_branch_name: string
  old_ref_name?: string
  old_branch_name?: string
}

export async function create(cx: Cx, repo: Repo, by: Account, access: Access, input: NewBranch): Promise<Tip> {
  if (repo.is_empty) throw notFound()
  const name = input.new_branch_name
  const known = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const oid = input.old_ref_name ? await commits.resolve(cx, repo, input.old_ref_name) : known.heads.get(input.old_branch_name || repo.default_branch)?.oid
  if (!oid) throw notFound()
  if (!refs.validRefName(ref(name))) throw invalid('[NewBranchName]: GitRefName')
  if (known.heads.has(name)) throw taken()
  if ([...known.heads.keys()].some((one) => one.startsWith(`${name}/`) || name.startsWith(`${one}/`))) throw exists('The branch with the same name already exists.')
  if (known.tags.has(name)) throw exists('The branch with the same tag already exists.')
  const move = { ref: ref(name), old: null, new: oid }
  await needRight(cx, repo, by, access, move)
  const moved = await moves.move(cx, repo, { by, via: 'api', moves: [move] })
  if (!moved.ok) throw moved.kind === 'stale' ? taken() : refused(moved, name)
  return { name, oid }
}

const taken = () => exists('The branch already exists.')

export async function rename(cx: Cx, repo: Repo, by: Account, access: Access, from: string, to: string): Promise<void> {
  const dir = gitDir(cx, repo)
  if (from === to || (await refs.read(dir, ref(to))) !== null) throw invalid('Cannot rename a branch using the same name or rename to a branch that already exists.')
  const { oid } = await get(cx, repo, from)
  const isDefault = from === repo.default_branch
  if (access.level < ADMIN && (isDefault || (await ruleFor(cx.db, repo, from)))) throw forbidden('User must be a repo or site admin to rename default or protected branches.')
  await needRight(cx, repo, by, access, { ref: ref(to), old: null, new: oid })
  const moved = await moves.move(cx, repo, {
    by, via: 'api', kind: 'branch-rename', data: { old_name: from, new_name: to }, head: isDefault ? to : undefined,
    moves: [{ ref: ref(from), old: oid, new: null }, { ref: ref(to), old: null, new: oid }],
  })
  if (!moved.ok) throw refused(moved, to)
}

export interface Movement {
  new_commit_id: string
  old_commit_id?: string
  force?: boolean
}

/** Lets a branch name another commit; only forward unless forced. */
export async function point(cx: Cx, repo: Repo, by: Account, access: Access, name: string, { new_commit_id, old_commit_id, force = false }: Movement): Promise<void> {
  const dir = gitDir(cx, repo)
  const { oid } = await get(cx, repo, name)
  if (old_commit_id && old_commit_id !== oid) throw invalid(`the branch is at another commit [given: ${old_commit_id}, expected: ${oid}]`)
  const next = await objects.resolve(cx.git, dir, new_commit_id, { prefer: ['sha'] })
  if (!next || next.kind !== 'commit') throw invalid(`commit does not exist [${new_commit_id}]`)
  if (next.oid === oid) return
  if (!force && !(await log.isAncestor(cx.git, dir, oid, next.oid))) throw invalid('the new commit does not contain the old one; force to leave commits behind')
  const move = { ref: ref(name), old: oid, new: next.oid }
  await needRight(cx, repo, by, access, move)
  const moved = await moves.move(cx, repo, { by, via: 'api', moves: [move] })
  if (!moved.ok) throw moved.kind === 'stale' ? invalid('the branch moved meanwhile') : refused(moved, name)
}

/** Removes a branch; `via` says what for. */
export async function remove(cx: Cx, repo: Repo, by: Account, name: string, via: 'api' | 'merge' = 'api'): Promise<void> {
  const { oid } = await get(cx, repo, name)
  if (name === repo.default_branch) throw forbidden('can not delete default branch')
  if (name === settingsOf(repo).default_target_branch) throw forbidden('can not delete the target branch of pull requests')
  if (await ruleFor(cx.db, repo, name)) throw forbidden('branch protected')
  const moved = await moves.move(cx, repo, { by, via, moves: [{ ref: ref(name), old: oid, new: null }] })
  if (!moved.ok) throw refused(moved, name)
}
