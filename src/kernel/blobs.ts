// Attachments, LFS objects, artifacts, packages, avatars, archives: bytes under a key, in a folder or an S3 bucket.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { folderStore } from './blobs-folder.ts'
import { s3Store } from './blobs-s3.ts'
import { BlobError } from './blobs-store.ts'
import { LOOK_EVERY, needRoom } from './space.ts'
import type { BlobStat, BlobsConfig, ByteRange, Store } from './blobs-store.ts'

export { BlobError }
export type { BlobStat, BlobsConfig, ByteRange }

/** What must hold, or nothing is stored. */
export interface Promised {
  sha256?: string
  size?: number
  /** 0 is any size, as in the settings. */
  maxBytes?: number
}

export interface Stored {
  key: string
  size: number
  sha256: string
}

export interface StoredContent extends Stored {
  md5: string
  sha1: string
  sha512: string
}

export interface Blobs {
  /** Stores bytes under a key, whole or not at all; when it resolves they are on disk. */
  put(key: string, body: AsyncIterable<Uint8Array> | Uint8Array, promised?: Promised): Promise<Stored>
  /** Stores bytes under their own hash below a folder; the same bytes again are the same blob. */
  putContent(folder: string, body: Readable | Uint8Array, promised?: Promised): Promise<StoredContent>
  /** Null when there is no such blob. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  stat(key: string): Promise<BlobStat | null>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** Everything below a folder; '' is everything. */
  list(folder: string): AsyncIterable<BlobStat & { key: string }>
  /** Removes what interrupted puts left behind more than a day ago; returns how many. */
  sweep(olderThanMs?: number): Promise<number>
}

/** The content-addressed key below a folder. */
export function contentKey(folder: string, sha256: string): string {
  return checkedKey(`${folder}/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`)
}

export function openBlobs(config: BlobsConfig): Blobs {
  const store = config.blobs === 's3' ? s3Store(config, join(config.data, 'spool'))
    : folderStore(join(config.data, 'blobs'))
  return {
    async put(key, body, promised = {}) {
      checkedKey(key)
      const { size, sha256 } = await spooled(config, store, body, promised, ['sha256'], () => key)
      return { key, size, sha256: sha256! }
    },
    async putContent(folder, body, promised = {}) {
      checkedKey(folder)
      const digests: Digest[] = ['sha256', 'md5', 'sha1', 'sha512']
      const found = await spooled(config, store, body, promised, digests, (sha256) => contentKey(folder, sha256))
      return found as typeof found & StoredContent
    },
    get: async (key, range) => store.get(checkedKey(key), checkedRange(range)),
    stat: async (key) => store.stat(checkedKey(key)),
    remove: async (key) => store.remove(checkedKey(key)),
    list: (folder) => store.list(folder && checkedKey(folder)),
    sweep: (olderThanMs = 86_400_000) => sweep(store.spool, olderThanMs),
  }
}

type Digest = 'sha256' | 'md5' | 'sha1' | 'sha512'

async function spooled(
  config: BlobsConfig, store: Store, body: AsyncIterable<Uint8Array> | Uint8Array, promised: Promised, digests: Digest[], keyOf: (sha256: string) => string,
) {
  await mkdir(store.spool, { recursive: true })
  const file = join(store.spool, randomBytes(12).toString('hex'))
  const hashes = digests.map((name) => [name, createHash(name)] as const)
  const maxBytes = promised.maxBytes || Infinity
  await needRoom(config)
  try {
    const handle = await open(file, 'wx', 0o640)
    let size = 0
    let looked = 0
    try {
      for await (const part of partsOf(body)) {
        size += part.length
        if (size > Math.min(maxBytes, promised.size ?? Infinity)) break
        if (size - looked > LOOK_EVERY) {
          looked = size
          await needRoom(config)
        }
        for (const [, hash] of hashes) hash.update(part)
        for (let at = 0; at < part.length;) at += (await handle.write(part, at)).bytesWritten
      }
      if (size > maxBytes) throw new BlobError('too large', `larger than ${maxBytes} bytes`)
      if (promised.size !== undefined && size !== promised.size) {
        throw new BlobError('mismatch', `not the ${promised.size} bytes that were promised`)
      }
      if (store.flush) await handle.sync()
    } finally {
      await handle.close()
    }
    const digested = hashes.map(([name, hash]) => [name, hash.digest('hex')])
    const found = Object.fromEntries(digested) as Record<Digest, string | undefined>
    const sha256 = found.sha256!
    if (promised.sha256 !== undefined && promised.sha256 !== sha256) {
      throw new BlobError('mismatch', 'not the SHA-256 that was promised')
    }
    const key = keyOf(sha256)
    await store.place(key, file, { size, sha256 })
    return { key, size, ...found }
  } finally {
    // Gone already when the store moved it.
    await rm(file, { force: true })
  }
}

/** What is given up is destroyed, but not a request: the answer that says why takes the same connection. */
function partsOf(body: AsyncIterable<Uint8Array> | Uint8Array): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (body instanceof Uint8Array) return [body]
  const request = body as Readable & { method?: string | null }
  return request.method ? request.iterator({ destroyOnReturn: false }) : body
}

async function sweep(folder: string, olderThanMs: number): Promise<number> {
  const files = await readdir(folder).catch(() => [])
  let count = 0
  for (const file of files) {
    const found = await stat(join(folder, file)).catch(() => null)
    if (!found?.isFile() || found.mtimeMs > Date.now() - olderThanMs) continue
    await rm(join(folder, file), { force: true })
    count++
  }
  return count
}

// No segment starts with a dot, so neither ../ nor a spool folder can be named.
function checkedKey(key: string): string {
  if (key.length > 512 || !/^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}(\/[A-Za-z0-9_][A-Za-z0-9._-]{0,127})*$/.test(key)) {
    throw new BlobError('key', 'a malformed key')
  }
  return key
}

function checkedRange(range: ByteRange | undefined): ByteRange | undefined {
  if (!range) return undefined
  const { start, end = start } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new BlobError('key', 'a malformed range')
  }
  return range
}
