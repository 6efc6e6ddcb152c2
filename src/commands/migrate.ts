// `codestead migrate`: brings the database to the present form and says which steps it took.
import { mkdirSync } from 'node:fs'
import { databaseUrl, migrateAll } from '../app.ts'
import { load } from '../kernel/config.ts'
import { openDatabase } from '../kernel/db.ts'

export async function run(argv: string[]): Promise<number> {
  const config = load({ argv, env: process.env, cwd: process.cwd() })
  mkdirSync(config.data, { recursive: true })
  const database = await openDatabase(databaseUrl(config))
  const applied = await migrateAll(database)
  await database.close()
  console.log(applied.length === 0 ? 'Nothing to migrate.' : applied.map((name) => `applied ${name}`).join('\n'))
  return 0
}
