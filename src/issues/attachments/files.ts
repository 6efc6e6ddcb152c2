// What uploaded files of issues, comments and releases have in common: their names, their bytes and the limits of both.
import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { Repo } from '../../access/index.ts'
import { BlobError } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, invalid, notFound, tooLarge } from '../../kernel/errors.ts'
import { quota } from '../../repos/index.ts'
import type { AttachmentRow } from '../tables.ts'
import type { Uploaded } from './upload.ts'

export const keyOf = (row: { uuid: string }) => `attachments/${row.uuid}`

/** Where files are switched off nothing of them can be found. */
export function needAttachments(cx: Cx): void {
  if (!cx.config.attachments) throw notFound()
}

/** The last part of whatever path a client sent, without what a name cannot hold. */
export function nameOf(given: string): string {
  // eslint-disable-next-line no-control-regex
  const name = given.split(/[/\\]/).at(-1)!.replace(/[\x00-\x1f\x7f]/g, '').trim()
  if (name === '' || name === '.' || name === '..') throw bad('the file has no name')
  return [...name].slice(0, 255).join('')
}

/** Whether a file of this ending is among those that are taken. */
export const isTaken = (types: readonly string[], name: string): boolean =>
  types.length === 0 || types.includes('*') || types.includes(extname(name).toLowerCase())

export function takenName(cx: Cx, given: string): string {
  const name = nameOf(given)
  if (!isTaken(cx.config.attachment_types, name)) throw invalid('files of this type are not taken')
  return name
}

/** What a row holds of the bytes. */
export interface Stored {
  uuid: string
  name: string
  size: number
}

/** The bytes first; if their row cannot be written they go again. */
export async function keep(cx: Cx, { owner }: Pick<Repo, 'owner'>, name: string, body: Uploaded['body'], record: (tx: Db, stored: Stored) => Promise<AttachmentRow>): Promise<AttachmentRow> {
  const uuid = randomUUID()
  await quota.need(cx, owner, 1)
  const left = await quota.room(cx, owner.id)
  const isShort = left < (cx.config.max_attachment || Infinity)
  const { size } = await cx.blobs.put(keyOf({ uuid }), body, { maxBytes: isShort ? left : cx.config.max_attachment }).catch(async (error) => {
    if (!(error instanceof BlobError) || error.kind !== 'too large') throw error
    throw tooLarge(isShort ? await quota.words(cx, owner) : 'the file is too large')
  })
  try {
    return await cx.write(async (tx) => {
      await quota.grow(cx, tx, owner, 'attachments', size)
      return record(tx, { uuid, name, size })
    })
  } catch (error) {
    await cx.blobs.remove(keyOf({ uuid }))
    throw error
  }
}
