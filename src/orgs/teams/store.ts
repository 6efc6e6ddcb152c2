import type { Insertable, Updateable } from 'kysely'
import type { Account, Level } from '../../access/index.ts'
import { contains, sql, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const find = (db: Db, id: number) => db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirst()

export const findNamed = (db: Db, orgId: number, name: string) =>
  db.selectFrom('team').selectAll().where('org_id', '=', orgId).where('lower_name', '=', name.toLowerCase()).executeTakeFirst()

/** The team whose members own the organization. */
export const findOwners = (db: Db, orgId: number) => db.selectFrom('team').selectAll().where('org_id', '=', orgId).where('level', '=', 4).executeTakeFirstOrThrow()

export const insert = (db: Db, row: Insertable<Tables['team']>) => db.insertInto('team').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['team']>) => db.updateTable('team').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Others who would change the same team wait for the end of this transaction. */
export const hold = (db: Db, id: number) => db.updateTable('team').set((eb) => ({ level: eb.ref('level') })).where('id', '=', id).execute()

export const remove = (db: Db, id: number) => db.deleteFrom('team').where('id', '=', id).execute()

export async function setUnits(db: Db, teamId: number, units: Map<string, Level>): Promise<void> {
  await db.deleteFrom('team_unit').where('team_id', '=', teamId).execute()
  if (units.size > 0) await db.insertInto('team_unit').values([...units].map(([unit, level]) => ({ team_id: teamId, unit, level }))).execute()
}

export const listUnits = (db: Db, teamIds: readonly number[]) =>
  teamIds.length === 0 ? Promise.resolve([]) : db.selectFrom('team_unit').selectAll().where('team_id', 'in', [...teamIds]).orderBy('unit').execute()

/** Those of an organization; a member who is no owner sees his own, and others' unless private. */
export async function list(db: Db, orgId: number, at: Slice, more: { seenBy?: number; q?: string; description?: boolean } = {}) {
  let of = db.selectFrom('team').where('org_id', '=', orgId)
  const { seenBy, q } = more
  if (seenBy !== undefined) of = of.where((eb) => eb.or([eb('visibility', '<>', 'private'), eb('id', 'in', eb.selectFrom('team_member').select('team_id').where('account_id', '=', seenBy))]))
  if (q) of = of.where((eb) => eb.or([contains('lower_name', q), ...(more.description ? [contains('lower_description', q)] : [])]))
  return pageOf(of, at)
}

export const listOf = (db: Db, accountId: number, at: Slice) =>
  pageOf(db.selectFrom('team').where((eb) => eb('id', 'in', eb.selectFrom('team_member').select('team_id').where('account_id', '=', accountId))), at)

async function pageOf(of: import('kysely').SelectQueryBuilder<Tables, 'team', object>, at: Slice) {
  const rows = await of.selectAll().orderBy(sql`case when level = 4 then 0 else 1 end`).orderBy('lower_name').orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** All of an organization, without pages. */
export const listAll = (db: Db, orgId: number) => db.selectFrom('team').selectAll().where('org_id', '=', orgId).orderBy('id').execute()

export const findMember = (db: Db, teamId: number, accountId: number) =>
  db.selectFrom('team_member').selectAll().where('team_id', '=', teamId).where('account_id', '=', accountId).executeTakeFirst()

export const insertMember = (db: Db, row: Insertable<Tables['team_member']>) => db.insertInto('team_member').values(row).onConflict((on) => on.doNothing()).execute()

export const removeMember = (db: Db, teamId: number, accountId: number) => db.deleteFrom('team_member').where('team_id', '=', teamId).where('account_id', '=', accountId).execute()

export const countMembers = async (db: Db, teamId: number): Promise<number> =>
  (await db.selectFrom('team_member').select((eb) => eb.fn.countAll<number>().as('n')).where('team_id', '=', teamId).executeTakeFirstOrThrow()).n

export async function listMembers(db: Db, teamId: number, at: Slice) {
  const of = db.selectFrom('account').innerJoin('team_member', 'team_member.account_id', 'account.id').where('team_member.team_id', '=', teamId)
  const rows = await of.selectAll('account').orderBy('account.full_name').orderBy('account.lower_name').limit(at.limit).offset(at.offset).execute()
  return { rows, total: await countMembers(db, teamId) }
}

/** Everybody in one of the teams, without pages. */
export const members = (db: Db, teamIds: readonly number[]): Promise<Account[]> =>
  teamIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('account').selectAll().where((eb) => eb('id', 'in', eb.selectFrom('team_member').select('account_id').where('team_id', 'in', [...teamIds]))).orderBy('id').execute()

/** How many are in each of these teams. */
export async function sizes(db: Db, teamIds: readonly number[]): Promise<Map<number, number>> {
  if (teamIds.length === 0) return new Map()
  const rows = await db.selectFrom('team_member').select(['team_id', (eb) => eb.fn.countAll<number>().as('size')]).where('team_id', 'in', [...teamIds]).groupBy('team_id').execute()
  return new Map(rows.map((row) => [row.team_id, Number(row.size)]))
}

/** The first members of each of these teams, so many at most. */
export async function firstMembers(db: Db, teamIds: readonly number[], most: number): Promise<(Account & { team_id: number })[]> {
  if (teamIds.length === 0) return []
  const placed = db
    .selectFrom('team_member')
    .select(['team_id', 'account_id', sql<number>`row_number() over (partition by team_id order by account_id)`.as('place')])
    .where('team_id', 'in', [...teamIds])
    .as('placed')
  return db.selectFrom(placed).innerJoin('account', 'account.id', 'placed.account_id').selectAll('account').select('placed.team_id').where('placed.place', '<=', most).orderBy('placed.team_id').orderBy('account.id').execute()
}

/** Whether the account is in any team of the organization still. */
export const anyMembership = async (db: Db, orgId: number, accountId: number): Promise<boolean> =>
  (await db.selectFrom('team_member').select('team_id').where('org_id', '=', orgId).where('account_id', '=', accountId).limit(1).executeTakeFirst()) !== undefined

export const idsOf = async (db: Db, orgId: number, accountId: number): Promise<number[]> =>
  (await db.selectFrom('team_member').select('team_id').where('org_id', '=', orgId).where('account_id', '=', accountId).execute()).map((row) => row.team_id)
