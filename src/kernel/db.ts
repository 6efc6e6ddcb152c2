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
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => driver,
      createIntrospector: () => {
        throw new Error('no introspection')
      },
      createQueryCompiler: () => (engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  })
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
