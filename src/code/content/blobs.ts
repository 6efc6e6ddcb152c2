// Blobs never change, so their sizes and what is small of them are kept.
import { objects, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'

const SMALL = 32 * 1024

/** Undefined if there is no such blob. */
export async function sizeOf(cx: Cx, dir: GitDir, oid: string): Promise<number | undefined> {
  const key = `${dir.path}\0size\0${oid}`
  const known = cx.git.memory.get(key) as number | undefined
  if (known !== undefined) return known
  const info = await objects.info(cx.git, dir, oid)
  if (info?.type !== 'blob') return undefined
  cx.git.memory.set(key, info.size, 200)
  return info.size
}

/** A blob's bytes; throws TooLarge above `max`. */
export async function bytesOf(cx: Cx, dir: GitDir, oid: string, max: number): Promise<Buffer> {
  const key = `${dir.path}\0bytes\0${oid}`
  const known = cx.git.memory.get(key) as Buffer | undefined
  if (known && known.length <= max) return known
  const data = await objects.blob(cx.git, dir, oid, { max })
  // a copy, because a slice would hold on to the whole of what was read
  if (data.length <= SMALL) cx.git.memory.set(key, Buffer.from(data), data.length + 300)
  return data
}
