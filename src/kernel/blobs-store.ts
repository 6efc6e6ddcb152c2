// What a place for blobs must be able to do; folder and bucket are two of them.
import type { Readable } from 'node:stream'
import type { Config } from './config.ts'

export class BlobError extends Error {
  override name = 'BlobError'
  /** key: malformed; mismatch: not the promised hash or size; too large: over maxBytes; store: the store failed. */
  kind: 'key' | 'mismatch' | 'too large' | 'store'
  constructor(kind: BlobError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

export interface BlobStat {
  size: number
  /** Unix seconds of the last put. */
  modified: number
}

export interface ByteRange {
  start: number
  /** The last byte, included; to the end when left out. */
  end?: number
}

/** Where spooled bytes end up. */
export interface Store {
  /** A folder for spooling, and whether spooled files are flushed because they stay. */
  spool: string
  flush: boolean
  /** Takes the spooled file; it may move it away. */
  place(key: string, file: string, about: { size: number, sha256: string }): Promise<void>
  get(key: string, range?: ByteRange): Promise<Readable | null>
  stat(key: string): Promise<BlobStat | null>
  remove(key: string): Promise<void>
  list(folder: string): AsyncIterable<BlobStat & { key: string }>
}

export type BlobsConfig = Pick<Config,
  'blobs' | 'data' | 'disk_reserve' | 's3_endpoint' | 's3_bucket' | 's3_region' | 's3_access_key' | 's3_secret_key' | 's3_prefix'>
