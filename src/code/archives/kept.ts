// Archives of whole commits, kept while somebody may ask again.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { CronTask } from '../../kernel/jobs.ts'

const FOLDER = 'archives'
const DAY = 86_400
/** Larger ones are made anew each time. */
const LARGEST = 1024 * 1024 * 1024

/** `inside` is what the bytes hold besides what the commit tells. */
export const keyOf = (repo: Repo, commit: string, format: string, inside: string): string =>
  `${FOLDER}/${repo.id}/${commit}-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}.${format}`

/** The same bytes; what went by whole is kept. */
export function keeping(cx: Cx, key: string, made: Readable): Readable {
  return Readable.from(copied(cx, key, made), { objectMode: false })
}

async function* copied(cx: Cx, key: string, made: Readable): AsyncGenerator<Buffer> {
  const copy = new PassThrough()
  let failed = false
  const stored = cx.blobs.put(key, copy, { maxBytes: LARGEST }).then(
    () => {},
    () => {
      failed = true
      copy.destroy()
    },
  )
  copy.on('error', () => {})
  let whole = false
  try {
    for await (const piece of made) {
      if (!failed && !copy.write(piece)) await Promise.race([once(copy, 'drain'), once(copy, 'close')])
      yield piece
    }
    whole = true
  } finally {
    if (whole) copy.end()
    else copy.destroy(new Error('the archive was not made whole'))
    made.destroy()
    await stored
  }
}

async function sweep(cx: Cx, before: number): Promise<void> {
  for await (const { key, modified } of cx.blobs.list(FOLDER)) if (modified < before) await cx.blobs.remove(key)
}

export const crons: CronTask[] = [
  { name: 'archive_cleanup', schedule: '@midnight', enabled: true, atStart: true, run: (cx) => sweep(cx, cx.now() - DAY) },
  { name: 'delete_repo_archives', schedule: '@annually', enabled: false, run: (cx) => sweep(cx, Infinity) },
]
