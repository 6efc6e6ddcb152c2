// `postgres` behind Kysely.
import postgres from 'postgres'
import type { CompiledQuery, QueryResult } from 'kysely'
import { kyselyOver, type Database, type Db } from './db.ts'

type Runner = postgres.Sql | postgres.TransactionSql

export async function openPostgres(url: string): Promise<Database> {
  const pool = postgres(url, {
    max: 10,
    onnotice: () => {},
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number }, numeric: { to: 1700, from: [1700], serialize: String, parse: Number } } as any,
  })
  await pool`select 1`
  const told = (text: string) => database.onQuery?.(text)
  const database: Database = {
    engine: 'postgres',
    db: kyselyOver('postgres', runnerOf(pool), told),
    async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
      for (let tries = 0; ; tries++) {
        try {
          return (await pool.begin((tx) => work(kyselyOver('postgres', runnerOf(tx), told)))) as T
        } catch (error) {
          if (tries >= 5 || !isTurnedAway(error)) throw error
        }
      }
    },
    close: () => pool.end({ timeout: 5 }),
  }
  return database
}

/** Of two writers that wait for each other one is turned away and begins anew. */
const isTurnedAway = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string })?.code ?? '')

function runnerOf(runner: Runner) {
  return async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const parameters = query.parameters.map((one) => (one === undefined ? null : one)) as any[]
    const rows = await runner.unsafe(query.sql, parameters, { prepare: true })
    return { rows: [...rows] as R[], numAffectedRows: rows.count === null ? undefined : BigInt(rows.count) }
  }
}
