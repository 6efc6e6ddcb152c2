// Room on the disk: what is large is refused before the last of it goes, so that rows can still be written and things deleted.
import { statfs } from 'node:fs/promises'
import { full } from './errors.ts'

/** Bytes that may pass between two looks. */
export const LOOK_EVERY = 16 * 1024 * 1024

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Throws unless as much as the reserve would be left; 0 is no reserve. */
export async function needRoom({ data, disk_reserve }: { data: string; disk_reserve: number }): Promise<void> {
  if (disk_reserve > 0 && (await freeBytes(data)) < disk_reserve) throw full('the disk is full')
}
