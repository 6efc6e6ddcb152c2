// New objects, written as loose files from here: no child, flushed with their folder before anything can point at them.
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createDeflate, deflate } from 'node:zlib'
import { codeOf, flushFolder } from './disk.ts'
import { formatCommit, formatTag, formatTree, type Entry, type NewCommit, type NewTag } from './parse.ts'
import { Lane } from './lane.ts'
import { rev, type Git, type GitDir } from './run.ts'

const squeeze = promisify(deflate)
// a commit may bring thousands of files, and open files are few and everybody's
const writing = new Lane(32, Infinity)

function folderOf(dir: GitDir): string {
  return dir.quarantine ?? join(dir.path, 'objects')
}

function filed(dir: GitDir, oid: string): string {
  return join(folderOf(dir), oid.slice(0, 2), oid.slice(2))
}

/** The id an object has or would have. */
export function oidOf(dir: GitDir, type: string, data: Buffer): string {
  return createHash(dir.format).update(`${type} ${data.length}\0`).update(data).digest('hex')
}

// what lies in a quarantine is flushed when it is let in
function durable(git: Git, dir: GitDir): boolean {
  return git.durable && !dir.quarantine
}

// an object that is there already only has to look recent, so that cleaning does not take it
async function refreshed(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(() => true, () => false)
}

async function place(git: Git, dir: GitDir, temporary: string, oid: string): Promise<void> {
  const path = filed(dir, oid)
  const made = await mkdir(dirname(path), { recursive: true })
  try {
    await rename(temporary, path)
  } catch (error) {
    // the folder was empty and cleaned away in between
    if (codeOf(error) !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true })
    await rename(temporary, path)
  }
  if (!durable(git, dir)) return
  await flushFolder(dirname(path))
  if (made) await flushFolder(folderOf(dir))
}

/** Writes one object and gives its id. */
export async function writeObject(git: Git, dir: GitDir, type: 'blob' | 'tree' | 'commit' | 'tag', data: Buffer): Promise<string> {
  const leave = await writing.enter()
  try {
    return await written(git, dir, type, data)
  } finally {
    leave()
  }
}

async function written(git: Git, dir: GitDir, type: string, data: Buffer): Promise<string> {
  const oid = oidOf(dir, type, data)
  if (await refreshed(filed(dir, oid))) return oid
  const packed = await squeeze(Buffer.concat([Buffer.from(`${type} ${data.length}\0`), data]), { level: 1 })
  const temporary = join(folderOf(dir), `tmp_obj_${randomBytes(8).toString('hex')}`)
  try {
    const handle = await open(temporary, 'wx', 0o444)
    try {
      await handle.writeFile(packed)
      if (durable(git, dir)) await handle.sync()
    } finally {
      await handle.close()
    }
    await place(git, dir, temporary, oid)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return oid
}

/** Writes a blob; a stream must say its size beforehand and is refused if it lied. */
export async function writeBlob(git: Git, dir: GitDir, content: Buffer | string | { stream: Readable; size: number }): Promise<string> {
  if (typeof content === 'string') return writeObject(git, dir, 'blob', Buffer.from(content))
  if (Buffer.isBuffer(content)) return writeObject(git, dir, 'blob', content)
  const { stream, size } = content
  const head = Buffer.from(`blob ${size}\0`)
  const hash = createHash(dir.format).update(head)
  let seen = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length
      hash.update(chunk)
      done(seen > size ? new Error('more bytes than announced') : null, chunk)
    },
    flush(done) {
      done(seen === size ? null : new Error('fewer bytes than announced'))
    },
  })
  const deflater = createDeflate({ level: 1 })
  deflater.write(head)
  const temporary = join(folderOf(dir), `tmp_obj_${randomBytes(8).toString('hex')}`)
  try {
    await pipeline(stream, measure, deflater, createWriteStream(temporary, { flags: 'wx', mode: 0o444, flush: durable(git, dir) }))
    const oid = hash.digest('hex')
    await place(git, dir, temporary, oid)
    return oid
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Writes a tree; names and modes are checked here, order is ours to make. */
export async function writeTree(git: Git, dir: GitDir, entries: Entry[]): Promise<string> {
  const names = new Set<string>()
  for (const entry of entries) {
    const key = entry.bytes ? entry.bytes.toString('latin1') : Buffer.from(entry.name).toString('latin1')
    if (key === '' || /[\0/]/.test(key) || names.has(key)) throw new TypeError(`not a tree entry: ${JSON.stringify(entry.name)}`)
    if (!/^(100644|100755|120000|040000|160000|100664)$/.test(entry.mode)) throw new TypeError(`not a mode: ${entry.mode}`)
    rev(dir, entry.oid)
    names.add(key)
  }
  return writeObject(git, dir, 'tree', formatTree(entries))
}

/** How new commits and tags are signed: gets their bytes, gives the armoured signature. */
export type Sign = (payload: Buffer) => Promise<string>

export async function writeCommit(git: Git, dir: GitDir, commit: NewCommit & { sign?: Sign }): Promise<string> {
  rev(dir, commit.tree)
  for (const parent of commit.parents) rev(dir, parent)
  const signature = commit.sign ? await commit.sign(formatCommit(dir.format, { ...commit, signature: undefined })) : commit.signature
  return writeObject(git, dir, 'commit', formatCommit(dir.format, { ...commit, signature }))
}

export async function writeTag(git: Git, dir: GitDir, tag: NewTag & { sign?: Sign }): Promise<string> {
  rev(dir, tag.object)
  if (/[\0\n]/.test(tag.name) || tag.name === '') throw new TypeError('not a tag name')
  const signature = tag.sign ? await tag.sign(formatTag({ ...tag, signature: undefined })) : tag.signature
  return writeObject(git, dir, 'tag', formatTag({ ...tag, signature }))
}
