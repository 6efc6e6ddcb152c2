// node:sqlite behind Kysely: one writer (immediate transactions, one at a time) and one reader on its WAL snapshot. docs/decisions/0012.
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { booleanColumns, kyselyOver, type Database, type Db } from './db.ts'

interface Prepared {
  statement: StatementSync
  make: ((row: unknown[]) => unknown) | undefined
}

interface Waiting {
  work: (tx: Db) => Promise<unknown>
  resolve(value: unknown): void
  reject(reason: unknown): void
}

// a join of wide tables holds about 28 KB outside the heap, on each connection
const STATEMENTS = 400
const TOGETHER = 64
/** milliseconds: what takes less is done here and now, for to wake a thread costs as much */
const QUICK = 0.5

export async function openSqlite(url: string, options: { durable?: boolean }): Promise<Database> {
  const path = url.replace(/^sqlite:(\/\/)?/, '')
  const writer = connect(path, options.durable ?? true)
  const reader = path === ':memory:' ? writer : connect(path, options.durable ?? true)
  const told = (text: string) => database.onQuery?.(text)
  const [reads, writes] = [runnerOf(reader), runnerOf(writer)]
  // the writer's pages stay warm, the reader's are dropped with every commit; while a transaction is open its rows are nobody else's
  const db = kyselyOver('sqlite', (query) => (writer.isTransaction ? reads(query) : writes(query)), told)
  const tx = kyselyOver('sqlite', writes, told)
  const [begin, commit, savepoint, release] = ['begin immediate', 'commit', 'savepoint work', 'release work'].map((text) => writer.prepare(text))
  const queue: Waiting[] = []
  let running: Promise<void> | undefined
  let lost: unknown
  /** how many shared the last commit */
  let crowd = 1
  const log = (options.durable ?? true) && reader !== writer ? logOf(`${path}-wal`, writer) : undefined

  /**
   * Works that wait together share one commit, and so one flush; each keeps its own savepoint, so one may fail alone. While
   * the flush is under way requests go on being read, and nobody is told of the commit before it is done.
   */
  async function run(): Promise<void> {
    while (queue.length > 0) {
      const ends: ((failure?: unknown) => void)[] = []
      let failure: unknown
      try {
        log?.mend()
        begin.run()
        // a full disk may end the whole transaction in the midst of one work, and those before it are lost too
        for (let count = 0; queue.length > 0 && count < TOGETHER && writer.isTransaction; count++) ends.push(await attempt(queue.shift()!))
        if (!writer.isTransaction) throw lost
        commit.run()
        await log?.flush()
      } catch (error) {
        failure = error
        if (writer.isTransaction) writer.exec('rollback')
        if (ends.length === 0) queue.shift()?.reject(error)
      }
      crowd = ends.length
      for (const end of ends) end(failure)
    }
    running = undefined
  }

  /** While many write, those who were answered together ask again within a moment: one more turn, and they share a commit again. */
  async function gathered(): Promise<void> {
    for (let still = 0, seen = 0; still < (crowd > 1 ? 2 : 1) && queue.length < TOGETHER; still = queue.length > seen ? 0 : still + 1) {
      seen = queue.length
      await new Promise<void>((go) => setImmediate(go))
    }
  }

  /** Does one work; what it returns tells the caller once the commit is made, or has failed. */
  async function attempt({ work, resolve, reject }: Waiting): Promise<(failure?: unknown) => void> {
    try {
      savepoint.run()
      const result = await work(tx)
      release.run()
      return (failure) => (failure === undefined ? resolve(result) : reject(failure))
    } catch (error) {
      undo(error)
      return () => reject(error)
    }
  }

  /** Takes back one work; where that cannot be done it takes back all that share the transaction. */
  function undo(error: unknown): void {
    try {
      if (writer.isTransaction) writer.exec('rollback to work; release work')
    } catch {
      if (writer.isTransaction) writer.exec('rollback')
    }
    if (!writer.isTransaction) lost = error
  }

  const database: Database = {
    engine: 'sqlite',
    db,
    transaction<T>(work: (tx: Db) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
        // not before all requests that have already arrived have been looked at, so that their works find each other
        running ??= gathered().then(run)
      })
    },
    version: reader === writer ? undefined : versionOf(reader),
    async close() {
      await running
      log?.close()
      if (reader !== writer) reader.close()
      writer.close()
    },
  }
  return database
}

/**
 * The write-ahead log as a file: SQLite itself flushes it before it moves its pages to the database (synchronous = normal),
 * we flush it before anybody hears of a commit, in a thread of its own unless the disk is quick.
 */
function logOf(path: string, writer: DatabaseSync) {
  let file: number | undefined
  let torn = false
  /** milliseconds that a flush takes of late; slow until it has been seen to be quick */
  let usual = 2 * QUICK
  return {
    async flush(): Promise<void> {
      torn = true
      const open = (file ??= openSync(path, 'r'))
      const began = performance.now()
      if (usual < QUICK) fdatasyncSync(open)
      else await new Promise<void>((done, fail) => fdatasync(open, (error) => (error ? fail(error) : done())))
      usual += (performance.now() - began - usual) / 8
      torn = false
    },
    /** What a failed flush has left out would make everything after it unreadable after a power cut: the log begins anew. */
    mend(): void {
      if (!torn) return
      const [{ busy }] = writer.prepare('pragma wal_checkpoint(truncate)').all() as { busy: number }[]
      if (busy) throw new Error('the write-ahead log could not be flushed, and is in use')
      torn = false
    },
    close: () => void (file !== undefined && closeSync(file)),
  }
}

/** SQLite counts the commits of all other connections, our writer and other processes included. */
function versionOf(reader: DatabaseSync): () => string {
  const statement = reader.prepare('pragma data_version')
  statement.setReturnArrays(true)
  return () => String((statement.get() as unknown as number[])[0])
}

function connect(path: string, durable: boolean): DatabaseSync {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: true })
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${durable ? 'normal' : 'off'}; pragma busy_timeout = 10000;
    pragma cache_size = -8000; pragma temp_store = memory; pragma mmap_size = 268435456`)
  return db
}

function runnerOf(db: DatabaseSync) {
  let recent = new Map<string, Prepared>()
  let older = new Map<string, Prepared>()
  /** What has not been used while so many others were is given up. */
  const prepared = (text: string): Prepared => {
    const known = recent.get(text)
    if (known) return known
    const found = older.get(text) ?? prepare(text)
    if (recent.size >= STATEMENTS / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(text, found)
    return found
  }
  const prepare = (text: string): Prepared => {
    const statement = db.prepare(text)
    const columns = statement.columns().map((column) => column.name)
    if (columns.length > 0) statement.setReturnArrays(true)
    return { statement, make: columns.length > 0 ? rowMaker(columns) : undefined }
  }
  return async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const { statement, make } = prepared(query.sql)
    const parameters = query.parameters as any[]
    if (make) return { rows: (statement.all(...parameters) as unknown as unknown[][]).map(make) as R[] }
    const done = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(done.changes), insertId: BigInt(done.lastInsertRowid) }
  }
}

/** An object literal per statement: about twice as fast as the driver's own objects for wide rows. */
function rowMaker(columns: string[]): (row: unknown[]) => unknown {
  const members = columns.map((name, i) => {
    const value = booleanColumns.has(name) ? `r[${i}] === null ? null : r[${i}] === 1` : `r[${i}]`
    return `${JSON.stringify(name)}: ${value}`
  })
  return new Function('r', `return { ${members.join(', ')} }`) as (row: unknown[]) => unknown
}
