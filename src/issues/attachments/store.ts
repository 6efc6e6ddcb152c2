import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import { prepared, type Db, type Tables } from '../../kernel/db.ts'
import type { AttachmentRow } from '../tables.ts'

/** What a file hangs on. */
export type Holder = { issue_id: number } | { comment_id: number } | { release_id: number }
type Key = 'issue_id' | 'comment_id' | 'release_id'

export const insert = (db: Db, row: Insertable<Tables['attachment']>) => db.insertInto('attachment').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['attachment']>) =>
  db.updateTable('attachment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (db: Db, id: number) => db.deleteFrom('attachment').where('id', '=', id).returningAll().executeTakeFirst()

export const findByUuid = (db: Db, uuid: string) => db.selectFrom('attachment').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export const countDownloads = (db: Db, id: number, by: number) => db.updateTable('attachment').set((eb) => ({ download_count: eb('download_count', '+', by) })).where('id', '=', id).execute()

export function find(db: Db, holder: Holder, id: number) {
  const [key, value] = Object.entries(holder)[0] as [Key, number]
  return db.selectFrom('attachment').selectAll().where(key, '=', value).where('id', '=', id).executeTakeFirst()
}

const attachedBy = (key: Key) => prepared((db, ids: number[]) => db.selectFrom('attachment').selectAll().where(key, 'in', ids).orderBy('id')).all
const attached: Record<Key, ReturnType<typeof attachedBy>> = { issue_id: attachedBy('issue_id'), comment_id: attachedBy('comment_id'), release_id: attachedBy('release_id') }

/** The files of each issue (without those of its comments), comment or release. */
export async function listOf(db: Db, key: Key, ids: readonly number[]): Promise<Map<number, AttachmentRow[]>> {
  const found = new Map<number, AttachmentRow[]>()
  if (ids.length === 0) return found
  for (const row of await attached[key](db, [...new Set(ids)])) {
    const list = found.get(row[key]!)
    if (list) list.push(row)
    else found.set(row[key]!, [row])
  }
  return found
}

export async function knownUuids(db: Db, uuids: readonly string[]): Promise<Set<string>> {
  if (uuids.length === 0) return new Set()
  return new Set((await db.selectFrom('attachment').select('uuid').where('uuid', 'in', [...uuids]).execute()).map((row) => row.uuid))
}

/** What the files of all repositories of an owner hold. */
export async function bytesOwned(db: Db, ownerId: number): Promise<number> {
  const row = await db
    .selectFrom('attachment')
    .innerJoin('repo', 'repo.id', 'attachment.repo_id')
    .select((eb) => eb.fn.sum<number | string | null>('attachment.size').as('bytes'))
    .where('repo.owner_id', '=', ownerId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

const loose = (eb: ExpressionBuilder<Tables, 'attachment'>) => eb.and([eb('issue_id', 'is', null), eb('comment_id', 'is', null), eb('release_id', 'is', null)])

/** Loose files of an account become those of what holds the text that names them. */
export const claim = (db: Db, of: { repo_id: number; uploader_id: number }, uuids: readonly string[], holder: Holder) =>
  db.updateTable('attachment').set(holder).where('uuid', 'in', [...uuids]).where('repo_id', '=', of.repo_id).where('uploader_id', '=', of.uploader_id).where(loose).execute()

export const removeLoose = (db: Db, before: number, limit: number) =>
  db.deleteFrom('attachment').where('id', 'in', db.selectFrom('attachment').select('id').where(loose).where('created_at', '<', before).limit(limit)).returningAll().execute()
