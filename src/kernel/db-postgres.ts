// `postgres` behind Kysely: a pool for reads, and lines of one connection each for transactions.
import postgres from 'postgres'
import type { CompiledQuery, QueryResult } from 'kysely'
import { kyselyOver, type Database, type Db } from './db.ts'

const READERS = 10
const WRITERS = 10

const settings = {
  onnotice: () => {},
  // none of our columns is an array
  fetch_types: false,
  types: { int8: { to: 20, from: [20], serialize: String, parse: Number }, numeric: { to: 1700, from: [1700], serialize: String, parse: Number } } as any,
}

export async function openPostgres(url: string): Promise<Database> {
  const pool = postgres(url, { ...settings, max: READERS })
  await pool`select 1`
  const lines = openLines(url)
  const told = (text: string) => database.onQuery?.(text)
  const database: Database = {
    engine: 'postgres',
    db: kyselyOver('postgres', (query) => run(pool, query), told),
    async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
      for (let tries = 0; ; tries++) {
        const line = await lines.take()
        try {
          return await attempt(line, work, told)
        } catch (error) {
          if (tries >= 5 || !mayBeginAnew(error)) throw error
        } finally {
          lines.give(line)
        }
      }
    },
    async close() {
      await Promise.all([pool.end({ timeout: 5 }), lines.close()])
    },
  }
  return database
}

/** A client with a single connection, which is told when that is lost. */
interface Line {
  sql: postgres.Sql
  lost: boolean
}

/** The library's own transactions bring the process down when the connection goes, and end at any failed statement, caught or not. */
function openLines(url: string) {
  const all: Line[] = []
  const idle: Line[] = []
  const waiting: ((line: Line) => void)[] = []
  const open = (): Line => {
    // a connection must not be renewed between the statements of a transaction
    const line: Line = { sql: postgres(url, { ...settings, max: 1, max_lifetime: null, onclose: () => void (line.lost = true) }), lost: false }
    all.push(line)
    return line
  }
  return {
    async take(): Promise<Line> {
      return idle.pop() ?? (all.length < WRITERS ? open() : new Promise<Line>((resolve) => waiting.push(resolve)))
    },
    give(line: Line) {
      const next = waiting.shift()
      if (next) next(line)
      else idle.push(line)
    },
    close: () => Promise.all(all.map((line) => line.sql.end({ timeout: 5 }))),
  }
}

async function attempt<T>(line: Line, work: (tx: Db) => Promise<T>, told: (text: string) => void): Promise<T> {
  let failure: unknown
  const step = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    // the client would quietly make a new connection, outside the transaction
    if (line.lost) throw new Error('the connection to the database was lost')
    try {
      const done = await run<R>(line.sql, query)
      if (/^rollback to /i.test(query.sql)) failure = undefined
      return done
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  await begin(line)
  try {
    const result = await work(kyselyOver('postgres', step, told))
    // without a way back to a savepoint PostgreSQL would take everything back and call that a commit
    if (failure !== undefined) throw failure
    if (line.lost) throw new Error('the connection to the database was lost')
    await line.sql.unsafe('commit')
    return result
  } catch (error) {
    if (!line.lost) await line.sql.unsafe('rollback').catch(() => {})
    throw error
  }
}

/** Nothing is done yet, so a connection that had died unseen may be replaced. */
async function begin(line: Line): Promise<void> {
  for (let tries = 0; ; tries++) {
    line.lost = false
    try {
      await line.sql.unsafe('begin')
      return
    } catch (error) {
      if (tries >= 2 || !line.lost) throw error
    }
  }
}

/** Of two writers that wait for each other one is turned away and begins anew. */
const mayBeginAnew = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string })?.code ?? '')

async function run<R>(sql: postgres.Sql, query: CompiledQuery): Promise<QueryResult<R>> {
  const parameters = query.parameters.map((one) => (one === undefined ? null : one)) as any[]
  const rows = await sql.unsafe(query.sql, parameters, { prepare: true })
  return { rows: [...rows] as unknown as R[], numAffectedRows: rows.count === null ? undefined : BigInt(rows.count) }
}
