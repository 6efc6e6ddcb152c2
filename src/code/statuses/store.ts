import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['commit_status']>) => db.insertInto('commit_status').values(row).returningAll().executeTakeFirstOrThrow()

export async function lastNumber(db: Db, repoId: number, sha: string): Promise<number> {
  const row = await db.selectFrom('commit_status').select((eb) => eb.fn.max('number').as('n')).where('repo_id', '=', repoId).where('sha', '=', sha).executeTakeFirst()
  return row?.n ?? 0
}

const orders = {
  oldest: ['created_at', 'asc'], recentupdate: ['created_at', 'desc'], leastupdate: ['created_at', 'asc'], leastindex: ['number', 'desc'], highestindex: ['number', 'asc'],
} as const

export async function list(db: Db, repoId: number, sha: string, query: { sort?: string; state?: string }, at: Slice) {
  let of = db.selectFrom('commit_status').where('repo_id', '=', repoId).where('sha', '=', sha)
  if (query.state && ['pending', 'success', 'error', 'failure', 'warning'].includes(query.state)) of = of.where('state', '=', query.state)
  const [column, direction] = orders[query.sort as keyof typeof orders] ?? ['number', 'desc']
  const rows = await of.selectAll().orderBy(column, direction).orderBy('id', direction).limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The newest row of every context, the highest number first. */
export async function listLatest(db: Db, repoId: number, sha: string) {
  return db
    .selectFrom('commit_status')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('commit_status').select((of) => of.fn.max('id').as('id')).where('repo_id', '=', repoId).where('sha', '=', sha).groupBy('context'))
    .orderBy('number', 'desc')
    .execute()
}

/** The newest state of every context of each of these commits. */
export async function listStates(db: Db, repoId: number, shas: readonly string[]) {
  if (shas.length === 0) return []
  return db
    .selectFrom('commit_status')
    .select(['sha', 'state', 'context', 'description', 'target_url'])
    .where('id', 'in', (eb) => eb.selectFrom('commit_status').select((of) => of.fn.max('id').as('id')).where('repo_id', '=', repoId).where('sha', 'in', shas).groupBy(['sha', 'context']))
    .orderBy('context')
    .execute()
}
