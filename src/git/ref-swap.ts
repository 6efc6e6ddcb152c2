// The common move of a ref, one loose branch from one commit to the next, by git's own locking protocol but without a child.
import { lstat, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, flushFolder } from './disk.ts'
import type { Git, GitDir } from './run.ts'

/** True when moved, a word when it could not be, null when this is not the way for it (packed, symbolic, new). */
export async function swap(git: Git, dir: GitDir, ref: string, old: string, next: string): Promise<true | 'stale' | 'locked' | null> {
  const path = join(dir.path, ref)
  const lock = `${path}.lock`
  let handle: FileHandle
  try {
    if (!(await lstat(path)).isFile()) return null
    handle = await open(lock, 'wx', 0o644)
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? 'locked' : null
  }
  let moved = false
  try {
    const now = (await readFile(path, 'latin1')).trim()
    if (now !== old) return now.startsWith('ref:') ? null : 'stale'
    await handle.writeFile(`${next}\n`)
    if (git.durable) await handle.sync()
    await rename(lock, path)
    moved = true
  } catch (error) {
    // a pruner may have packed it between the look and the lock
    if (codeOf(error) === 'ENOENT') return null
    throw error
  } finally {
    await handle.close()
    if (!moved) await rm(lock, { force: true })
  }
  if (git.durable) await flushFolder(dirname(path))
  return true
}
