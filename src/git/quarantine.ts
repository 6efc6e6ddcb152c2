// Objects of a push live in a folder of their own until the push is accepted; then they move into the repository.
import { randomBytes, createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, inflate, inflateSync } from 'node:zlib'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'

// git's own name for such folders, so that its housekeeping removes what we might miss.
const prefix = 'tmp_objdir-incoming-'
const here = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const live = new Set<string>()

export interface Quarantine {
  path: string
  /** Environment with which git children write to the quarantine and read from both. */
  env: Record<string, string>
}

export async function create(dir: { path: string }): Promise<Quarantine> {
  const objects = join(dir.path, 'objects')
  const path = join(objects, `${prefix}${here}-${process.pid}-${randomBytes(6).toString('hex')}`)
  live.add(path)
  try {
    await mkdir(path)
    await mkdir(join(path, 'pack'))
  } catch (error) {
    live.delete(path)
    throw error
  }
  const env = {
    GIT_OBJECT_DIRECTORY: path,
    // The list is separated by colons; a quoted entry may hold any byte.
    GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${objects.replace(/["\\]/g, '\\$&')}"`,
    GIT_QUARANTINE_PATH: path,
  }
  return { path, env }
}

export async function discard(quarantine: Quarantine): Promise<void> {
  await rm(quarantine.path, { recursive: true, force: true })
  live.delete(quarantine.path)
}

const inflated = promisify(inflate) as (data: Buffer, options: object) => Promise<Buffer>
const HEAD = 256

/** An object that lies loose in an object folder; null if it does not. What it holds comes with it if that is no blob and no more than `most` bytes. */
export async function loose(folder: string, id: string, most = 0): Promise<{ type: string; body?: Buffer } | null> {
  const file = await open(join(folder, id.slice(0, 2), id.slice(2)), 'r').catch(() => null)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    const head = inflateSync(buffer.subarray(0, bytesRead), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 20 })
    const [line, type, size] = /^([a-z]+) (\d+)\0/.exec(head.toString('latin1', 0, 64)) ?? []
    if (!line) return null
    if (type === 'blob' || Number(size) > most) return { type }
    return { type, body: (await inflated(await file.readFile(), { maxOutputLength: most + HEAD })).subarray(line.length) }
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Moves the objects into the repository; if `durable`, they survive a power cut when it returns. */
export async function migrate(dir: { path: string }, quarantine: Quarantine, durable: boolean): Promise<void> {
  const objects = join(dir.path, 'objects')
  const folders = new Set<string>()
  for (const name of (await readdir(quarantine.path)).sort()) {
    if (name !== 'pack' && !/^[0-9a-f]{2}$/.test(name)) continue
    const from = join(quarantine.path, name)
    const files = (await readdir(from)).filter((file) => !file.startsWith('tmp_'))
    if (files.length === 0) continue
    const to = join(objects, name)
    if (await made(to)) folders.add(objects)
    folders.add(to)
    if (durable) await Promise.all(files.map((file) => flush(join(from, file))))
    // A pack counts from the moment its index appears, so the index goes last.
    if (name === 'pack') for (const file of files.sort(indexLast)) await rename(join(from, file), join(to, file))
    else await Promise.all(files.map((file) => adopt(join(from, file), join(to, file))))
  }
  if (durable) await Promise.all([...folders].map(flush))
  await discard(quarantine)
}

/** Whether the folder is a new one. Those above it must be there: a repository that was removed meanwhile must not come back. */
async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function indexLast(a: string, b: string): number {
  return Number(a.endsWith('.idx')) - Number(b.endsWith('.idx'))
}

// Linking instead of renaming keeps a copy that is already there, which somebody may be reading.
async function adopt(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EMLINK') throw error
    await rename(from, to)
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Removes quarantines that a killed process left behind: at once if that process ran on this machine and is gone,
 * after `graceMs` without change otherwise. Returns how many went.
 */
export async function sweepQuarantine(dir: { path: string }, graceMs = 3_600_000): Promise<number> {
  const objects = join(dir.path, 'objects')
  let removed = 0
  for (const name of await readdir(objects).catch(() => [] as string[])) {
    if (!name.startsWith('tmp_objdir-')) continue
    const path = join(objects, name)
    if (live.has(path)) continue
    const changed = await newest(path)
    if (!abandoned(name, changed) && Date.now() - changed < graceMs) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

function abandoned(name: string, changed: number): boolean {
  const [machine, process_] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : []
  if (machine !== here) return false
  const pid = Number(process_)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  // In a container every start may get the same number; another thread of this process must not be disturbed.
  if (pid === process.pid) return changed < Date.now() - process.uptime() * 1000
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function newest(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => [] as string[])
  const times = await Promise.all([path, ...names.slice(0, 1000).map((name) => join(path, name))]
    .map((file) => stat(file).then((it) => it.mtimeMs, () => 0)))
  return Math.max(...times)
}
