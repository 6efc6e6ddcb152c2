// `postgres` behind Kysely.
import postgres from 'postgres'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { kyselyOver, type Database, type Db } from './db.ts'

type Runner = postgres.Sql | postgres.TransactionSql

export async function openPostgres(url: string): Promise<Database> {
  const pool = postgres(url, {
    max: 10,
    onnotice: () => {},
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number }, numeric: { to: 1700, from: [1700], serialize: String, parse: Number } } as any,
  })
  await pool`select 1`
  return {
    engine: 'postgres',
    db: kyselyOver('postgres', driverOf(pool)),
    transaction: <T>(work: (tx: Db) => Promise<T>) =>
      pool.begin((tx) => work(kyselyOver('postgres', driverOf(tx)))) as Promise<T>,
    close: () => pool.end({ timeout: 5 }),
  }
}

function driverOf(runner: Runner): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const parameters = query.parameters.map((one) => (one === undefined ? null : one)) as any[]
      const rows = await runner.unsafe(query.sql, parameters, { prepare: true })
      return { rows: [...rows] as R[], numAffectedRows: rows.count === null ? undefined : BigInt(rows.count) }
    },
    async *streamQuery() {
      throw new Error('streaming is not used')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}
