import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Account, type Repo } from '../../access/index.ts'
import { attachmentStore, type AttachmentRow } from '../../issues/index.ts'
import { BlobError } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, locked, notFound, tooLarge } from '../../kernel/errors.ts'
import * as store from '../store.ts'
import type { ReleaseRow } from '../tables.ts'

interface On {
  repo: Repo
  by: Account
}

const keyOf = (row: { uuid: string }) => `attachments/${row.uuid}`

export const list = async (cx: Cx, release: ReleaseRow): Promise<AttachmentRow[]> => (await attachmentStore.listOf(cx.db, 'release_id', [release.id])).get(release.id) ?? []

export async function get(cx: Cx, release: ReleaseRow, id: number): Promise<AttachmentRow> {
  const found = await attachmentStore.find(cx.db, { release_id: release.id }, id)
  if (!found) throw notFound()
  return found
}

/** The last part of whatever path a client sent, without what a name cannot hold. */
export function nameOf(given: string): string {
  // eslint-disable-next-line no-control-regex
  const name = given.split(/[/\\]/).at(-1)!.replace(/[\x00-\x1f\x7f]/g, '').trim()
  if (name === '' || name === '.' || name === '..') throw bad('the file has no name')
  return [...name].slice(0, 255).join('')
}

/** The bytes first; if their row cannot be written they go again. */
export async function add(cx: Cx, { repo, by }: On, release: ReleaseRow, given: string, body: Readable): Promise<AttachmentRow> {
  if (repo.is_archived) throw locked()
  const name = nameOf(given)
  const uuid = randomUUID()
  const { size } = await cx.blobs.put(keyOf({ uuid }), body, { maxBytes: cx.config.max_attachment }).catch((error) => {
    throw error instanceof BlobError && error.kind === 'too large' ? tooLarge('the file is too large') : error
  })
  try {
    return await cx.write(async (tx) => {
      if (!(await store.hold(tx, release.id))) throw notFound()
      return attachmentStore.insert(tx, {
        uuid, repo_id: repo.id, issue_id: null, comment_id: null, release_id: release.id, uploader_id: by.id, name, size, download_count: 0, created_at: cx.now(),
      })
    })
  } catch (error) {
    await cx.blobs.remove(keyOf({ uuid }))
    throw error
  }
}

export async function rename(cx: Cx, { repo }: On, row: AttachmentRow, given: string | undefined): Promise<AttachmentRow> {
  if (repo.is_archived) throw locked()
  if (!given) return row
  const name = nameOf(given)
  return cx.write((tx) => attachmentStore.update(tx, row.id, { name }))
}

export async function remove(cx: Cx, { repo }: On, row: AttachmentRow): Promise<void> {
  if (repo.is_archived) throw locked()
  if (!(await cx.write((tx) => attachmentStore.remove(tx, row.id)))) throw notFound()
  await cx.blobs.remove(keyOf(row))
}
