import { type Account, type Repo } from '../../access/index.ts'
import { attachmentStore, uploads, type AttachmentRow, type Uploaded } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, invalid, locked, notFound } from '../../kernel/errors.ts'
import { quota } from '../../repos/index.ts'
import * as store from '../store.ts'
import type { ReleaseRow } from '../tables.ts'

interface On {
  repo: Repo
  by: Account
}

export const list = async (cx: Cx, release: ReleaseRow): Promise<AttachmentRow[]> => (await attachmentStore.listOf(cx.db, 'release_id', [release.id])).get(release.id) ?? []

export async function get(cx: Cx, release: ReleaseRow, id: number): Promise<AttachmentRow> {
  const found = await attachmentStore.find(cx.db, { release_id: release.id }, id)
  if (!found) throw notFound()
  return found
}

export async function add(cx: Cx, { repo, by }: On, release: ReleaseRow, { name: given, body }: Uploaded): Promise<AttachmentRow> {
  uploads.needAttachments(cx)
  if (repo.is_archived) throw locked()
  const name = uploads.nameOf(given)
  if (!uploads.isTaken(cx.config.release_types, name)) throw bad('files of this type are not taken')
  return uploads.keep(cx, repo, name, body, async (tx, stored) => {
    if (!(await store.hold(tx, release.id))) throw notFound()
    return attachmentStore.insert(tx, { ...stored, repo_id: repo.id, issue_id: null, comment_id: null, release_id: release.id, uploader_id: by.id, download_count: 0, created_at: cx.now() })
  })
}

export async function rename(cx: Cx, { repo }: On, row: AttachmentRow, given: string | undefined): Promise<AttachmentRow> {
  if (repo.is_archived) throw locked()
  if (!given) return row
  const name = uploads.nameOf(given)
  if (!uploads.isTaken(cx.config.release_types, name)) throw invalid('files of this type are not taken')
  return cx.write((tx) => attachmentStore.update(tx, row.id, { name }))
}

export async function remove(cx: Cx, { repo }: On, row: AttachmentRow): Promise<void> {
  if (repo.is_archived) throw locked()
  await cx.write(async (tx) => {
    if (!(await attachmentStore.remove(tx, row.id))) throw notFound()
    await quota.recountSoon(cx, tx, repo.owner_id)
  })
  await cx.blobs.remove(uploads.keyOf(row))
}
