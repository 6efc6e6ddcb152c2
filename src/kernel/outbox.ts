// Facts: what happened, stored with the change that made it happen, one todo row per listener. docs/decisions/0001.
import type { Cx } from './cx.ts'
import { execute, prepared, type Database, type Db } from './db.ts'
import { id, int, migration, ref, table, text } from './migrate.ts'
import type { Static, TObject, TProperties } from './schema.ts'

declare module './db.ts' {
  interface Tables {
    fact: FactTable
    todo: TodoTable
  }
}
interface FactTable {
  id: import('kysely').Generated<number>
  name: string
  at: number
  repo_id: number | null
  by_id: number | null
  data: string
}
interface TodoTable {
  id: import('kysely').Generated<number>
  fact_id: number
  listener: string
  tries: number
  not_before: number
}

export const outboxMigrations = [
  migration(
    '2026_11_15_kernel_outbox',
    table('fact', { id: id(), name: text('not null'), at: int(), repo_id: int(''), by_id: int(''), data: text() }),
    table('todo', { id: id(), fact_id: ref('fact'), listener: text('not null'), tries: int(), not_before: int() }, { index: [['not_before'], ['fact_id']] }),
  ),
]

/** A kind of fact, named noun.pastTense. */
export interface FactKind<T> {
  name: string
  /** only for its type */
  example?: T
}
/** what every fact may carry besides its own members */
interface Around {
  repo_id?: number
  /** the account whose doing it was */
  by_id?: number
}
export interface Fact<T = any> {
  id: number
  name: string
  at: number
  data: T & Around
}

export function fact<P extends TProperties>(name: string, members: P): FactKind<Static<TObject<P>>> {
  void members
  return { name }
}

export interface Reaction {
  fact: string
  /** filled by the app: the room, and `as` when a room listens twice */
  listener: string
  as: string
  prompt: boolean
  heeds: ((cx: Cx, tx: Db, fact: Fact) => boolean | Promise<boolean>) | undefined
  prepare: ((cx: Cx, fact: Fact) => Promise<unknown>) | undefined
  run(cx: Cx, tx: Db, fact: Fact, prepared: any): Promise<void>
}

/**
 * Declares what a room does when a fact arrives. `run` does database work only, by the transaction it is given: for `prompt`
 * reactions that of the change itself, otherwise one shared with the removal of the todo row; it happens exactly once.
 * `prepare` may read git or blobs first, outside any transaction, after the change and still before the answer leaves if
 * `prompt`; when it finds nothing (undefined or an empty list) `run` is not called. `heeds` says in the transaction of the
 * change, cheaply, whether there is anything to prepare at all: without it every fact costs a row to write and to remove.
 */
export function react<T, Prepared = undefined>(
  kind: FactKind<T>,
  run: (cx: Cx, tx: Db, fact: Fact<T>, prepared: Prepared) => Promise<void>,
  more: { prompt?: boolean; as?: string; heeds?: (cx: Cx, tx: Db, fact: Fact<T>) => boolean | Promise<boolean>; prepare?: (cx: Cx, fact: Fact<T>) => Promise<Prepared> } = {},
): Reaction {
  return { fact: kind.name, listener: '', as: more.as ?? '', prompt: more.prompt ?? false, heeds: more.heeds, prepare: more.prepare, run }
}

const rounds = new WeakMap<Fact, Map<string, Promise<unknown>>>()

/**
 * What several listeners of a fact read: the first one's answer serves those after it, within one round. Preparing is a
 * round, and so is the transaction, which reads anew.
 */
export function once<T>(fact: Fact, what: string, read: () => Promise<T>): Promise<T> {
  let round = rounds.get(fact)
  if (!round) rounds.set(fact, (round = new Map()))
  let found = round.get(what) as Promise<T> | undefined
  if (!found) round.set(what, (found = read()))
  return found
}

/** Seconds in which the writer itself has done what is prompt, or has died. */
const PROMPT = 5
const SWEEP_MS = 1000

interface Pending {
  fact: Fact
  /** those who have still to hear of it after the change */
  left: Reaction[]
  todos: { id: number; reaction: Reaction }[]
}
interface Todo {
  id: number
  tries: number
  reaction: Reaction | undefined
  fact: Fact
  prepared: unknown
  /** what went wrong before the transaction */
  failure: unknown
}
interface TxState {
  now: number
  pending: Pending[]
  after: (() => void)[]
}
const states = new WeakMap<Db, TxState>()

const insertFact = prepared((db, row: Omit<FactTable, 'id'>) => db.insertInto('fact').values(row).returning('id')).one
const insertTodos = prepared((db, rows: Omit<TodoTable, 'id'>[]) => db.insertInto('todo').values(rows).returning('id')).all
const takeTodos = prepared((db, ids: number[]) => db.deleteFrom('todo').where('id', 'in', ids).returning('id')).all

const SAVEPOINT = 'savepoint reactions'
const UNDO = 'rollback to savepoint reactions'
const RELEASE = 'release savepoint reactions'

const isAtOnce = (one: Reaction) => one.prompt && !one.prepare
const isNothing = (todo: Todo) => todo.reaction?.prepare !== undefined && todo.failure === undefined && (todo.prepared === undefined || (Array.isArray(todo.prepared) && todo.prepared.length === 0))

/**
 * Stores a fact in the writer's transaction; who listens follows at its end. What the writer has `atHand` spares those who
 * listen in the same transaction the reading of it (`once`).
 */
export async function emit<T>(tx: Db, kind: FactKind<T>, data: T & Around, atHand: Record<string, unknown> = {}): Promise<void> {
  const state = states.get(tx)
  if (!state) throw new Error(`fact ${kind.name} emitted outside cx.write`)
  const { repo_id, by_id, ...rest } = data as Around & object
  const row = await insertFact(tx, { name: kind.name, at: state.now, repo_id: repo_id ?? null, by_id: by_id ?? null, data: JSON.stringify(rest) })
  const fact = { id: row.id, name: kind.name, at: state.now, data }
  rounds.set(fact, new Map(Object.entries(atHand).map(([what, value]) => [what, Promise.resolve(value)])))
  state.pending.push({ fact, left: [], todos: [] })
}

/** Has something called once the transaction has been committed; false if it is not one of `cx.write`. */
export function onCommit(tx: Db, then: () => void): boolean {
  return states.get(tx)?.after.push(then) !== undefined
}

export interface Outbox {
  write<T>(cx: Cx, work: (tx: Db) => Promise<T>): Promise<T>
  /** does all that is due; returns how many were done */
  drain(cx: Cx): Promise<number>
  start(cx: Cx): void
  stop(): Promise<void>
  /** removes facts from before then that nobody waits for */
  forget(before: number): Promise<void>
  /** called with every committed fact, for tests */
  watch(seen: (fact: Fact) => void): () => void
}

export function makeOutbox(database: Database, reactions: Reaction[]): Outbox {
  const byFact = new Map<string, Reaction[]>()
  for (const one of reactions) byFact.set(one.fact, [...(byFact.get(one.fact) ?? []), one])
  const heard = (one: Fact) => byFact.get(one.name) ?? []
  const watchers = new Set<(fact: Fact) => void>()
  /** rows of listeners that found nothing to do; they go together and without haste, for to do nothing twice is no harm */
  const spent: number[] = []
  let sweeping: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let draining: Promise<unknown> = Promise.resolve()
  let wake = () => {}

  async function transaction<T>(cx: Cx, work: (tx: Db) => Promise<T>): Promise<{ result: T; pending: Pending[] }> {
    const pending: Pending[] = []
    const after: (() => void)[] = []
    const result = await database.transaction(async (tx) => {
      // begun anew after a deadlock
      pending.length = after.length = 0
      states.set(tx, { now: cx.now(), pending, after })
      try {
        const made = await work(tx)
        if (pending.length > 0) await follow(cx, tx, pending)
        return made
      } finally {
        // SQLite has one handle for all transactions, and the next need not be one of ours
        states.delete(tx)
      }
    })
    for (const then of after) then()
    for (const { fact } of pending) for (const seen of watchers) seen(fact)
    return { result, pending }
  }

  /** The listeners that need nothing but the transaction itself, and rows for all others. */
  async function follow(cx: Cx, tx: Db, pending: Pending[]): Promise<void> {
    await atOnce(cx, tx, pending)
    const due = pending.flatMap((of) => of.left.map((reaction) => ({ of, reaction })))
    if (due.length === 0) return
    const now = cx.now()
    const ids = await insertTodos(tx, due.map(({ of, reaction }) => ({ fact_id: of.fact.id, listener: reaction.listener, tries: 0, not_before: reaction.prompt ? now + PROMPT : now })))
    due.forEach(({ of, reaction }, i) => of.todos.push({ id: ids[i].id, reaction }))
  }

  /** If one of them fails all are undone and left to be tried on their own, and the change stands. */
  async function atOnce(cx: Cx, tx: Db, pending: Pending[]): Promise<void> {
    const stated = pending.length
    if (!pending.some(({ fact }) => heard(fact).length > 0)) return
    await execute(tx, SAVEPOINT)
    try {
      // what they state in turn is heard in the same way
      for (let i = 0; i < pending.length; i++) {
        const { fact, left } = pending[i]
        for (const one of heard(fact)) {
          if (isAtOnce(one)) await one.run(cx, tx, fact, undefined)
          else if (!one.heeds || (await one.heeds(cx, tx, fact))) left.push(one)
        }
      }
      await execute(tx, RELEASE)
    } catch {
      await execute(tx, UNDO)
      await execute(tx, RELEASE)
      pending.length = stated
      for (const of of pending) of.left = heard(of.fact)
    } finally {
      for (const { fact } of pending) rounds.delete(fact)
    }
  }

  /** Reactions in one transaction: all without further ado, or, should one of them fail, anew with each on its own. */
  async function perform(cx: Cx, due: Todo[]): Promise<Pending[]> {
    if (due.every((todo) => todo.reaction && todo.failure === undefined)) {
      const done = await transaction(cx, async (tx) => {
        const mine = new Set((await takeTodos(tx, due.map((todo) => todo.id))).map((row) => row.id))
        for (const { fact } of due) rounds.delete(fact)
        for (const todo of due) if (mine.has(todo.id) && !isNothing(todo)) await todo.reaction!.run(cx, tx, todo.fact, todo.prepared)
      }).catch(() => undefined)
      if (done) return done.pending
    }
    const { pending } = await transaction(cx, async (tx) => {
      for (const todo of due) await guarded(cx, tx, todo)
    })
    return pending
  }

  function leave(id: number) {
    spent.push(id)
    sweeping ??= setTimeout(() => void sweep().catch(() => {}), SWEEP_MS).unref()
  }

  async function sweep(): Promise<void> {
    clearTimeout(sweeping)
    sweeping = undefined
    while (spent.length > 0) {
      const ids = spent.splice(0, 500)
      await database.transaction((tx) => takeTodos(tx, ids))
    }
  }

  /** The prompt listeners of what was just committed that had to prepare, together in one further transaction. */
  async function settle(cx: Cx, pending: Pending[]): Promise<void> {
    const due: Todo[] = []
    for (const { fact, todos } of pending) {
      for (const { id, reaction } of todos) {
        if (!reaction.prompt) {
          wake()
          continue
        }
        const todo: Todo = { id, tries: 0, reaction, fact, prepared: undefined, failure: undefined }
        try {
          todo.prepared = await reaction.prepare?.(cx, fact)
        } catch (error) {
          todo.failure = error
        }
        if (isNothing(todo)) leave(id)
        else due.push(todo)
      }
    }
    if (due.length === 0) return
    const next = await perform(cx, due)
    if (next.length > 0) await settle(cx, next)
  }

  function failed(cx: Cx, reaction: Reaction, fact: Fact, error: unknown) {
    cx.log.error('a reaction failed and will be tried again', { listener: reaction.listener, fact: fact.name, fact_id: fact.id, error: String((error as Error)?.stack ?? error) })
  }

  async function drain(cx: Cx): Promise<number> {
    await sweep()
    for (let count = 0; ; ) {
      const due = await dueTodos(cx)
      if (due.length === 0) return count
      count += due.length
      await settle(cx, await perform(cx, due))
    }
  }

  /** The oldest that are due, each with its fact and what its listener prepared outside the transaction. */
  async function dueTodos(cx: Cx): Promise<Todo[]> {
    const rows = await database.db
      .selectFrom('todo')
      .innerJoin('fact', 'fact.id', 'todo.fact_id')
      .where('todo.not_before', '<=', cx.now())
      .select(['todo.id as todo_id', 'todo.listener', 'todo.tries', 'fact.id', 'fact.name', 'fact.at', 'fact.repo_id', 'fact.by_id', 'fact.data'])
      .orderBy('todo.id')
      .limit(50)
      .execute()
    const due: Todo[] = []
    for (const row of rows) {
      const reaction = (byFact.get(row.name) ?? []).find((one) => one.listener === row.listener)
      const fact: Fact = { id: row.id, name: row.name, at: row.at, data: { ...JSON.parse(row.data), repo_id: row.repo_id ?? undefined, by_id: row.by_id ?? undefined } }
      const todo: Todo = { id: row.todo_id, tries: row.tries, reaction, fact, prepared: undefined, failure: undefined }
      try {
        todo.prepared = await reaction?.prepare?.(cx, fact)
      } catch (error) {
        todo.failure = error
      }
      due.push(todo)
    }
    return due
  }

  /** One reaction in a savepoint of its own: if it fails it alone is undone, and tried again later. */
  async function guarded(cx: Cx, tx: Db, todo: Todo): Promise<void> {
    const { id, reaction, fact } = todo
    if (!reaction) return void (await tx.deleteFrom('todo').where('id', '=', id).execute())
    rounds.delete(fact)
    await execute(tx, SAVEPOINT)
    try {
      if (todo.failure !== undefined) throw todo.failure
      if ((await takeTodos(tx, [id])).length > 0 && !isNothing(todo)) await reaction.run(cx, tx, fact, todo.prepared)
    } catch (error) {
      await execute(tx, UNDO)
      failed(cx, reaction, fact, error)
      const wait = Math.min(3600, 2 ** Math.min(todo.tries, 11))
      await tx.updateTable('todo').set({ tries: todo.tries + 1, not_before: cx.now() + wait }).where('id', '=', id).execute()
    }
    await execute(tx, RELEASE)
  }

  return {
    async write(cx, work) {
      const { result, pending } = await transaction(cx, work)
      // the change stands whatever becomes of its listeners; their todo rows wait for the next round
      if (pending.length > 0) await settle(cx, pending).catch((error) => cx.log.error('the listeners of a change have to wait', { error: String(error) }))
      return result
    },
    drain,
    start(cx) {
      const round = () => {
        if (!timer) return
        draining = draining.then(() => drain(cx)).catch((error) => cx.log.error('the outbox stumbled', { error: String(error) }))
      }
      let asked = false
      wake = () => {
        if (asked) return
        asked = true
        setImmediate(() => {
          asked = false
          round()
        })
      }
      timer = setInterval(round, 3000)
      timer.unref()
      round()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      wake = () => {}
      await draining
      await sweep()
    },
    async forget(before) {
      await database.transaction((tx) =>
        tx.deleteFrom('fact').where('at', '<', before).where('id', 'not in', (eb) => eb.selectFrom('todo').select('fact_id')).execute(),
      )
    },
    watch(seen) {
      watchers.add(seen)
      return () => watchers.delete(seen)
    },
  }
}
