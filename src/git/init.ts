// A repository folder's beginning and end. The folder is made by hand: no template, no hooks, a configuration of ours alone.
import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { codeOf, flushFolder, makeFolder, replaceFile, sizeOf, walk } from './disk.ts'
import { forgetPacks } from './packs.ts'
import { endReaders } from './pool.ts'
import { forgetRefs, validRefName } from './refs.ts'
import type { Git, GitDir } from './run.ts'

/** A repository is there already. */
export class Exists extends Error {
  constructor(path: string) {
    super(`there is a repository at ${path} already`)
    this.name = 'Exists'
  }
}

function configOf(format: GitDir['format']): string {
  return format === 'sha1'
    ? '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n'
    : '[core]\n\trepositoryformatversion = 1\n\tfilemode = true\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n'
}

async function there(path: string): Promise<boolean> {
  return lstat(path).then(() => true, () => false)
}

/** In a folder that nobody has written down yet; whoever finds it after a crash may take the folder away. */
const DRAFT = 'codestead-draft'

/** Makes an empty bare repository; it appears whole or not at all. A draft is one until `keep`. */
export async function create(git: Git, path: string, options: { format?: GitDir['format']; defaultBranch?: string; draft?: boolean } = {}): Promise<GitDir> {
  const { format = 'sha1', defaultBranch = 'main', draft: unsure = false } = options
  if (!isAbsolute(path) || path.includes('\0') || path.includes('\n')) throw new TypeError('a repository needs an absolute path')
  if (!validRefName(`refs/heads/${defaultBranch}`)) throw new TypeError(`not a branch name: ${JSON.stringify(defaultBranch)}`)
  if (await there(path)) throw new Exists(path)
  await makeFolder(dirname(path), git.durable)
  const draft = `${path}.new-${randomBytes(6).toString('hex')}`
  try {
    for (const folder of ['', 'objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads', 'refs/tags']) await mkdir(join(draft, folder))
    for (const [name, content] of [['config', configOf(format)], ['HEAD', `ref: refs/heads/${defaultBranch}\n`], ...(unsure ? [[DRAFT, '']] : [])]) {
      await writeFile(join(draft, name), content)
      if (git.durable) await flushFile(join(draft, name))
    }
    if (git.durable) for (const folder of ['objects', 'refs', '']) await flushFolder(join(draft, folder))
    if (await there(path)) throw new Exists(path)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error)!) ? new Exists(path) : error
  }
  if (git.durable) await flushFolder(dirname(path))
  return { path, format }
}

/** The draft has become a repository that somebody knows of. */
export const keep = (dir: GitDir): Promise<void> => rm(join(dir.path, DRAFT), { force: true })

/** Whether a folder is a draft, or not even the beginning of a repository: nothing that anybody was told of. */
export async function isNobodys(path: string): Promise<boolean> {
  if (await there(join(path, DRAFT))) return true
  return lstat(join(path, 'HEAD')).then(() => false, (error) => codeOf(error) === 'ENOENT')
}

async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Puts our configuration in place of whatever a restored or adopted repository brought along. */
export async function writeConfig(git: Git, dir: GitDir): Promise<void> {
  await replaceFile(join(dir.path, 'config'), configOf(dir.format), git.durable)
  for (const name of ['config.worktree', 'objects/info/alternates', 'objects/info/http-alternates', 'info/attributes', 'info/grafts', 'shallow']) {
    await rm(join(dir.path, name), { force: true })
  }
}

/** What kind of repository lies at a path, or null if none does. */
export async function detect(path: string): Promise<GitDir | null> {
  try {
    const config = await readFile(join(path, 'config'), 'utf8')
    const head = await readFile(join(path, 'HEAD'), 'utf8')
    if (!/^(ref: refs\/|[0-9a-f]{40,64}\n?$)/.test(head) || !(await lstat(join(path, 'objects'))).isDirectory()) return null
    return { path, format: /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1' }
  } catch {
    return null
  }
}

/** Removes the folder; first it vanishes under its name, then its files go. Nothing happens if it is gone. */
export async function remove(git: Git, dir: GitDir): Promise<void> {
  const doomed = `${dir.path}.gone-${randomBytes(6).toString('hex')}`
  try {
    await rename(dir.path, doomed)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  await forget(git, dir)
  if (git.durable) await flushFolder(dirname(dir.path))
  await rm(doomed, { recursive: true, force: true })
}

/** Gives the folder another path. */
export async function move(git: Git, dir: GitDir, path: string): Promise<GitDir> {
  if (!isAbsolute(path)) throw new TypeError('a repository needs an absolute path')
  if (await there(path)) throw new Exists(path)
  await makeFolder(dirname(path), git.durable)
  await endReaders(git, dir)
  await rename(dir.path, path)
  await forget(git, dir)
  if (git.durable) {
    await flushFolder(dirname(path))
    await flushFolder(dirname(dir.path))
  }
  return { path, format: dir.format }
}

/** Drops everything remembered about a repository: its readers, refs, objects and kept answers. */
export async function forget(git: Git, dir: GitDir): Promise<void> {
  await endReaders(git, dir)
  forgetRefs(git, dir)
  forgetPacks(git, dir)
  git.memory.drop(`${dir.path}\0`)
}

/** Whether it has no branch at all. */
export async function isEmpty(dir: GitDir): Promise<boolean> {
  for await (const file of walk(join(dir.path, 'refs/heads'))) if (!file.endsWith('.lock')) return false
  const packed = await readFile(join(dir.path, 'packed-refs'), 'latin1').catch(() => '')
  return !packed.includes(' refs/heads/')
}

/** Bytes on disk. */
export function size(dir: GitDir): Promise<number> {
  return sizeOf(dir.path)
}
