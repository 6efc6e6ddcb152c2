// Files for a text that is still being written: nobody's but their uploader's until a text that names them is sent, and gone if none is.
import { ADMIN, isBlocked, type Access, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden } from '../../kernel/errors.ts'
import type { CronTask } from '../../kernel/jobs.ts'
import type { AttachmentRow } from '../tables.ts'
import { keep, keyOf, needAttachments, takenName } from './files.ts'
import * as store from './store.ts'
import type { Uploaded } from './upload.ts'

const DAY = 24 * 3600
const AT_ONCE = 500

interface Writing {
  repo: Repo
  access: Access
  by: Account
}

export async function addLoose(cx: Cx, { repo, access, by }: Writing, file: () => Promise<Uploaded>): Promise<AttachmentRow> {
  needAttachments(cx)
  if (access.level < ADMIN && (await isBlocked(cx.db, repo.owner_id, by.id))) throw forbidden('you are blocked by the author or the owner')
  const { name, body } = await file()
  return keep(cx, repo, takenName(cx, name), body, (tx, stored) =>
    store.insert(tx, { ...stored, repo_id: repo.id, issue_id: null, comment_id: null, release_id: null, uploader_id: by.id, download_count: 0, created_at: cx.now() }))
}

/** A file as a text names it; pictures are shown. */
export const linkTo = (file: { name: string; browser_download_url: string }): string =>
  `${/\.(png|jpe?g|gif|webp|avif)$/i.test(file.name) ? '!' : ''}[${file.name.replace(/[\\[\]`*_<>]/g, '\\$&')}](${file.browser_download_url})`

/** Those that no text has taken for a day. */
async function forgetLoose(cx: Cx): Promise<void> {
  for (;;) {
    const rows = await cx.write((tx) => store.removeLoose(tx, cx.now() - DAY, AT_ONCE))
    for (const row of rows) await cx.blobs.remove(keyOf(row))
    if (rows.length < AT_ONCE) return
  }
}

export const crons: CronTask[] = [{ name: 'delete_unused_attachments', schedule: '@every 24h', enabled: true, run: forgetLoose }]
