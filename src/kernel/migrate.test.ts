import assert from 'node:assert/strict'
import { scenario } from '../../test/kit/world.ts'
import { databaseUrl } from '../app.ts'
import { openDatabase, sql, type Database } from './db.ts'
import { addColumn, bool, id, index, int, migrate, migration, ref, statement, table, text } from './migrate.ts'

const first = migration('test_1', table('stone', { id: id(), name: text('not null'), test_wet: bool(true), weight: int() }, { unique: [['name']], index: [['weight', 'name']] }))
const second = migration('test_2', table('moss', { id: id(), stone_id: ref('stone') }), index('moss', ['stone_id', 'id desc']))
const exists = async (database: Database, name: string) => sql.raw(`select 1 from ${name}`).execute(database.db).then(() => true, () => false)

scenario('steps are made once, in order, in the words of the engine', async (w) => {
  const { database } = w.app
  assert.deepEqual(await migrate(database, [first, second]), ['test_1', 'test_2'])
  assert.deepEqual(await migrate(database, [first, second]), [])
  await database.transaction(async (tx) => {
    await sql`insert into stone (name) values ('pebble')`.execute(tx)
    await sql`insert into moss (stone_id) values ((select id from stone))`.execute(tx)
  })
  assert.deepEqual((await sql`select name, test_wet, weight from stone`.execute(database.db)).rows, [{ name: 'pebble', test_wet: true, weight: 0 }])
  assert.deepEqual(await migrate(database, [first, second, migration('test_3', addColumn('stone', 'test_dry', bool()), statement("update stone set name = name || '!'"))]), ['test_3'])
  assert.deepEqual((await sql`select name, test_dry from stone`.execute(database.db)).rows, [{ name: 'pebble!', test_dry: false }])
  await database.transaction((tx) => sql`delete from stone`.execute(tx))
  assert.deepEqual((await sql`select * from moss`.execute(database.db)).rows, [])
})

scenario('a step that fails is taken back as a whole, and nothing after it is tried', async (w) => {
  const { database } = w.app
  const broken = migration('test_2', table('moss', { id: id() }), statement('insert into stone (name) values (null)'))
  const third = migration('test_3', table('lichen', { id: id() }))
  await assert.rejects(migrate(database, [first, broken, third]), /null/i)
  assert.deepEqual(await Promise.all(['stone', 'moss', 'lichen'].map((name) => exists(database, name))), [true, false, false])
  assert.deepEqual(await migrate(database, [first, second, third]), ['test_2', 'test_3'])
  assert.deepEqual(await Promise.all(['stone', 'moss', 'lichen'].map((name) => exists(database, name))), [true, true, true])
})

scenario('of two servers that start at once each step is made by one', async (w) => {
  // a file has one server
  const other = w.app.database.engine === 'postgres' ? await openDatabase(databaseUrl(w.cx.config)) : w.app.database
  const many = [first, second, ...Array.from({ length: 8 }, (_, i) => migration(`test_more_${i}`, table(`more_${i}`, { id: id() })))]
  const applied = (await Promise.all([migrate(w.app.database, many), migrate(other, many)])).flat()
  assert.deepEqual(applied.sort(), many.map((one) => one.name).sort())
  if (other !== w.app.database) await other.close()
})
