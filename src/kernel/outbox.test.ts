import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once as event } from 'node:events'
import { scenario, type World } from '../../test/kit/world.ts'
import { databaseUrl } from '../app.ts'
import type { Cx } from './cx.ts'
import { openDatabase, type Db } from './db.ts'
import { emit, fact, makeOutbox, onCommit, once, react, type Reaction } from './outbox.ts'
import { Int } from './schema.ts'

const happened = fact('test.happened', { size: Int })
const followed = fact('test.followed', { size: Int })

/** An outbox with reactions of its own on the world's database, and a context that writes through it. */
function listening(w: World, reactions: Reaction[], database = w.app.database) {
  const outbox = makeOutbox(database, reactions.map((one) => ({ ...one, listener: one.as || 'test' })))
  const logged: string[] = []
  const clock = { now: 1_800_000_000 }
  const cx: Cx = { ...w.cx, db: database.db, outbox, now: () => clock.now, write: (work) => outbox.write(cx, work), log: { ...w.cx.log, error: (message: string) => void logged.push(message) } as Cx['log'] }
  return { cx, outbox, logged, clock }
}
/** what reactions do here: a row whose name can exist once */
const mark = (tx: Db, name: string) => tx.insertInto('cron').values({ name, next: 0, prev: 0, error: '' }).execute()
const marks = async (w: World) => (await w.app.database.db.selectFrom('cron').select('name').orderBy('name').execute()).map((row) => row.name)
const todos = (w: World) => w.app.database.db.selectFrom('todo').select(['listener', 'tries', 'not_before']).orderBy('id').execute()
const occur = (cx: Cx, size = 1) => cx.write((tx) => emit(tx, happened, { size, by_id: 7 }))

scenario('a prompt reaction that fails is undone alone, leaves its todo, and is done once later', async (w) => {
  let broken = true
  const { cx, outbox, logged, clock } = listening(w, [
    react(happened, async (_cx, tx) => void (await mark(tx, 'before')), { prompt: true, as: 'before' }),
    react(happened, async (_cx, tx) => {
      await mark(tx, 'middle')
      // a statement that fails, which in PostgreSQL spoils the transaction around it
      if (broken) await mark(tx, 'before')
    }, { prompt: true, as: 'middle' }),
    react(happened, async (_cx, tx) => void (await mark(tx, 'after')), { prompt: true, as: 'after' }),
  ])
  assert.equal(await cx.write(async (tx) => {
    await emit(tx, happened, { size: 1 })
    return 'done'
  }), 'done')
  assert.deepEqual(await marks(w), ['after', 'before'])
  assert.deepEqual(await todos(w), [{ listener: 'middle', tries: 1, not_before: clock.now + 1 }])
  assert.deepEqual(logged, ['a reaction failed and will be tried again'])
  assert.equal(await outbox.drain(cx), 0)
  clock.now += 1
  assert.equal(await outbox.drain(cx), 1)
  assert.deepEqual(await todos(w), [{ listener: 'middle', tries: 2, not_before: clock.now + 2 }])
  broken = false
  clock.now += 2
  assert.equal(await outbox.drain(cx), 1)
  assert.deepEqual([await marks(w), await todos(w)], [['after', 'before', 'middle'], []])
  clock.now += 10_000
  assert.equal(await outbox.drain(cx), 0)
})

scenario('what a reaction prepares may fail, too', async (w) => {
  let broken = true
  const { cx, outbox, clock } = listening(w, [react(happened, async (_cx, tx, _fact, name: string) => void (await mark(tx, name)), {
    prompt: true,
    prepare: async (_cx, one) => {
      if (broken) throw new Error('no such object')
      return `size ${one.data.size}`
    },
  })])
  await occur(cx, 3)
  assert.deepEqual([await marks(w), (await todos(w)).length], [[], 1])
  broken = false
  clock.now += 1
  await outbox.drain(cx)
  assert.deepEqual([await marks(w), await todos(w)], [['size 3'], []])
})

scenario('a server that dies between the commit and its listeners leaves them to the next', async (w) => {
  const program = `
    import { openDatabase } from ${JSON.stringify(import.meta.resolve('./db.ts'))}
    import { emit, makeOutbox, react } from ${JSON.stringify(import.meta.resolve('./outbox.ts'))}
    const happened = { name: 'test.happened' }
    const reaction = { ...react(happened, async () => {}, { prompt: true, prepare: () => process.kill(process.pid, 'SIGKILL') }), listener: 'test' }
    const outbox = makeOutbox(await openDatabase(process.argv[1], { durable: false }), [reaction])
    await outbox.write({ now: () => 1800000000 }, (tx) => emit(tx, happened, { size: 5 }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, databaseUrl(w.cx.config)], { stdio: ['ignore', 'ignore', 'inherit'] })
  assert.deepEqual(await event(child, 'close'), [null, 'SIGKILL'])
  const { cx, outbox, clock } = listening(w, [react(happened, async (_cx, tx, one) => void (await mark(tx, `size ${one.data.size} at ${one.at}`)), { prompt: true })])
  // it might still be alive and about to do it
  assert.equal(await outbox.drain(cx), 0)
  clock.now += 5
  assert.equal(await outbox.drain(cx), 1)
  assert.deepEqual([await marks(w), await todos(w)], [['size 5 at 1800000000'], []])
})

scenario('of two servers that drain at once one does it', async (w) => {
  // a file has one server
  const second = w.app.database.engine === 'postgres' ? await openDatabase(databaseUrl(w.cx.config)) : w.app.database
  let runs = 0
  const reactions = [react(happened, async (_cx, tx, one) => {
    runs++
    await mark(tx, `size ${one.data.size}`)
  })]
  const [a, b] = [listening(w, reactions), listening(w, reactions, second)]
  for (let size = 0; size < 20; size++) await occur(a.cx, size)
  await Promise.all([a.outbox.drain(a.cx), b.outbox.drain(b.cx)])
  assert.deepEqual([runs, (await marks(w)).length, await todos(w), a.logged, b.logged], [20, 20, [], [], []])
  if (second !== w.app.database) await second.close()
})

scenario('a write that is taken back leaves no fact, and nobody hears of it', async (w) => {
  const { cx, outbox } = listening(w, [react(happened, async (_cx, tx) => void (await mark(tx, 'heard')), { prompt: true })])
  const seen: string[] = []
  const unwatch = outbox.watch((one) => void seen.push(one.name))
  await assert.rejects(cx.write(async (tx) => {
    await emit(tx, happened, { size: 1 })
    throw new Error('changed my mind')
  }), /changed my mind/)
  assert.deepEqual([await marks(w), await todos(w), seen], [[], [], []])
  await occur(cx)
  unwatch()
  assert.deepEqual([await marks(w), seen], [['heard'], ['test.happened']])
  await assert.rejects(emit(w.app.database.db, happened, { size: 1 }), /outside cx\.write/)
})

scenario('a reaction may state facts of its own, and a listener that is gone is forgotten', async (w) => {
  const heard: unknown[] = []
  const { cx, outbox, clock } = listening(w, [
    react(happened, async (_cx, tx, one) => emit(tx, followed, { size: one.data.size + 1, repo_id: 3 }), { prompt: true, as: 'first' }),
    react(followed, async (_cx, _tx, one) => void heard.push(one.data), { prompt: true, as: 'second' }),
    react(followed, async (_cx, _tx, one) => void heard.push(one.data), { as: 'late' }),
  ])
  await occur(cx)
  assert.deepEqual(heard, [{ size: 2, repo_id: 3 }])
  assert.deepEqual(await todos(w), [{ listener: 'late', tries: 0, not_before: clock.now }])
  const { cx: other, outbox: without } = listening(w, [])
  assert.equal(await without.drain(other), 1)
  assert.equal(await outbox.drain(cx), 0)
  assert.equal(heard.length, 1)
})

scenario('facts that nobody waits for can be forgotten', async (w) => {
  const { cx, outbox } = listening(w, [react(followed, async () => {})])
  await occur(cx)
  await cx.write((tx) => emit(tx, followed, { size: 1 }))
  const names = async () => (await cx.db.selectFrom('fact').select('name').where('name', 'like', 'test.%').execute()).map((row) => row.name)
  await outbox.forget(cx.now())
  assert.equal((await names()).length, 2)
  await outbox.forget(cx.now() + 1)
  assert.deepEqual(await names(), ['test.followed'])
})

scenario('who heeds nothing costs no row; one whose look fails gets its row; what the writer has at hand is not read again', async (w) => {
  const prepared: number[] = []
  let breaks = false
  const { cx, outbox, clock } = listening(w, [
    react(happened, async () => {}, {
      prompt: true, as: 'choosy',
      async heeds(_cx, tx, { data }) {
        if (breaks) await mark(tx, 'twice')
        return data.size > 1
      },
      async prepare(_cx, { data }) {
        prepared.push(data.size)
        return data.size
      },
    }),
    react(happened, async (_cx, tx, one) => void (await mark(tx, await once(one, 'name', async () => `read ${one.data.size}`))), { prompt: true, as: 'naming' }),
  ])
  await occur(cx, 1)
  assert.deepEqual([prepared, await todos(w)], [[], []])
  await occur(cx, 2)
  assert.deepEqual(prepared, [2])
  await cx.write((tx) => emit(tx, happened, { size: 1 }, { name: 'at hand' }))
  assert.deepEqual(await marks(w), ['at hand', 'read 1', 'read 2'])
  await w.app.database.transaction((tx) => mark(tx, 'twice'))
  breaks = true
  await occur(cx, 3)
  assert.deepEqual([prepared, await marks(w), await todos(w)], [[2, 3], ['at hand', 'read 1', 'read 2', 'read 3', 'twice'], []])
  clock.now += 100
  assert.equal(await outbox.drain(cx), 0)
})

scenario('what waits for a commit is called after it, and not in a transaction of anybody else', async (w) => {
  const { cx } = listening(w, [])
  const called: string[] = []
  await cx.write(async (tx) => {
    assert.equal(onCommit(tx, () => called.push('ours')), true)
    assert.deepEqual(called, [])
  })
  await assert.rejects(cx.write(async (tx) => {
    onCommit(tx, () => called.push('taken back'))
    throw new Error('no')
  }))
  assert.equal(await w.app.database.transaction(async (tx) => onCommit(tx, () => called.push('theirs'))), false)
  assert.deepEqual(called, ['ours'])
})
