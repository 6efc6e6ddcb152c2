// What a head has that a base has not, also across forks.
import { accessTo, READ, type Actor, type Repo } from '../../access/index.ts'
import { bring, diff, log, objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { gitDir, settingsOf } from '../../repos/index.ts'
import * as commits from '../commits/verbs.ts'
import { findRelative } from './store.ts'

export interface Comparison {
  /** where both commits can be read */
  repo: Repo
  base: string
  head: string
  /** three dots: diffs start where the two parted */
  merge: boolean
}

/** `base...head`, `base..head` or a head alone; the head may be `owner:ref` or `owner/repo:ref`. */
export async function between(cx: Cx, repo: Repo, actor: Actor, asked: string): Promise<Comparison> {
  const [, left, dots = '...', right] = /^(.*?)(\.\.\.?)(.*)$/.exec(asked) ?? [undefined, '', '...', asked]
  const base = await commits.resolve(cx, repo, left || settingsOf(repo).default_target_branch || repo.default_branch, true)
  const colon = right!.indexOf(':')
  const from = colon < 0 ? repo : await relative(cx, repo, actor, right!.slice(0, colon))
  const head = await commits.resolve(cx, from, right!.slice(colon + 1) || from.default_branch, true)
  if (from.id !== repo.id) await gather(cx, from, repo, head)
  return { repo, base, head, merge: dots === '...' }
}

async function relative(cx: Cx, repo: Repo, actor: Actor, named: string): Promise<Repo> {
  const [owner, name] = named.split('/')
  if (name === undefined && owner.toLowerCase() === repo.owner.lower_name) return repo
  const found = await findRelative(cx.db, repo, owner, name)
  if (!found) throw bad(`no fork of ${repo.owner.name}/${repo.name} belongs to ${owner}`)
  if ((await accessTo(cx.db, actor, found)).units.code < READ) throw notFound()
  return found
}

/** The head's objects come over once; nothing here points at them, so packing takes them away again. */
async function gather(cx: Cx, from: Repo, to: Repo, head: string): Promise<void> {
  if (from.object_format !== to.object_format) throw notFound()
  if (await objects.info(cx.git, gitDir(cx, to), head)) return
  // a private fork's objects must not be readable by everybody who knows their id
  if (from.is_private && !to.is_private) throw notFound()
  await bring(cx.git, gitDir(cx, from), gitDir(cx, to), await refOf(cx, from, head))
}

async function refOf(cx: Cx, repo: Repo, oid: string): Promise<string> {
  const all = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  for (const one of [...all.heads.values(), ...all.tags.values()]) if (one.oid === oid || one.peeled === oid) return one.name
  throw notFound()
}

/** Newest first. */
export const oidsOf = (cx: Cx, { repo, base, head }: Comparison): Promise<string[]> => log.between(cx.git, gitDir(cx, repo), base, head)

export async function textOf(cx: Cx, { repo, base, head, merge }: Comparison, kind: 'diff' | 'patch') {
  const dir = gitDir(cx, repo)
  const from = merge ? ((await log.mergeBase(cx.git, dir, base, head)) ?? base) : base
  return kind === 'diff' ? diff.patch(cx.git, dir, from, head, { binary: true }) : diff.formatPatch(cx.git, dir, from, head)
}
