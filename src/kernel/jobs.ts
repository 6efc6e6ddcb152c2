// Work that leaves the request: a queue with retries and fenced leases, and the site's cron.
import { randomBytes } from 'node:crypto'
import type { Generated } from 'kysely'
import type { Cx } from './cx.ts'
import type { Database, Db } from './db.ts'
import { id, int, migration, table, text, time } from './migrate.ts'
import { onCommit } from './outbox.ts'
import { next as nextTime } from './schedule.ts'

declare module './db.ts' {
  interface Tables {
    job: JobTable
    cron: CronTable
  }
}
interface JobTable {
  id: Generated<number>
  kind: string
  /** at most one waiting job per kind and key */
  key: string | null
  payload: string
  run_at: number
  attempts: number
  lease: string
  lease_until: number
  last_error: string
  created_at: number
  /** set when every try failed; kept for the administrator to see */
  dead_at: number | null
}
interface CronTable {
  name: string
  next: number
  prev: number
  error: string
}

export const jobMigrations = [
  migration(
    '2026_11_15_kernel_jobs',
    table(
      'job',
      { id: id(), kind: text('not null'), key: text(''), payload: text(), run_at: int(), attempts: int(), lease: text(), lease_until: int(), last_error: text(), created_at: int(), dead_at: time() },
      { index: [['run_at'], ['kind', 'key']] },
    ),
    table('cron', { name: text('primary key'), next: int(), prev: int(), error: text() }),
  ),
]

export interface JobKind {
  kind: string
  /** tries before it is given up */
  attempts?: number
  /** how long one try may hold its lease before another node may take it */
  leaseSeconds?: number
  /** how many of this kind at once */
  parallel?: number
  run(cx: Cx, payload: any, job: { id: number; attempt: number }): Promise<void>
}

export interface CronTask {
  name: string
  /** `@every 10m`, `@midnight`, a cron line */
  schedule: string
  enabled: boolean
  atStart?: boolean
  run(cx: Cx): Promise<void>
}

export interface CronState {
  name: string
  schedule: string
  enabled: boolean
  next: number
  prev: number
  /** since this process started */
  runs: number
  error: string
}

export interface Jobs {
  /** Queues work in the writer's transaction. With a key, a waiting job of the same kind and key is kept instead. */
  enqueue(tx: Db, kind: string, payload: object, more?: { key?: string; delay?: number }): Promise<void>
  /** runs what is due, and waits for it; returns how many */
  drain(cx: Cx): Promise<number>
  crons(): Promise<CronState[]>
  /** false if there is no such task; a task already running is not started twice */
  runCron(cx: Cx, name: string): Promise<boolean>
  start(cx: Cx): Promise<void>
  stop(): Promise<void>
}

/** at once: of one kind, unless it says otherwise, and of all together */
const PARALLEL = 4
const TOGETHER = 12
const ATTEMPTS = 5

/** Unix seconds of the next run, 0 for a line that means nothing. */
const nextRun = (schedule: string, now: number) => Math.floor((nextTime(schedule, new Date(now * 1000))?.getTime() ?? 0) / 1000)

export function makeJobs(database: Database, kinds: JobKind[], tasks: CronTask[]): Jobs {
  const byKind = new Map(kinds.map((one) => [one.kind, one]))
  const running = new Set<Promise<unknown>>()
  const busy = new Map<string, number>()
  const cronRunning = new Map<string, Promise<void>>()
  const runs = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let started: Cx | undefined
  let stopping = false

  async function claim(now: number) {
    const lease = randomBytes(8).toString('hex')
    return database.transaction(async (tx) => {
      let query = tx.selectFrom('job').select(['id', 'kind']).where('run_at', '<=', now).where('lease_until', '<', now).where('dead_at', 'is', null).orderBy('run_at').orderBy('id').limit(1)
      const full = [...busy].flatMap(([kind, count]) => (count >= (byKind.get(kind)?.parallel ?? PARALLEL) ? [kind] : []))
      if (full.length > 0) query = query.where('kind', 'not in', full)
      if (database.engine === 'postgres') query = query.forUpdate().skipLocked()
      const found = await query.executeTakeFirst()
      if (!found) return undefined
      const until = now + (byKind.get(found.kind)?.leaseSeconds ?? 300)
      return tx.updateTable('job').set((eb) => ({ lease, lease_until: until, attempts: eb('attempts', '+', 1) })).where('id', '=', found.id).returningAll().executeTakeFirst()
    })
  }

  type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

  async function perform(cx: Cx, job: Claimed) {
    const kind = byKind.get(job.kind)
    try {
      if (!kind) throw new Error(`no such kind of job: ${job.kind}`)
      // each time the process went down with it
      if (job.attempts > (kind.attempts ?? ATTEMPTS)) throw new Error('no try came to an end')
      await kind.run(cx, JSON.parse(job.payload), { id: job.id, attempt: job.attempts })
      await database.transaction((tx) => tx.deleteFrom('job').where('id', '=', job.id).where('lease', '=', job.lease).execute())
    } catch (error) {
      const last = job.attempts >= (kind?.attempts ?? ATTEMPTS)
      cx.log.warn('a job failed', { kind: job.kind, job: job.id, attempt: job.attempts, last, error: String((error as Error)?.stack ?? error) })
      await database.transaction((tx) =>
        tx
          .updateTable('job')
          .set({ lease: '', lease_until: 0, run_at: cx.now() + Math.min(3600, 5 * 2 ** job.attempts), last_error: String(error).slice(0, 2000), dead_at: last ? cx.now() : null })
          .where('id', '=', job.id)
          .where('lease', '=', job.lease)
          .execute(),
      )
    }
  }

  /** When even its end cannot be written down, its lease runs out and it is tried again. */
  const unsettled = (cx: Cx, name: string) => (error: unknown) => cx.log.error('how it ended could not be stored', { name, error: String(error) })

  async function pump(cx: Cx) {
    while (!stopping && running.size < TOGETHER) {
      const job = await claim(cx.now())
      if (!job) return
      busy.set(job.kind, (busy.get(job.kind) ?? 0) + 1)
      const work: Promise<unknown> = perform(cx, job).catch(unsettled(cx, job.kind)).finally(() => {
        running.delete(work)
        busy.set(job.kind, busy.get(job.kind)! - 1)
        poke()
      })
      running.add(work)
    }
  }

  let pumping: Promise<unknown> = Promise.resolve()
  let ticking: Promise<unknown> = Promise.resolve()
  let asked = false
  function poke() {
    if (!started || asked || stopping) return
    asked = true
    setImmediate(() => {
      asked = false
      pumping = pumping.then(() => pump(started!)).catch((error) => started!.log.error('the job queue stumbled', { error: String(error) }))
    })
  }

  async function performCron(cx: Cx, task: CronTask): Promise<void> {
    const busy = cronRunning.get(task.name)
    if (busy) return
    const work = (async () => {
      let error = ''
      try {
        await task.run(cx)
      } catch (caught) {
        error = String(caught)
        cx.log.error('a scheduled task failed', { task: task.name, error: String((caught as Error)?.stack ?? caught) })
      }
      runs.set(task.name, (runs.get(task.name) ?? 0) + 1)
      await database.transaction((tx) => tx.updateTable('cron').set({ prev: cx.now(), error }).where('name', '=', task.name).execute())
    })()
    cronRunning.set(task.name, work)
    await work.finally(() => cronRunning.delete(task.name))
  }

  /** The node that moves `next` forward is the one that runs the task. */
  async function tick(cx: Cx) {
    if (stopping) return
    const now = cx.now()
    for (const row of await database.db.selectFrom('cron').selectAll().where('next', '<=', now).where('next', '>', 0).execute()) {
      const task = tasks.find((one) => one.name === row.name)
      if (!task?.enabled) continue
      const next = nextRun(task.schedule, now) || now + 3600
      const won = await database.transaction((tx) => tx.updateTable('cron').set({ next }).where('name', '=', row.name).where('next', '=', row.next).returning('name').executeTakeFirst())
      if (won) void performCron(cx, task).catch(unsettled(cx, task.name))
    }
  }

  return {
    async enqueue(tx, kind, payload, more = {}) {
      if (!byKind.has(kind)) throw new Error(`no such kind of job: ${kind}`)
      const now = Math.floor(Date.now() / 1000)
      if (more.key) {
        const waiting = tx.selectFrom('job').select('id').where('kind', '=', kind).where('key', '=', more.key).where('lease', '=', '').where('dead_at', 'is', null)
        // held until the writer has committed: whoever took it up before that would not see what it is to do
        if (await (database.engine === 'postgres' ? waiting.forShare() : waiting).executeTakeFirst()) return
      }
      await tx
        .insertInto('job')
        .values({ kind, key: more.key ?? null, payload: JSON.stringify(payload), run_at: now + (more.delay ?? 0), attempts: 0, lease: '', lease_until: 0, last_error: '', created_at: now, dead_at: null })
        .execute()
      // whoever looks before the commit finds nothing
      if (!onCommit(tx, poke)) poke()
    },
    async drain(cx) {
      let count = 0
      for (;;) {
        const job = await claim(cx.now())
        if (!job) {
          // one that the pump has just claimed is under way as well
          await pumping
          if (running.size === 0) return count
          await Promise.race(running)
          continue
        }
        count++
        await perform(cx, job)
      }
    },
    async crons() {
      const rows = new Map((await database.db.selectFrom('cron').selectAll().execute()).map((row) => [row.name, row]))
      return tasks.map(({ name, schedule, enabled }) => {
        const row = rows.get(name)
        return { name, schedule, enabled, next: enabled ? (row?.next ?? 0) : 0, prev: row?.prev ?? 0, runs: runs.get(name) ?? 0, error: row?.error ?? '' }
      })
    },
    async runCron(cx, name) {
      const task = tasks.find((one) => one.name === name)
      if (!task) return false
      await performCron(cx, task)
      return true
    },
    async start(cx) {
      started = cx
      const now = cx.now()
      await database.transaction(async (tx) => {
        // nobody shares this database, so whoever held a lease is gone
        if (database.engine === 'sqlite') await tx.updateTable('job').set({ lease: '', lease_until: 0 }).where('lease', '<>', '').execute()
        const known = new Set((await tx.selectFrom('cron').select('name').execute()).map((row) => row.name))
        for (const task of tasks) {
          const next = task.enabled ? nextRun(task.schedule, now) : 0
          if (!known.has(task.name)) await tx.insertInto('cron').values({ name: task.name, next, prev: 0, error: '' }).onConflict((on) => on.doNothing()).execute()
          else if (!task.enabled) await tx.updateTable('cron').set({ next: 0 }).where('name', '=', task.name).execute()
          else await tx.updateTable('cron').set({ next }).where('name', '=', task.name).where('next', '=', 0).execute()
        }
      })
      for (const task of tasks) if (task.enabled && task.atStart) void performCron(cx, task).catch(unsettled(cx, task.name))
      timer = setInterval(() => {
        poke()
        ticking = ticking.then(() => tick(cx)).catch((error) => cx.log.error('cron stumbled', { error: String(error) }))
      }, 2000)
      timer.unref()
      poke()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      await Promise.all([pumping, ticking])
      await Promise.allSettled([...running, ...cronRunning.values()])
    },
  }
}
