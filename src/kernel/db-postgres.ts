// `postgres` behind Kysely, by clients of one connection each: the library's own pool and transactions bring the process
// down or hang when a connection goes, and its transactions end at any failed statement, caught or not.
import postgres from 'postgres'
import type { CompiledQuery, QueryResult } from 'kysely'
import { kyselyOver, type Database, type Db } from './db.ts'

/** Apart, since what holds a transaction may read beside it. */
const READERS = 10
const WRITERS = 10

export async function openPostgres(url: string): Promise<Database> {
  const readers = openLines(url, READERS)
  const writers = openLines(url, WRITERS)
  const told = (text: string) => database.onQuery?.(text)
  const database: Database = {
    engine: 'postgres',
    db: kyselyOver('postgres', (query) => readers.use((line) => run(line, query)), told),
    async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
      for (let tries = 0; ; tries++) {
        try {
          return await writers.use((line) => attempt(line, work, told))
        } catch (error) {
          if (tries >= 5 || !mayBeginAnew(error)) throw error
        }
      }
    },
    async close() {
      await Promise.all([readers.close(), writers.close()])
    },
  }
  await readers.use((line) => ask(line, 'select 1'))
  return database
}

interface Line {
  sql: postgres.Sql
  /** its connection has gone; the client would quietly make another */
  lost: boolean
}

function openLines(url: string, most: number) {
  const all = new Set<Line>()
  const idle: Line[] = []
  const waiting: ((line: Line) => void)[] = []
  const open = (): Line => {
    const line: Line = {
      sql: postgres(url, {
        // never renewed of itself, so not between the statements of a transaction; none of our columns is an array
        max: 1, max_lifetime: null, fetch_types: false,
        types: { int8: { to: 20, from: [20], serialize: String, parse: Number }, numeric: { to: 1700, from: [1700], serialize: String, parse: Number } } as any,
        onnotice: () => {},
        onclose: () => void (line.lost = true),
      }),
      lost: false,
    }
    all.add(line)
    return line
  }
  const drop = (line: Line) => {
    all.delete(line)
    void line.sql.end({ timeout: 0 })
  }
  function take(): Line | Promise<Line> {
    for (let line = idle.pop(); line; line = idle.pop()) {
      if (!line.lost) return line
      drop(line)
    }
    return all.size < most ? open() : new Promise<Line>((resolve) => waiting.push(resolve))
  }
  function give(line: Line) {
    if (line.lost) drop(line)
    const next = waiting.shift()
    if (next) next(line.lost ? open() : line)
    else if (!line.lost) idle.push(line)
  }
  return {
    async use<T>(work: (line: Line) => Promise<T>): Promise<T> {
      const line = await take()
      try {
        return await work(line)
      } finally {
        give(line)
      }
    },
    close: () => Promise.all([...all].map((line) => line.sql.end({ timeout: 5 }))),
  }
}

async function attempt<T>(line: Line, work: (tx: Db) => Promise<T>, told: (text: string) => void): Promise<T> {
  let failure: unknown
  const step = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    try {
      const done = await run<R>(line, query)
      if (/^rollback to /i.test(query.sql)) failure = undefined
      return done
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  await ask(line, 'begin')
  try {
    const result = await work(kyselyOver('postgres', step, told))
    // without a way back to a savepoint PostgreSQL would take everything back and call that a commit
    if (failure !== undefined) throw failure
    await ask(line, 'commit')
    return result
  } catch (error) {
    if (!line.lost) await ask(line, 'rollback').catch(() => {})
    throw error
  }
}

/** Of two writers that wait for each other one is turned away and begins anew. */
const mayBeginAnew = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string })?.code ?? '')

async function run<R>(line: Line, query: CompiledQuery): Promise<QueryResult<R>> {
  const rows = await ask(line, query.sql, query.parameters.map((one) => (one === undefined ? null : one)) as any[])
  return { rows: [...rows] as unknown as R[], numAffectedRows: rows.count === null ? undefined : BigInt(rows.count) }
}

async function ask(line: Line, text: string, parameters: any[] = []) {
  if (line.lost) throw new Error('the connection to the database was lost')
  try {
    return await line.sql.unsafe(text, parameters, { prepare: parameters.length > 0 || text.startsWith('select') })
  } catch (error) {
    // what did not come from the server came from the connection, which may still look open for a moment
    if (!(error instanceof postgres.PostgresError) || error.severity === 'FATAL') line.lost = true
    throw error
  }
}
