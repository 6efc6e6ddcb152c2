import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { scenario, type World } from '../../test/kit/world.ts'
import { isDiskFull } from './errors.ts'
import { contains, isForeignKeyViolation, isUniqueViolation, likeText, openDatabase, prepared, sql, type Database, type Db } from './db.ts'

const put = (tx: Db, name: string) => tx.insertInto('cron').values({ name, next: 0, prev: 0, error: '' }).execute()
const names = async (w: World) => (await w.app.database.db.selectFrom('cron').select('name').orderBy('name').execute()).map((row) => row.name)

scenario('a transaction stands or falls as a whole, and a savepoint within it', async (w) => {
  const { database } = w.app
  await assert.rejects(database.transaction(async (tx) => {
    await put(tx, 'a')
    throw new Error('no')
  }), /^Error: no$/)
  assert.deepEqual(await names(w), [])
  assert.equal(await database.transaction(async (tx) => {
    await put(tx, 'a')
    await sql`savepoint nested`.execute(tx)
    await put(tx, 'b')
    await assert.rejects(put(tx, 'a'), isUniqueViolation)
    await sql`rollback to savepoint nested`.execute(tx)
    await sql`release savepoint nested`.execute(tx)
    await put(tx, 'c')
    return 7
  }), 7)
  assert.deepEqual(await names(w), ['a', 'c'])
  await assert.rejects(database.transaction((tx) => tx.insertInto('todo').values({ fact_id: 999, listener: 'x', tries: 0, not_before: 0 }).execute()), isForeignKeyViolation)
  await Promise.all(Array.from({ length: 30 }, (_, i) => database.transaction((tx) => put(tx, `many ${i}`))))
  assert.equal((await names(w)).length, 32)
})

scenario('a database without room: whoever shares a transaction with the one that finds none is told, and the next write goes on', async (w) => {
  const { database } = w.app
  if (database.engine !== 'sqlite') return
  const pages = async (most: number) => (await database.transaction((tx) => sql<{ max_page_count: number }>`pragma max_page_count = ${sql.lit(most)}`.execute(tx))).rows[0].max_page_count
  await pages(1)
  const long = 'x'.repeat(100_000)
  const told = await Promise.allSettled([
    ...Array.from({ length: 5 }, (_, n) => database.transaction((tx) => put(tx, `${n} ${long}`))),
    database.transaction((tx) => put(tx, 'small')),
  ])
  assert.ok(told.some((one) => one.status === 'rejected'))
  for (const one of told) if (one.status === 'rejected') assert.ok(isDiskFull(one.reason), String(one.reason))
  assert.equal((await names(w)).length, told.filter((one) => one.status === 'fulfilled').length, 'what was acknowledged is there, and nothing else')
  await pages(1_000_000)
  await database.transaction((tx) => put(tx, `after ${long}`))
  assert.ok((await names(w)).some((one) => one.startsWith('after')))
})

scenario('what one writer has not committed nobody reads', async (w) => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const writing = w.app.database.transaction(async (tx) => {
    await put(tx, 'a')
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  assert.deepEqual(await names(w), [])
  gate.resolve()
  await writing
  assert.deepEqual(await names(w), ['a'])
})

scenario('PostgreSQL: a failure that was swallowed and a lost connection fail the transaction, not the process', async (w) => {
  const { database } = w.app
  if (database.engine !== 'postgres') return
  await database.transaction((tx) => put(tx, 'a'))
  await assert.rejects(database.transaction(async (tx) => {
    await put(tx, 'b')
    await put(tx, 'a').catch(() => {})
  }), isUniqueViolation)
  const lose = async (tx: Db) => {
    const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]
    await sql`select pg_terminate_backend(${pid}::int)`.execute(database.db)
    while ((await sql`select 1 from pg_stat_activity where pid = ${pid}::int`.execute(database.db)).rows.length > 0);
  }
  await assert.rejects(database.transaction(async (tx) => {
    await put(tx, 'c')
    await lose(tx)
    await put(tx, 'd')
  }))
  await assert.rejects(database.transaction(async (tx) => {
    await put(tx, 'c')
    await lose(tx)
  }))
  await database.transaction((tx) => put(tx, 'e'))
  assert.deepEqual(await names(w), ['a', 'e'])
})

scenario('text is looked for as it is written', async (w) => {
  await w.app.database.transaction(async (tx) => {
    for (const name of ['50% off', '50 off', 'a_b', 'axb', 'back\\slash']) await put(tx, name)
  })
  const found = async (text: string) => (await w.cx.db.selectFrom('cron').select('name').where(contains('name', text)).orderBy('name').execute()).map((row) => row.name)
  assert.deepEqual(await found('50%'), ['50% off'])
  assert.deepEqual(await found('A_B'), ['a_b'])
  assert.deepEqual(await found('k\\s'), ['back\\slash'])
  assert.equal(likeText('%_\\'), '%\\%\\_\\\\%')
})

scenario('numbers beyond 32 bits and counts come back as numbers', async (w) => {
  await w.app.database.transaction((tx) => tx.insertInto('cron').values({ name: 'big', next: 2 ** 40, prev: 0, error: '' }).execute())
  const row = await w.cx.db.selectFrom('cron').select((eb) => ['next', eb.fn.countAll<number>().over().as('count'), eb.fn.sum<number>('next').over().as('sum')]).executeTakeFirstOrThrow()
  assert.deepEqual(row, { next: 2 ** 40, count: 1, sum: 2 ** 40 })
})

scenario('a prepared query is built once per shape of its arguments, and binds what it is given', async (w) => {
  const { database } = w.app
  let built = 0
  const insert = prepared((db, rows: { name: string; next: number; prev: number; error?: string }[]) => {
    built++
    return db.insertInto('cron').values(rows.map((row) => ({ error: '', ...row }))).returning('name')
  })
  const row = (name: string, next: number) => ({ name, next, prev: 0 })
  await database.transaction(async (tx) => {
    assert.deepEqual(await insert.all(tx, [row('a', 1), row('b', 2)]), [{ name: 'a' }, { name: 'b' }])
    assert.deepEqual(await insert.all(tx, [row('c', 3), row('d', 4)]), [{ name: 'c' }, { name: 'd' }])
    assert.equal(built, 1)
    assert.deepEqual(await insert.one(tx, [{ ...row('e', 5), error: `it's "odd"` }]), { name: 'e' })
    assert.equal(built, 2)
  })
  const find = prepared((db, names: readonly string[], most: number) => db.selectFrom('cron').select(['name', 'error']).where('name', 'in', names).where('next', '<=', most).orderBy('name'))
  const seen: string[] = []
  database.onQuery = (text) => seen.push(text)
  assert.deepEqual(await find.all(database.db, ['a', 'e'], 5), [{ name: 'a', error: '' }, { name: 'e', error: `it's "odd"` }])
  assert.deepEqual(await find.all(database.db, ['b', 'e'], 2), [{ name: 'b', error: '' }])
  assert.equal(await find.first(database.db, ['z'], 5), undefined)
  await assert.rejects(find.one(database.db, ['z'], 5), /no row/)
  assert.equal(seen.length, 4, 'those who count queries see them')
  database.onQuery = undefined
  const wrong = prepared((db, name: string) => db.selectFrom('cron').select('name').where('name', '=', `${name}!`))
  await assert.rejects(wrong.all(database.db, 'a'), /depends on an argument/)
})

/** A file that is flushed, which those of scenarios are not, and what stands in place of the flush meanwhile. */
async function flushed(w: World, tell: (database: Database, file: string, instead: (flush: typeof fs.fdatasync | undefined) => void) => Promise<void>) {
  const file = `${w.folder()}/flushed.db`
  const real = fs.fdatasync
  const instead = (flush = real) => {
    fs.fdatasync = flush
    syncBuiltinESMExports()
  }
  const database = await openDatabase(`sqlite:${file}`, { durable: true })
  try {
    await database.transaction((tx) => sql`create table cron (name text primary key, next integer, prev integer, error text)`.execute(tx))
    await tell(database, file, instead)
  } finally {
    instead()
    await database.close()
  }
}
const held = async (database: Database) => (await database.db.selectFrom('cron').select('name').orderBy('name').execute()).map((row) => row.name)

scenario('a flush that fails is told, and what comes after it stands on a log that begins anew', (w) => flushed(w, async (database, file, instead) => {
  await database.transaction((tx) => put(tx, `before ${'x'.repeat(50_000)}`))
  instead(((_file: number, done: (error: Error) => void) => done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))) as typeof fs.fdatasync)
  const told = await Promise.allSettled([database.transaction((tx) => put(tx, 'one')), database.transaction((tx) => put(tx, 'two'))])
  assert.deepEqual(told.map((one) => one.status), ['rejected', 'rejected'])
  instead(undefined)
  const before = fs.statSync(`${file}-wal`).size
  await database.transaction((tx) => put(tx, 'after'))
  assert.ok(fs.statSync(`${file}-wal`).size < before, 'the log began anew')
  assert.ok((await held(database)).includes('after'))
}))

scenario('while a commit is flushed others read, and nobody is told of it before', (w) => flushed(w, async (database, _file, instead) => {
  const real = fs.fdatasync
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  instead(((file: number, done: (error?: Error | null) => void) => {
    begun.resolve()
    void go.promise.then(() => real(file, done))
  }) as typeof fs.fdatasync)
  let told = false
  const writing = database.transaction((tx) => put(tx, 'slow')).then(() => (told = true))
  await begun.promise
  await held(database)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(told, false)
  go.resolve()
  await writing
  assert.deepEqual(await held(database), ['slow'])
}))
