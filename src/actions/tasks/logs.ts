// Logs: rows as they come, one blob once sealed. Nothing already stored is ever changed.
import { Readable } from 'node:stream'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import type { ByteRange } from '../../kernel/blobs.ts'
import { repoStore } from '../../repos/index.ts'
import type { TaskRow } from '../tables.ts'
import * as store from './store.ts'

export interface LogLine {
  /** unix seconds and nanoseconds */
  seconds: number
  nanos: number
  content: string
}

const maxLine = 64 * 1024
const maxLog = 64 * 1024 * 1024
const cutOff = 'the log is too long; what follows was not kept'

/** `2026-11-15T02:09:19.0000000Z content`, a newline inside as two characters. */
export function lineOf({ seconds, nanos, content }: LogLine): string {
  const at = new Date(Math.max(0, Math.min(seconds, 253402300799)) * 1000).toISOString().slice(0, 19)
  const text = content.replace(/\r?\n$/, '').replaceAll('\n', '\\n').replaceAll('\0', '')
  return `${at}.${String(Math.floor(nanos / 100)).padStart(7, '0')}Z ${text.length > maxLine ? text.slice(0, maxLine) : text}\n`
}

/** The log is closed and takes no more rows. */
export class LogSealed extends Error {}

/** Stores rows from `index` on; the number of the row that is wanted next. */
export async function append(cx: Cx, tx: Db, task: TaskRow, index: number, rows: LogLine[], noMore: boolean): Promise<number> {
  const ack = task.log_rows
  const fresh = index > ack ? [] : rows.slice(ack - index)
  if (task.is_log_sealed) {
    if (fresh.length > 0) throw new LogSealed('log file has been archived')
    return ack
  }
  if (fresh.length > 0) {
    let content = ''
    let bytes = task.log_bytes
    for (const one of fresh) {
      if (bytes > maxLog) break
      const line = lineOf(one)
      bytes += Buffer.byteLength(line)
      content += bytes > maxLog ? lineOf({ ...one, content: cutOff }) : line
    }
    if (content) await store.insertLog(tx, { task_id: task.id, first_row: ack, content: content.toWellFormed() })
    task.log_rows = ack + fresh.length
    task.log_bytes = bytes
    await store.update(tx, task.id, { log_rows: task.log_rows, log_bytes: bytes })
  }
  if (noMore && index <= ack) await seal(cx, tx, task)
  return task.log_rows
}

export async function seal(cx: Cx, tx: Db, task: TaskRow): Promise<void> {
  if (task.is_log_sealed) return
  task.is_log_sealed = true
  await store.update(tx, task.id, { is_log_sealed: true })
  if (task.log_rows > 0) await cx.jobs.enqueue(tx, 'actions.archive-log', { task_id: task.id })
}

export const folderOf = (storage: string) => `actions-logs/${storage}`

/** Moves a sealed log from its rows into one blob. Done twice, it does the same. */
export async function archive(cx: Cx, taskId: number): Promise<void> {
  const task = await store.find(cx.db, taskId)
  const repo = task && (await repoStore.findWithOwner(cx.db, task.repo_id))
  if (!task || !repo || task.log_key || task.is_log_gone || !task.is_log_sealed) return
  const key = `${folderOf(repo.storage)}/${task.id}.log`
  await cx.blobs.put(key, Readable.from(pieces(cx, task.id)))
  await cx.write(async (tx) => {
    const now = await store.take(tx, taskId)
    if (!now || now.log_key || now.is_log_gone) return
    await store.update(tx, taskId, { log_key: key })
    await store.removeLog(tx, taskId)
  })
}

async function* pieces(cx: Cx, taskId: number) {
  for (let after = -1; ; ) {
    const rows = await store.listLog(cx.db, taskId, after, 100)
    if (rows.length === 0) return
    for (const row of rows) yield Buffer.from(row.content)
    after = rows[rows.length - 1].first_row
  }
}

export interface FoundLog {
  body: Readable | Buffer
  size: number
  /** of what was asked for, when it can be satisfied */
  range?: { start: number; end: number }
}

/** The log so far; undefined if there is none or it has been removed. */
export async function read(cx: Cx, task: TaskRow, wanted?: ByteRange): Promise<FoundLog | undefined> {
  if (task.log_rows === 0 || task.is_log_gone) return undefined
  if (!task.log_key) {
    const parts: Buffer[] = []
    for await (const one of pieces(cx, task.id)) parts.push(one)
    // it may have been archived between the two reads
    const again = parts.length === 0 ? await store.find(cx.db, task.id) : undefined
    if (again?.log_key) return read(cx, again, wanted)
    const all = Buffer.concat(parts)
    const range = clipped(all.length, wanted)
    return { body: range ? all.subarray(range.start, range.end + 1) : all, size: all.length, range }
  }
  const stat = await cx.blobs.stat(task.log_key)
  if (!stat) return undefined
  const range = clipped(stat.size, wanted)
  const body = await cx.blobs.get(task.log_key, range)
  return body ? { body, size: stat.size, range } : undefined
}

const clipped = (size: number, wanted: ByteRange | undefined) => (wanted && wanted.start < size ? { start: wanted.start, end: Math.min(wanted.end ?? size - 1, size - 1) } : undefined)
