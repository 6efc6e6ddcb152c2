// One handle over SQLite and PostgreSQL. Kysely builds; our two drivers run.
import { Kysely, PostgresAdapter, PostgresQueryCompiler, SqliteAdapter, SqliteQueryCompiler, sql, type CompiledQuery, type QueryResult } from 'kysely'

/** All rooms' tables: each room's tables.ts adds its own by merging. */
export interface Tables {}

/** Pool or transaction, always an argument. */
export type Db = Kysely<Tables>
export { sql }

export interface Database {
  engine: 'sqlite' | 'postgres'
  /** reads, and single statements outside a transaction */
  db: Db
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** changes with every commit, whoever made it; engines that cannot tell cheaply have none */
  version?(): string
  /** told of every statement; tests count them */
  onQuery?(text: string): void
  close(): Promise<void>
}

export async function openDatabase(url: string, options: { durable?: boolean } = {}): Promise<Database> {
  // only the engine in use is loaded
  if (/^postgres(ql)?:/.test(url)) return (await import('./db-postgres.ts')).openPostgres(url)
  return (await import('./db-sqlite.ts')).openSqlite(url, options)
}

/** A Kysely over one connection of ours; transactions are begun and ended outside it. */
export function kyselyOver(engine: 'sqlite' | 'postgres', run: <R>(query: CompiledQuery) => Promise<QueryResult<R>>, told: (text: string) => void): Db {
  const executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    told(query.sql)
    return run(query)
  }
  const nothing = async () => {}
  const streamQuery = () => {
    throw new Error('streaming is not used')
  }
  const driver: import('kysely').Driver = {
    init: nothing, acquireConnection: async () => ({ executeQuery, streamQuery }), releaseConnection: nothing, destroy: nothing,
    beginTransaction: nothing, commitTransaction: nothing, rollbackTransaction: nothing,
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => driver,
      createIntrospector: () => {
        throw new Error('no introspection')
      },
      createQueryCompiler: () => (engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  })
  lines.set(db, { engine, run: executeQuery })
  return db
}

/** The way past Kysely to the driver under it. */
const lines = new WeakMap<Db, { engine: Database['engine']; run: <R>(query: CompiledQuery) => Promise<QueryResult<R>> }>()

/** A statement without arguments and rows. */
export async function execute(db: Db, text: string): Promise<void> {
  const line = lines.get(db)
  if (line) await line.run({ sql: text, parameters: [] } as unknown as CompiledQuery)
  else await sql.raw(text).execute(db)
}

/** Stands for an argument while a query is built; whatever would look at it fails. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
  [Symbol.toPrimitive](): never {
    throw new Error('the text of a prepared query depends on an argument')
  }
}

const isWhole = (one: unknown) => typeof one !== 'object' || one === null || ArrayBuffer.isView(one)

/** Takes the values out of the arguments; what is left is their shape. */
function shapeOf(one: unknown, values: unknown[]): string {
  if (one === undefined) return '-'
  if (isWhole(one)) {
    values.push(one)
    return '?'
  }
  if (Array.isArray(one)) {
    let shape = '['
    for (const item of one) shape += shapeOf(item, values)
    return shape + ']'
  }
  let shape = '{'
  for (const key in one as object) shape += `${key}:${shapeOf((one as Record<string, unknown>)[key], values)},`
  return shape + '}'
}

/** The same arguments with slots in place of values, numbered in the order of shapeOf. */
function slotted(one: unknown, next: { index: number }): unknown {
  if (one === undefined) return undefined
  if (isWhole(one)) return new Slot(next.index++)
  if (Array.isArray(one)) return one.map((item) => slotted(item, next))
  return Object.fromEntries(Object.entries(one as object).map(([key, value]) => [key, slotted(value, next)]))
}

interface Text {
  sql: string
  parameters: readonly unknown[]
}
const SHAPES = 200

/**
 * A query whose text follows from the shape of its arguments (which members an object has, how long a list is) and not from
 * their values: Kysely builds it once per shape, later calls only bind. `build` must not look into its arguments.
 */
export function prepared<A extends unknown[], O>(build: (db: Db, ...args: A) => { compile(): CompiledQuery<O> }) {
  const texts = { sqlite: new Map<string, Text>(), postgres: new Map<string, Text>() }
  async function all(db: Db, ...args: A): Promise<O[]> {
    const line = lines.get(db)
    // somebody's own Kysely, with plugins perhaps
    if (!line) return (await db.executeQuery(build(db, ...args).compile())).rows
    const { engine, run } = line
    const values: unknown[] = []
    let shape = ''
    for (const one of args) shape += shapeOf(one, values)
    const known = texts[engine]
    let text = known.get(shape)
    if (!text) {
      const next = { index: 0 }
      text = build(db, ...(args.map((one) => slotted(one, next)) as A)).compile()
      if (known.size >= SHAPES) known.clear()
      known.set(shape, text)
    }
    const parameters = text.parameters.map((one) => (one instanceof Slot ? values[one.index] : one))
    return (await run<O>({ sql: text.sql, parameters } as unknown as CompiledQuery)).rows
  }
  return {
    all,
    first: async (db: Db, ...args: A): Promise<O | undefined> => (await all(db, ...args))[0],
    async one(db: Db, ...args: A): Promise<O> {
      const [row] = await all(db, ...args)
      if (row === undefined) throw new Error('the query has no row')
      return row
    },
  }
}

/** Columns that hold booleans; SQLite stores 0 and 1. Filled by the migrations' `bool()`. */
export const booleanColumns = new Set<string>()

export function isUniqueViolation(error: unknown): boolean {
  const e = error as { code?: string; errcode?: number }
  return e?.code === '23505' || e?.errcode === 2067 || e?.errcode === 1555
}

export function isForeignKeyViolation(error: unknown): boolean {
  const e = error as { code?: string; errcode?: number }
  return e?.code === '23503' || e?.errcode === 787
}

/** `%`, `_` and `\` in user text lose their meaning; use with `like … escape '\'`. */
export function likeText(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** lower(column) like %text%, the text already lowered by us, on both engines */
export function contains(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} like ${likeText(text.toLowerCase())} escape '\\'`
}
