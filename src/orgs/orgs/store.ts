import type { Account } from '../../access/index.ts'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

type Of = import('kysely').SelectQueryBuilder<Tables, 'account', object>

async function pageOf(of: Of, order: 'name' | 'lower_name', at: Slice): Promise<{ rows: Account[]; total: number }> {
  const rows = await of.selectAll('account').orderBy(order).limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

const orgsOnly = (db: Db): Of => db.selectFrom('account').where('type', '=', 'organization') as Of

/** What is offered to whoever looks around: private ones only to administrators. */
export function list(db: Db, viewer: Account | null, publicOnly: boolean, at: Slice) {
  let of = orgsOnly(db)
  if (publicOnly || !viewer) of = of.where('visibility', '=', 'public')
  else if (!viewer.is_admin) of = of.where('visibility', 'in', ['public', 'limited'])
  if (viewer?.is_restricted && !viewer.is_admin) of = of.where((eb) => eb('id', 'in', eb.selectFrom('org_member').select('org_id').where('account_id', '=', viewer.id)))
  return pageOf(of, 'name', at)
}

export const listAll = (db: Db, at: Slice) => pageOf(orgsOnly(db), 'name', at)

/** Those an account belongs to: everything, or what `seen` lets through. */
export function listOf(db: Db, accountId: number, at: Slice, seen?: { visibilities: Account['visibility'][] }) {
  let memberships = db.selectFrom('org_member').select('org_id').where('account_id', '=', accountId)
  if (seen) memberships = memberships.where('is_public', '=', true)
  let of = orgsOnly(db).where('id', 'in', memberships)
  if (seen) of = of.where('visibility', 'in', seen.visibilities)
  return pageOf(of, 'lower_name', at)
}

/** Every organization of an account, without pages. */
export const memberships = (db: Db, accountId: number): Promise<Account[]> =>
  orgsOnly(db).where((eb) => eb('id', 'in', eb.selectFrom('org_member').select('org_id').where('account_id', '=', accountId))).selectAll('account').orderBy('id').execute()

export const insertMember = (db: Db, orgId: number, accountId: number) =>
  db.insertInto('org_member').values({ org_id: orgId, account_id: accountId, is_public: false }).onConflict((on) => on.doNothing()).execute()

export const removeMember = (db: Db, orgId: number, accountId: number) => db.deleteFrom('org_member').where('org_id', '=', orgId).where('account_id', '=', accountId).execute()

/** The best of the account's teams in the organization. */
export async function bestTeam(db: Db, orgId: number, accountId: number): Promise<{ level: number; canCreate: boolean }> {
  const of = db.selectFrom('team').innerJoin('team_member', 'team_member.team_id', 'team.id').where('team.org_id', '=', orgId).where('team_member.account_id', '=', accountId)
  const rows = await of.select(['team.level', 'team.can_create_repo']).execute()
  return { level: Math.max(0, ...rows.map((row) => row.level)), canCreate: rows.some((row) => row.can_create_repo) }
}
