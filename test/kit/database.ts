// Databases of scenarios: copies of one that is migrated once per form of the tables, whichever process comes first.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import postgres from 'postgres'
import { allMigrations, migrateAll } from '../../src/app.ts'
import { openDatabase } from '../../src/kernel/db.ts'

const pg = process.env.CODESTEAD_TEST_PG
const kept = join(import.meta.dirname, '../../node_modules/.cache/codestead')
const DAY = 86_400_000
let counter = 0
let template: Promise<string> | undefined

export interface FreshDatabase {
  url: string
  drop(): Promise<void>
}

/** An empty, migrated database; files lie in `folder`. */
export async function freshDatabase(folder: string): Promise<FreshDatabase> {
  const from = await (template ??= pg ? postgresTemplate() : sqliteTemplate())
  const name = `world_${process.pid}_${++counter}`
  if (!pg) {
    const path = join(folder, `${name}.db`)
    copyFileSync(from, path)
    return { url: `sqlite://${path}`, drop: async () => ['', '-wal', '-shm'].forEach((end) => rmSync(path + end, { force: true })) }
  }
  // copying files costs a fifth of the default, which writes every page to the log as well
  await administrator().unsafe(`create database ${name} template ${from} strategy file_copy`)
  return { url: at(name), drop: async () => void (await administrator().unsafe(`drop database ${name} with (force)`)) }
}

/** A name that changes with every statement of every migration. */
function formName(engine: 'sqlite' | 'postgres'): string {
  const form = allMigrations().map((one) => [one.name, one.steps.flatMap((step) => step(engine))])
  return `form_${createHash('sha256').update(JSON.stringify(form)).digest('hex').slice(0, 20)}`
}

async function sqliteTemplate(): Promise<string> {
  const path = join(kept, `${formName('sqlite')}.db`)
  if (existsSync(path)) return path
  mkdirSync(kept, { recursive: true })
  for (const old of readdirSync(kept)) {
    if (old.startsWith('form_') && Date.now() - statSync(join(kept, old)).mtimeMs > DAY) rmSync(join(kept, old), { force: true })
  }
  const draft = join(kept, `draft_${process.pid}.db`)
  await migrateAndClose(draft)
  renameSync(draft, path)
  return path
}

async function postgresTemplate(): Promise<string> {
  const name = formName('postgres')
  const sql = administrator()
  await sql`select pg_advisory_lock(7)`
  if ((await sql`select 1 from pg_database where datname = ${name}`).length === 0) {
    const draft = `draft_${process.pid}`
    await sql.unsafe(`create database ${draft}`)
    await migrateAndClose(at(draft))
    await sql.unsafe(`alter database ${draft} rename to ${name}`)
  }
  await sql`select pg_advisory_unlock(7)`
  return name
}

async function migrateAndClose(url: string) {
  const database = await openDatabase(url, { durable: false })
  await migrateAll(database)
  await database.close()
}

const at = (name: string) => Object.assign(new URL(pg!), { pathname: `/${name}` }).href

let connection: postgres.Sql | undefined
after(() => connection?.end())

/** One connection to the cluster for the whole process. */
const administrator = (): postgres.Sql => (connection ??= postgres(pg!, { max: 1, onnotice: () => {} }))
