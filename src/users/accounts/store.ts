import type { Insertable, Updateable } from 'kysely'
import type { Account } from '../../access/index.ts'
import { contains, prepared, sql, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** Names are searched in lower case. */
const lowered = <T extends { full_name?: string }>(row: T): T => (row.full_name === undefined ? row : { ...row, lower_full_name: row.full_name.toLowerCase() })

export const insert = (db: Db, row: Insertable<Tables['account']>) => db.insertInto('account').values(lowered(row)).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['account']>) =>
  db.updateTable('account').set(lowered(change)).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Any account at all: decides whether the first one is still to be made. */
export const any = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('id').where('type', '=', 'user').limit(1).executeTakeFirst()) !== undefined

const numbered = prepared((db, ids: number[]) => db.selectFrom('account').selectAll().where('id', 'in', ids)).all
export const listByIds = (db: Db, ids: readonly number[]) => (ids.length === 0 ? Promise.resolve([]) : numbered(db, [...new Set(ids)]))

export const dropRedirect = (db: Db, lowerName: string) => db.deleteFrom('account_redirect').where('lower_name', '=', lowerName).execute()

export const insertRedirect = (db: Db, lowerName: string, accountId: number) =>
  db.insertInto('account_redirect').values({ lower_name: lowerName, account_id: accountId }).onConflict((on) => on.column('lower_name').doUpdateSet({ account_id: accountId })).execute()

export const remove = (db: Db, id: number) => db.deleteFrom('account').where('id', '=', id).execute()

export const ownsRepos = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('repo').select('id').where('owner_id', '=', id).limit(1).executeTakeFirst()) !== undefined

export const inOrgs = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('org_member').select('org_id').where('account_id', '=', id).limit(1).executeTakeFirst()) !== undefined

export const otherAdmin = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('account').select('id').where('type', '=', 'user').where('is_admin', '=', true).where('id', '<>', id).limit(1).executeTakeFirst()) !== undefined

/** People found by login, full name or an address the viewer would be shown; coarser than visibleTo, as the wire has it. */
export async function search(db: Db, viewer: Account | null, by: { q: string; uid: number; publicOnly: boolean }, at: Slice) {
  let of = db.selectFrom('account').where('type', '=', 'user')
  if (by.uid) of = of.where('id', '=', by.uid)
  if (by.publicOnly || !viewer) of = of.where('visibility', '=', 'public')
  if (viewer && !viewer.is_admin) of = of.where((eb) => (viewer.is_restricted ? eb('id', '=', viewer.id) : eb.or([eb('visibility', 'in', ['public', 'limited']), eb('id', '=', viewer.id)])))
  if (by.q) {
    of = of.where((eb) => {
      const address = eb.exists(eb.selectFrom('email').select('email.id').whereRef('email.account_id', '=', 'account.id').where('is_primary', '=', true).where(contains('lower_email', by.q)))
      const shown = viewer ? [viewer.is_admin ? address : eb.and([address, eb.or([eb('hide_email', '=', false), eb('account.id', '=', viewer.id)])])] : []
      return eb.or([contains('lower_name', by.q), contains('lower_full_name', by.q), ...shown])
    })
  }
  const rows = await of.selectAll('account').orderBy('lower_name').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Others' counters before an account's follows go with it. */
export async function uncountFollows(db: Db, id: number): Promise<void> {
  const followed = db.selectFrom('follow').select('follows_id').where('account_id', '=', id)
  const followers = db.selectFrom('follow').select('account_id').where('follows_id', '=', id)
  await db.updateTable('account').set((eb) => ({ num_followers: eb('num_followers', '-', 1) })).where('id', 'in', followed).execute()
  await db.updateTable('account').set((eb) => ({ num_following: eb('num_following', '-', 1) })).where('id', 'in', followers).execute()
}

/** Counters of what rooms above hold for accounts. */
export const count = (db: Db, ids: readonly number[], column: 'num_repos' | 'num_stars', by: number) =>
  db.updateTable('account').set((eb) => ({ [column]: eb(column, '+', by) })).where('id', 'in', [...ids]).execute()

/** Sets those counters right where they are wrong. */
export async function recount(db: Db): Promise<void> {
  const stars = sql<number>`(select count(*) from star where star.account_id = account.id)`
  const repos = sql<number>`(select count(*) from repo where repo.owner_id = account.id)`
  await db.updateTable('account').set({ num_stars: stars }).where('num_stars', '<>', stars).execute()
  await db.updateTable('account').set({ num_repos: repos }).where('num_repos', '<>', repos).execute()
}
