// The git side of an import: branches and tags of the source, heads of its pull requests, its wiki.
import type { Repo } from '../../access/index.ts'
import { init, objects, refs, remotes, type Advertised, type GitDir, type Remote } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { wikiDir } from '../../repos/index.ts'
import type { Source } from '../ground/address.ts'
import { remoteOf, wikiAddress, wordsOf } from '../ground/remote.ts'

export interface Looked {
  remote: Remote
  there: Advertised
  /** the branch to begin with */
  branch: string
}

export async function look(cx: Cx, source: Source): Promise<Looked> {
  const remote = await remoteOf(cx, source)
  const there = await remotes.look(cx.git, remote)
  return { remote, there, branch: branchOf(cx, there) }
}

function branchOf(cx: Cx, there: Advertised): string {
  const has = (name: string) => there.refs.has(`refs/heads/${name}`)
  const first = [...there.refs.keys()].find((name) => name.startsWith('refs/heads/'))?.slice(11)
  const usual = [there.head ?? '', cx.config.default_branch, 'main', 'master'].find((name) => name !== '' && has(name))
  return usual ?? first ?? (there.head && refs.validRefName(`refs/heads/${there.head}`) ? there.head : cx.config.default_branch)
}

/** Branches and tags, which are all that is taken over under its name. */
export const ours = (there: Advertised): Map<string, string> => new Map([...there.refs].filter(([name]) => /^refs\/(heads|tags)\//.test(name)))

/** Brings what the refs name and sets them, all or none. */
export async function fill(cx: Cx, dir: GitDir, remote: Remote, wanted: Map<string, string>): Promise<void> {
  await remotes.take(cx.git, dir, remote, wanted.values())
  const updates = [...wanted].map(([ref, oid]) => ({ ref, old: null, new: oid }))
  const result = await refs.update(cx.git, dir, await withoutStrays(cx, dir, updates))
  if (!result.ok) throw invalid(`a ref of the source cannot be kept: ${result.message}`)
  refs.forgetRefs(cx.git, dir)
}

/** A branch names a commit and nothing else. */
async function withoutStrays<T extends { ref: string; new: string }>(cx: Cx, dir: GitDir, updates: T[]): Promise<T[]> {
  const kept: T[] = []
  for (const one of updates) {
    const type = (await objects.info(cx.git, dir, one.new))?.type
    if (type === 'commit' || (type !== undefined && one.ref.startsWith('refs/tags/'))) kept.push(one)
  }
  return kept
}

/** The wiki beside the source, if there is one of the same kind; undefined otherwise. */
export async function lookForWiki(cx: Cx, source: Source, format: GitDir['format']): Promise<Looked | undefined> {
  const address = wikiAddress(source.address)
  if (address.startsWith('/') && !(await init.detect(address))) return undefined
  try {
    const found = await look(cx, { ...source, address })
    return found.there.refs.size > 0 && found.there.format === format ? found : undefined
  } catch (error) {
    if (wordsOf(error) === undefined) throw error
    return undefined
  }
}

type Stored = Pick<Repo, 'storage' | 'object_format'>

export async function fillWiki(cx: Cx, repo: Stored, { remote, there, branch }: Looked): Promise<void> {
  const dir = wikiDir(cx, repo)
  await init.create(cx.git, dir.path, { format: dir.format, defaultBranch: branch })
  await fill(cx, dir, remote, ours(there))
}

/** Makes the wiki's refs what they are at the source. It has no feed, so nothing is told. */
export async function followWiki(cx: Cx, repo: Stored, looked: Looked): Promise<void> {
  const dir = wikiDir(cx, repo)
  if (!(await init.detect(dir.path))) return fillWiki(cx, repo, looked)
  await remotes.take(cx.git, dir, looked.remote, ours(looked.there).values())
  const { heads, tags } = await refs.list(cx.git, dir)
  const wanted = ours(looked.there)
  const gone = [...heads.values(), ...tags.values()].filter((one) => !wanted.has(one.name)).map((one) => ({ ref: one.name, old: one.oid, new: null }))
  if (gone.length > 0) await refs.update(cx.git, dir, gone)
  await refs.update(cx.git, dir, [...wanted].map(([ref, oid]) => ({ ref, new: oid })))
  refs.forgetRefs(cx.git, dir)
}

