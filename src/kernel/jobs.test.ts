import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { scenario, type World } from '../../test/kit/world.ts'
import type { Cx } from './cx.ts'
import { makeJobs, type CronTask, type JobKind } from './jobs.ts'

/** A queue with kinds of its own on the world's database. */
function queue(w: World, kinds: JobKind[], tasks: CronTask[] = []) {
  const jobs = makeJobs(w.app.database, kinds, tasks)
  const clock = { now: Math.floor(Date.now() / 1000) + 10 }
  const logged: string[] = []
  const log = (message: string) => void logged.push(message)
  const cx: Cx = { ...w.cx, jobs, now: () => clock.now, log: { ...w.cx.log, warn: log, error: log } as Cx['log'] }
  const add = (kind: string, payload: object, more?: { key?: string; delay?: number }) => w.app.database.transaction((tx) => jobs.enqueue(tx, kind, payload, more))
  return { jobs, cx, clock, logged, add }
}
const rows = (w: World) => w.app.database.db.selectFrom('job').selectAll().orderBy('id').execute()

scenario('a job that fails is tried again after a longer and longer while, then kept as dead', async (w) => {
  const tries: number[] = []
  const { jobs, cx, clock, add, logged } = queue(w, [{
    kind: 'test.shaky', attempts: 3,
    async run(_cx, payload, { attempt }) {
      tries.push(attempt)
      throw new Error(`${payload.word} ${attempt}`)
    },
  }])
  await add('test.shaky', { word: 'ouch' })
  assert.equal(await jobs.drain(cx), 1)
  assert.equal(await jobs.drain(cx), 0)
  const [first] = await rows(w)
  assert.deepEqual([first.attempts, first.run_at, first.lease, first.last_error, first.dead_at], [1, clock.now + 10, '', 'Error: ouch 1', null])
  clock.now += 10
  assert.equal(await jobs.drain(cx), 1)
  assert.equal((await rows(w))[0].run_at, clock.now + 20)
  clock.now += 20
  assert.equal(await jobs.drain(cx), 1)
  const [last] = await rows(w)
  assert.deepEqual([last.attempts, last.dead_at, last.last_error], [3, clock.now, 'Error: ouch 3'])
  clock.now += 100_000
  assert.equal(await jobs.drain(cx), 0)
  assert.deepEqual(tries, [1, 2, 3])
  assert.deepEqual(logged, ['a job failed', 'a job failed', 'a job failed'])
})

scenario('a job that succeeds on a later try is gone; one put off waits', async (w) => {
  const done: unknown[] = []
  const { jobs, cx, clock, add } = queue(w, [{
    kind: 'test.shaky',
    async run(_cx, payload, { attempt }) {
      if (attempt === 1) throw new Error('not yet')
      done.push(payload)
    },
  }])
  await add('test.shaky', { n: 1 })
  await add('test.shaky', { n: 2 }, { delay: 3600 })
  await jobs.drain(cx)
  clock.now += 10
  await jobs.drain(cx)
  assert.deepEqual(done, [{ n: 1 }])
  assert.equal((await rows(w)).length, 1)
  clock.now += 3600
  await jobs.drain(cx)
  clock.now += 10
  await jobs.drain(cx)
  assert.deepEqual([done, await rows(w)], [[{ n: 1 }, { n: 2 }], []])
  await assert.rejects(add('test.unknown', {}), /no such kind/)
  await assert.rejects(w.app.database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'test.shaky', {})
    throw new Error('taken back')
  }))
  assert.deepEqual(await rows(w), [])
})

scenario('who took too long has lost the lease and ends nothing', async (w) => {
  const gates: PromiseWithResolvers<void>[] = []
  const slow: JobKind = {
    kind: 'test.slow', leaseSeconds: 60,
    run() {
      gates.push(Promise.withResolvers<void>())
      return gates.at(-1)!.promise
    },
  }
  const [a, b] = [queue(w, [slow]), queue(w, [slow])]
  const begun = async (count: number) => {
    while (gates.length < count) await new Promise(setImmediate)
  }
  await a.add('test.slow', {})
  const first = a.jobs.drain(a.cx)
  await begun(1)
  b.clock.now = a.clock.now + 60
  assert.equal(await b.jobs.drain(b.cx), 0)
  b.clock.now += 1
  const second = b.jobs.drain(b.cx)
  await begun(2)
  const [held] = await rows(w)
  gates[0].resolve()
  await first
  assert.deepEqual((await rows(w)).map((row) => [row.lease, row.attempts]), [[held.lease, 2]])
  gates[1].resolve()
  await second
  assert.deepEqual(await rows(w), [])

  await a.add('test.slow', {})
  const third = a.jobs.drain(a.cx)
  await begun(3)
  b.clock.now += 100
  const fourth = b.jobs.drain(b.cx)
  await begun(4)
  gates[2].reject(new Error('too late to matter'))
  await third
  assert.deepEqual((await rows(w)).map((row) => [row.last_error, row.attempts]), [['', 2]])
  gates[3].resolve()
  await fourth
  assert.deepEqual(await rows(w), [])
})

scenario('a job that takes the process with it each time is given up', async (w) => {
  let runs = 0
  const { jobs, cx, add } = queue(w, [{ kind: 'test.deadly', attempts: 2, run: async () => void runs++ }])
  await add('test.deadly', {})
  // as two processes that claimed it and died have left it
  await w.app.database.transaction((tx) => tx.updateTable('job').set({ attempts: 2, lease: 'gone', lease_until: 1 }).execute())
  await jobs.drain(cx)
  const [row] = await rows(w)
  assert.deepEqual([runs, row.dead_at, row.last_error], [0, cx.now(), 'Error: no try came to an end'])
})

scenario('with a key one job waits, while another may be running', async (w) => {
  const gate = Promise.withResolvers<void>()
  const done: number[] = []
  let running = false
  const { jobs, cx, add } = queue(w, [{
    kind: 'test.keyed',
    async run(_cx, { n }) {
      running = true
      await gate.promise
      done.push(n)
    },
  }, { kind: 'test.other', run: async () => {} }])
  await add('test.keyed', { n: 1 }, { key: 'a' })
  await add('test.keyed', { n: 2 }, { key: 'a' })
  await add('test.keyed', { n: 3 }, { key: 'b' })
  await add('test.other', {}, { key: 'a' })
  assert.deepEqual((await rows(w)).map((row) => [row.kind, row.payload]), [['test.keyed', '{"n":1}'], ['test.keyed', '{"n":3}'], ['test.other', '{}']])
  const drained = jobs.drain(cx)
  while (!running) await new Promise(setImmediate)
  await add('test.keyed', { n: 4 }, { key: 'a' })
  await add('test.keyed', { n: 5 }, { key: 'a' })
  gate.resolve()
  await drained
  assert.deepEqual([done.sort(), await rows(w)], [[1, 3, 4], []])
})

scenario('a scheduled task tells when it ran and how it went', async (w) => {
  let broken = true
  const tasks: CronTask[] = [
    { name: 'test_task', schedule: '@midnight', enabled: true, async run() { if (broken) throw new Error('rain') } },
    { name: 'test_off', schedule: '@every 10m', enabled: false, async run() {} },
  ]
  const { jobs, cx, clock } = queue(w, [], tasks)
  await jobs.start(cx)
  const [task, off] = await jobs.crons()
  assert.ok(task.next > clock.now && task.next <= clock.now + 86_400)
  assert.deepEqual([task.prev, task.runs, off.next, off.enabled], [0, 0, 0, false])
  assert.equal(await jobs.runCron(cx, 'test_none'), false)
  assert.equal(await jobs.runCron(cx, 'test_task'), true)
  assert.deepEqual((await jobs.crons())[0], { ...task, prev: clock.now, runs: 1, error: 'Error: rain' })
  broken = false
  await jobs.runCron(cx, 'test_task')
  assert.deepEqual([(await jobs.crons())[0].runs, (await jobs.crons())[0].error], [2, ''])
  await jobs.stop()
})

scenario('a job of a process that died is taken up when the next one starts, without waiting for its lease', async (w) => {
  if (w.app.database.engine !== 'sqlite') return
  const done: string[] = []
  const kinds: JobKind[] = [{ kind: 'test.long', leaseSeconds: 3600, run: async (_cx, { word }) => void done.push(word) }]
  const { jobs, cx, clock, add } = queue(w, kinds)
  await add('test.long', { word: 'again' })
  await w.app.database.transaction((tx) => tx.updateTable('job').set({ lease: 'of the dead', lease_until: clock.now + 3600, attempts: 1 }).execute())
  assert.equal(await jobs.drain(cx), 0)
  await jobs.start(cx)
  while (done.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await jobs.stop()
  assert.deepEqual([done, await rows(w)], [['again'], []])
})

scenario('what is asked for while its job is being taken up is not overlooked', async (w) => {
  const seen: number[] = []
  const { jobs, cx, add } = queue(w, [
    { kind: 'test.gather', run: async () => void seen.push((await rows(w)).filter((row) => row.kind === 'test.item').length) },
    { kind: 'test.item', run: async () => {} },
  ])
  await add('test.gather', {}, { key: 'all' })
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const writing = w.app.database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'test.item', {}, { delay: 3600 })
    await jobs.enqueue(tx, 'test.gather', {}, { key: 'all' })
    asked.resolve()
    await held.promise
  })
  await asked.promise
  const draining = jobs.drain(cx)
  await Promise.race([draining, new Promise((resolve) => setTimeout(resolve, 200))])
  held.resolve()
  await Promise.all([writing, draining])
  await jobs.drain(cx)
  assert.equal(seen.at(-1), 1)
})

scenario('a job is taken up when its writer has committed, without waiting for the next look', async (w) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const ran = Promise.withResolvers<void>()
  const { jobs, cx } = queue(w, [{ kind: 'test.now', run: async () => ran.resolve() }])
  try {
    await jobs.start(cx)
    await w.cx.write(async (tx) => {
      await jobs.enqueue(tx, 'test.now', {})
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await ran.promise
  } finally {
    await jobs.stop()
    mock.timers.reset()
  }
})
