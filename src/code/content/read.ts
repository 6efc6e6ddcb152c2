// Files and folders as the API reads them.
import type { Repo } from '../../access/index.ts'
import { objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'
import { clean, locate, readable, type At } from './at.ts'
import type { ContentsRecord } from '../files/schema.ts'
import * as view from '../files/view.ts'

const everything: view.Include = { content: true, lfs: true, commit: true }

async function entryAt(cx: Cx, repo: Repo, at: At, path: string): Promise<tree.PathEntry | null> {
  const dir = gitDir(cx, repo)
  return tree.find(cx.git, dir, (await objects.commit(cx.git, dir, at.commit)).tree, path)
}

async function folder(cx: Cx, repo: Repo, at: At, path: string, include: view.Include): Promise<ContentsRecord[]> {
  const dir = gitDir(cx, repo)
  const entries = await tree.listFolder(cx.git, dir, (await objects.commit(cx.git, dir, at.commit)).tree, path)
  if (!entries) throw notFound()
  return view.many(cx, repo, at, path, entries, include)
}

/** The root of a commit. */
export const root = async (cx: Cx, repo: Repo, ref?: string) => folder(cx, repo, await locate(cx, repo, ref), '', { commit: true })

/** A file's record, or those of a folder's entries. */
export async function get(cx: Cx, repo: Repo, asked: string, ref?: string, include = everything): Promise<ContentsRecord | ContentsRecord[]> {
  const path = readable(asked)
  const at = await locate(cx, repo, ref)
  const entry = await entryAt(cx, repo, at, path)
  if (!entry) throw notFound()
  return entry.kind === 'dir' ? folder(cx, repo, at, path, include) : view.one(cx, repo, at, entry, include)
}

const words: Record<string, keyof view.Include> = { file_content: 'content', lfs_metadata: 'lfs', commit_metadata: 'commit', commit_message: 'message' }

/** The same with nothing but what is asked for. */
export async function getExtended(cx: Cx, repo: Repo, asked: string, ref: string | undefined, includes: string | undefined) {
  const include: view.Include = {}
  for (const word of (includes ?? '').split(',').map((one) => one.trim()).filter(Boolean)) {
    if (!Object.hasOwn(words, word)) throw bad(`unknown include option [${word}]`)
    include[words[word]] = true
  }
  const found = /^[./]*$/.test(asked) ? await folder(cx, repo, await locate(cx, repo, ref), '', include) : await get(cx, repo, asked, ref, include)
  return Array.isArray(found) ? { dir_contents: found } : { file_contents: found }
}

/** How many files one answer may hold, and how many bytes of them. */
export const ENTRIES = 30
const BYTES = 100 * 1024 * 1024

/** Records in the order asked; null for what is not there. */
export async function several(cx: Cx, repo: Repo, paths: readonly string[], ref?: string): Promise<(ContentsRecord | null)[]> {
  const at = await locate(cx, repo, ref)
  const found: (ContentsRecord | null)[] = []
  let bytes = 0
  for (const asked of paths.slice(0, ENTRIES)) {
    const path = clean(asked)
    const entry = path === null ? null : await entryAt(cx, repo, at, path)
    const record = entry && (await view.one(cx, repo, at, entry, everything))
    if ((bytes += record?.content ? record.size : 0) > BYTES) break
    found.push(record)
  }
  return found
}
