import { expressionBuilder, type Expression, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { sql, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { Level } from '../tables.ts'

export const online = 60
export const busy = 10

const at = (level: Level) => {
  const eb = expressionBuilder<Tables, 'runner'>()
  return eb.and([level.repo_id === null ? eb('repo_id', 'is', null) : eb('repo_id', '=', level.repo_id), level.owner_id === null ? eb('owner_id', 'is', null) : eb('owner_id', '=', level.owner_id)])
}

/** Busy first, then idle, then offline; the administrator's list (no level) holds everybody's. */
export async function list(db: Db, level: Level | undefined, disabled: boolean | undefined, now: number, slice: Slice) {
  let query = db.selectFrom('runner').where('removed_at', 'is', null)
  if (level) query = query.where(at(level))
  if (disabled !== undefined) query = query.where('is_disabled', '=', disabled)
  const rank = sql`case when last_active_at >= ${now - busy} then 0 when last_online_at >= ${now - online} then 1 else 2 end`
  const rows = await query.selectAll().orderBy(rank).orderBy('is_disabled').orderBy('last_online_at', 'desc').orderBy('id').limit(slice.limit).offset(slice.offset).execute()
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const find = (db: Db, id: number, level: Level | undefined) => {
  const query = db.selectFrom('runner').selectAll().where('id', '=', id).where('removed_at', 'is', null)
  return (level ? query.where(at(level)) : query).executeTakeFirst()
}

/** Those that may take jobs of a repository: its own, its owner's and the site's. */
export const listFor = (db: Db, repo: { id: number; owner_id: number }) =>
  db
    .selectFrom('runner')
    .select(['labels', 'last_online_at'])
    .where('removed_at', 'is', null)
    .where('is_disabled', '=', false)
    .where((eb) => eb.or([eb('repo_id', '=', repo.id), eb.and([eb('repo_id', 'is', null), eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', repo.owner_id)])])]))
    .execute()

export const findByUuid = (db: Db, uuid: string) => db.selectFrom('runner').selectAll().where('uuid', '=', uuid).where('removed_at', 'is', null).executeTakeFirst()

export const insert = (db: Db, row: Insertable<Tables['runner']>) => db.insertInto('runner').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['runner']>) => db.updateTable('runner').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await db.selectFrom('runner').select(['id', 'name']).where('id', 'in', [...new Set(ids)]).execute()).map((row) => [row.id, row.name]))
}

export const findToken = (db: Db, hash: string) => db.selectFrom('runner_token').selectAll().where('hash', '=', hash).executeTakeFirst()

export const newestToken = (db: Db, level: Level) =>
  db.selectFrom('runner_token').selectAll().where(at(level) as unknown as Expression<SqlBool>).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const insertToken = (db: Db, row: Insertable<Tables['runner_token']>) => db.insertInto('runner_token').values(row).returningAll().executeTakeFirstOrThrow()

export const retireTokens = (db: Db, level: Level) => db.updateTable('runner_token').set({ is_active: false }).where(at(level) as unknown as Expression<SqlBool>).execute()

export const scopeOf = (level: Level) => (level.repo_id !== null ? `repo:${level.repo_id}` : level.owner_id !== null ? `owner:${level.owner_id}` : 'site')

/** The version of a runner's own scope; the first look finds 1. */
export async function version(db: Db, level: Level): Promise<number> {
  const row = await db.selectFrom('runner_scope').select('version').where('scope', '=', scopeOf(level)).executeTakeFirst()
  return row?.version ?? 1
}

/** Tells pollers of these levels to look again. */
export const bump = (db: Db, ...levels: Level[]) =>
  db
    .insertInto('runner_scope')
    .values([...new Set(levels.map(scopeOf))].sort().map((scope) => ({ scope, version: 2 })))
    .onConflict((on) => on.column('scope').doUpdateSet({ version: sql`runner_scope.version + 1` }))
    .execute()
