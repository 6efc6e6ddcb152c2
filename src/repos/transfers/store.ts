import type { Insertable } from 'kysely'
import type { Account } from '../../access/index.ts'
import { prepared, type Db, type Tables } from '../../kernel/db.ts'

export const find = (db: Db, repoId: number) => db.selectFrom('repo_transfer').selectAll().where('repo_id', '=', repoId).executeTakeFirst()

export const insert = (db: Db, row: Insertable<Tables['repo_transfer']>) => db.insertInto('repo_transfer').values(row).execute()

export const remove = async (db: Db, repoId: number): Promise<boolean> => (await db.deleteFrom('repo_transfer').where('repo_id', '=', repoId).returning('repo_id').executeTakeFirst()) !== undefined

const pendingOf = prepared((db, repoIds: readonly number[]) => db.selectFrom('repo_transfer').selectAll().where('repo_id', 'in', repoIds)).all

/** Pending ones of the repositories, with who asked and who is to take over. */
export async function listPending(db: Db, repoIds: readonly number[]): Promise<Map<number, { doer: Account; recipient: Account }>> {
  const rows = repoIds.length > 0 ? await pendingOf(db, repoIds) : []
  if (rows.length === 0) return new Map()
  const accounts = await db.selectFrom('account').selectAll().where('id', 'in', [...new Set(rows.flatMap((row) => [row.doer_id, row.recipient_id]))]).execute()
  const named = new Map<number, Account>(accounts.map((one) => [one.id, one]))
  return new Map(rows.map((row) => [row.repo_id, { doer: named.get(row.doer_id)!, recipient: named.get(row.recipient_id)! }]))
}

/** Transfers between two accounts, whoever gives. */
export const removeBetween = (db: Db, one: number, other: number) =>
  db
    .deleteFrom('repo_transfer')
    .where((eb) => eb.or([
      eb.and([eb('recipient_id', '=', one), eb('repo_id', 'in', eb.selectFrom('repo').select('repo.id').where('repo.owner_id', '=', other))]),
      eb.and([eb('recipient_id', '=', other), eb('repo_id', 'in', eb.selectFrom('repo').select('repo.id').where('repo.owner_id', '=', one))]),
    ]))
    .execute()

/** What does not go along to another owner: teams of the old one, and grants the new one does not need. */
export async function cutTies(db: Db, repoId: number, newOwnerId: number): Promise<void> {
  await db.deleteFrom('team_repo').where('repo_id', '=', repoId).execute()
  await db
    .deleteFrom('collaboration')
    .where('repo_id', '=', repoId)
    .where((eb) => eb.or([eb('account_id', '=', newOwnerId), eb('account_id', 'in', eb.selectFrom('org_member').select('org_member.account_id').where('org_member.org_id', '=', newOwnerId))]))
    .execute()
}
