// Where in a repository a request points: which commit, and which path inside it.
import type { Repo } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'

export interface At {
  /** as web addresses say it: /src/branch/main */
  kind: 'branch' | 'tag' | 'commit'
  /** the branch's, tag's or commit's own name */
  name: string
  /** as it was asked for */
  ref: string
  commit: string
}

/** A branch, tag (which wins), their full names, or a whole commit id; nothing asked is the default branch. */
export async function locate(cx: Cx, repo: Repo, ref = ''): Promise<At> {
  const found = ref ? await find(cx, repo, ref) : await byKind(cx, repo, 'branch', repo.default_branch)
  if (!found) throw notFound()
  return found
}

export async function find(cx: Cx, repo: Repo, ref: string): Promise<At | undefined> {
  const known = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const full = /^refs\/(heads|tags)\/(.+)$/.exec(ref)
  const name = full?.[2] ?? ref
  if (full?.[1] !== 'heads' && known.tags.has(name)) return at(cx, repo, 'tag', name, ref, known.tags.get(name)!)
  if (full?.[1] !== 'tags' && known.heads.has(name)) return at(cx, repo, 'branch', name, ref, known.heads.get(name)!)
  return full ? undefined : byId(cx, repo, ref)
}

/** Only a whole id, in small letters. */
export async function byId(cx: Cx, repo: Repo, id: string): Promise<At | undefined> {
  if (id.length !== (repo.object_format === 'sha1' ? 40 : 64) || !/^[0-9a-f]+$/.test(id)) return undefined
  const found = await objects.resolve(cx.git, gitDir(cx, repo), id, { prefer: ['sha'] })
  return found ? { kind: 'commit', name: id, ref: id, commit: found.oid } : undefined
}

export async function byKind(cx: Cx, repo: Repo, kind: 'branch' | 'tag', name: string): Promise<At | undefined> {
  const known = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const found = (kind === 'branch' ? known.heads : known.tags).get(name)
  return found && at(cx, repo, kind, name, name, found)
}

async function at(cx: Cx, repo: Repo, kind: At['kind'], name: string, ref: string, { oid, type }: Pick<refs.Ref, 'oid' | 'type'>): Promise<At | undefined> {
  const commit = type === 'commit' ? oid : (await objects.resolve(cx.git, gitDir(cx, repo), oid, { prefer: ['sha'] }))?.oid
  return commit ? { kind, name, ref, commit } : undefined
}

/** A path that begins with a ref: the ref, and what is left. One branch never lies inside another, so the first hit is the only one. */
export async function split(path: string, look: (ref: string) => Promise<At | undefined>): Promise<{ at: At; path: string } | undefined> {
  const names = path.split('/')
  for (let i = 1; i <= names.length && i <= 50; i++) {
    const found = await look(names.slice(0, i).join('/'))
    if (found) return { at: found, path: names.slice(i).join('/') }
  }
  return undefined
}

/** Without dots and doubled slashes; null where nothing is left, or it leads out or to the repository's own folder. */
export function clean(path: string): string | null {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return null
    } else if (name !== '' && name !== '.') names.push(name)
  }
  return names.length === 0 || names.some((one) => one.toLowerCase() === '.git') ? null : names.join('/')
}

export function readable(path: string): string {
  const found = clean(path)
  if (found === null) throw bad(`path contains a malformed path component [path: ${path}]`)
  return found
}
