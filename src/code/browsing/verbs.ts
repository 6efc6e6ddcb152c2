// What pages show of folders and files, from what git keeps for ever.
import type { Repo } from '../../access/index.ts'
import { lfs, log, objects, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { bytesOf, sizeOf } from '../content/blobs.ts'
import { mediaType } from '../content/sniff.ts'
import { parseModules } from '../content/submodules.ts'
import * as largeFiles from '../large-files/store.ts'
import { lastOnes } from './last.ts'

export interface FolderEntry extends tree.PathEntry {
  /** names of folders that hold nothing but the next one, down to the first that holds more */
  label: string
  last?: objects.Commit
  /** of a submodule, as .gitmodules says it */
  module?: string
}

/** Of so many folders it is looked whether they hold a single folder. */
const LOOKED_INTO = 300
const DEEPEST = 12

export interface Folder {
  entries: FolderEntry[]
  /** false while the last commits are still being looked for */
  complete: boolean
}

/** A folder's entries, folders first, each with the commit that last changed it. Nothing is asked twice of one commit. */
export async function folder(cx: Cx, dir: GitDir, commit: string, path: string): Promise<Folder> {
  const entries = (await tree.listFolder(cx.git, dir, (await objects.commit(cx.git, dir, commit)).tree, path)) ?? []
  const last = await lastOnes(cx, dir, commit, path)
  const commits = last ?? new Map<string, string>()
  const oids = [...new Set(commits.values())]
  const known = new Map((await objects.commits(cx.git, dir, oids)).map((one) => [one.oid, one]))
  const modules = entries.some((one) => one.kind === 'submodule') ? await modulesOf(cx, dir, commit) : undefined
  const found = await Promise.all(entries.map(async (one, i): Promise<FolderEntry> => ({
    ...one, ...(one.kind === 'dir' && i < LOOKED_INTO ? await descend(cx, dir, one) : { label: one.name }), last: known.get(commits.get(one.name) ?? ''), module: modules?.get(one.path),
  })))
  const weight = (one: FolderEntry) => (one.kind === 'dir' ? 0 : one.kind === 'submodule' ? 1 : 2)
  return { entries: found.sort((a, b) => weight(a) - weight(b)), complete: last !== undefined }
}

async function descend(cx: Cx, dir: GitDir, entry: tree.PathEntry): Promise<{ label: string; path: string }> {
  let { oid, path, name: label } = entry
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inside = await objects.tree(cx.git, dir, oid)
    if (inside.length !== 1 || inside[0].kind !== 'dir') break
    oid = inside[0].oid
    path += `/${inside[0].name}`
    label += `/${inside[0].name}`
  }
  return { label, path }
}

async function modulesOf(cx: Cx, dir: GitDir, commit: string): Promise<Map<string, string>> {
  const entry = await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, commit)).tree, '.gitmodules')
  const size = entry?.kind === 'file' ? await sizeOf(cx, dir, entry.oid) : undefined
  return size === undefined || size > 1024 * 1024 ? new Map() : parseModules((await bytesOf(cx, dir, entry!.oid, size)).toString('utf8'))
}

/** Text longer than this is not put into a page. */
const SHOWN = 1024 * 1024

export interface FileContent {
  size: number
  type: string
  isText: boolean
  /** empty where it is no text or too long */
  text: string
  tooLong: boolean
  /** the file is a pointer to a large one; whether that is here */
  pointer?: { oid: string; size: number; here: boolean }
}

export async function file(cx: Cx, repo: Repo, entry: tree.PathEntry): Promise<FileContent> {
  const dir = gitDir(cx, repo)
  const size = (await sizeOf(cx, dir, entry.oid)) ?? 0
  const tooLong = size > SHOWN
  const data = tooLong ? await firstOf(cx, dir, entry.oid) : await bytesOf(cx, dir, entry.oid, SHOWN)
  const type = mediaType(data, entry.name)
  const isText = type.startsWith('text/') || type === 'image/svg+xml'
  const pointer = size <= lfs.maxPointerBytes ? lfs.parsePointer(data) : null
  return {
    size, type, isText, tooLong, text: isText && !tooLong ? data.toString('utf8') : '',
    pointer: pointer ? { oid: pointer.oid, size: pointer.size, here: (await largeFiles.find(cx.db, repo.id, pointer.oid)) !== undefined } : undefined,
  }
}

async function firstOf(cx: Cx, dir: GitDir, oid: string): Promise<Buffer> {
  const { stream } = await objects.blobStream(cx.git, dir, oid)
  for await (const piece of stream) {
    stream.destroy()
    return piece as Buffer
  }
  return Buffer.alloc(0)
}

export interface Readme {
  path: string
  name: string
  text: string
}
const READMES = /^readme(\.(md|markdown|mdown|txt|rst|adoc|org))?$/i
const README_LIMIT = 512 * 1024

/** The text that explains a folder; the root's may also lie in the folders hosts keep such things in. */
export async function readme(cx: Cx, dir: GitDir, commit: string, path: string): Promise<Readme | undefined> {
  const root = (await objects.commit(cx.git, dir, commit)).tree
  for (const folder of path === '' ? ['', '.gitea', '.github', 'docs'] : [path]) {
    const entries = ((await tree.listFolder(cx.git, dir, root, folder)) ?? []).filter((one) => READMES.test(one.name) && one.kind !== 'dir' && one.kind !== 'submodule')
    const chosen = entries.sort((a, b) => Number(/\.m/i.test(b.name)) - Number(/\.m/i.test(a.name)))[0]
    const real = chosen?.kind === 'symlink' ? await followed(cx, dir, root, chosen) : chosen
    const size = real && (await sizeOf(cx, dir, real.oid))
    if (real && size !== undefined && size > 0 && size <= README_LIMIT) return { path: real.path, name: real.name, text: (await bytesOf(cx, dir, real.oid, size)).toString('utf8') }
  }
  return undefined
}

/** Where a link leads inside the repository, if it leads to a file there. */
export async function followed(cx: Cx, dir: GitDir, root: string, link: tree.PathEntry): Promise<tree.PathEntry | undefined> {
  const target = (await bytesOf(cx, dir, link.oid, 4096).catch(() => Buffer.alloc(0))).toString('utf8')
  const names = link.path.split('/').slice(0, -1)
  if (target === '' || target.startsWith('/')) return undefined
  for (const name of target.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '.' && name !== '') names.push(name)
  }
  const found = names.length > 0 ? await tree.find(cx.git, dir, root, names.join('/')) : null
  return found ?? undefined
}

/** Every file of a commit, for finding one by its name. */
export async function paths(cx: Cx, dir: GitDir, commit: string, limit: number): Promise<{ list: string[]; more: boolean }> {
  const root = (await objects.commit(cx.git, dir, commit)).tree
  const key = `${dir.path}\0paths\0${root}\0${limit}`
  const known = cx.git.memory.get(key) as { list: string[]; more: boolean } | undefined
  if (known) return known
  const { entries } = await tree.list(cx.git, dir, root, { recursive: true, limit: Infinity })
  const all = entries.filter((one) => one.kind !== 'dir').map((one) => one.path)
  const found = { list: all.slice(0, limit), more: all.length > limit }
  cx.git.memory.set(key, found, found.list.reduce((sum, one) => sum + 2 * one.length + 50, 200))
  return found
}

export const lastTouch = (cx: Cx, dir: GitDir, commit: string, path: string): Promise<string | null> => log.lastCommit(cx.git, dir, commit, path)
