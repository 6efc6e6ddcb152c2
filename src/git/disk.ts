// What it takes for a file to be there after the power went: its bytes flushed, then its folder's entry.
import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException)?.code
}

/** Makes a folder's entries durable; a folder that has gone needs nothing. */
export async function flushFolder(path: string): Promise<void> {
  let handle: FileHandle
  try {
    handle = await open(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder and those above it, each entry flushed. */
export async function makeFolder(path: string, durable: boolean): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (!first || !durable) return
  for (let at = path; at.length >= first.length; at = dirname(at)) await flushFolder(dirname(at))
}

/** Replaces a file as a whole: readers see the old one or the new one. */
export async function replaceFile(path: string, content: string | Buffer, durable: boolean, mode = 0o644): Promise<void> {
  const temporary = join(dirname(path), `.tmp-${randomBytes(8).toString('hex')}`)
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(content)
      if (durable) await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  if (durable) await flushFolder(dirname(path))
}

/** Every file below a folder, as paths relative to it; links are not followed. */
export async function* walk(folder: string, under = ''): AsyncGenerator<string> {
  let entries
  try {
    entries = await readdir(join(folder, under), { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  for (const entry of entries) {
    const path = under ? `${under}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* walk(folder, path)
    else yield path
  }
}

/** Bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  let sum = 0
  for await (const path of walk(folder)) {
    try {
      sum += (await lstat(join(folder, path))).size
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
  return sum
}
