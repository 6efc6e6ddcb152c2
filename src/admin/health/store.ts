import type { Db } from '../../kernel/db.ts'

const count = async (db: Db, table: 'repo' | 'issue' | 'todo') =>
  (await db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n

export async function figures(db: Db) {
  const kinds = await db.selectFrom('account').select(['type', (eb) => eb.fn.countAll<number>().as('n')]).groupBy('type').execute()
  const of = (type: string) => kinds.find((one) => one.type === type)?.n ?? 0
  return { people: of('user'), orgs: of('organization'), repos: await count(db, 'repo'), issues: await count(db, 'issue'), facts: await count(db, 'todo') }
}

/** Waiting work by kind, what is being tried again and what was given up. */
export const work = (db: Db) =>
  db
    .selectFrom('job')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('n')])
    .select((eb) => eb.fn.sum<number>(eb.case().when('dead_at', 'is not', null).then(1).else(0).end()).as('dead'))
    .select((eb) => eb.fn.sum<number>(eb.case().when(eb.and([eb('dead_at', 'is', null), eb('attempts', '>', 0)])).then(1).else(0).end()).as('failing'))
    .groupBy('kind')
    .orderBy('kind')
    .execute()

export const failures = (db: Db) =>
  db.selectFrom('job').select(['id', 'kind', 'attempts', 'last_error', 'created_at', 'dead_at']).where('last_error', '!=', '').orderBy('id', 'desc').limit(50).execute()
