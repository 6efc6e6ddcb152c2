// npm run docs: writes the generated pages of docs/. tools/docs.test.ts fails when they are out of step.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { declarationsOf, migrateAll } from '../src/app.ts'
import { markdown } from '../src/kernel/config.ts'
import { openDatabase } from '../src/kernel/db.ts'
import { describe } from '../src/kernel/openapi.ts'
import { rooms } from '../src/rooms.ts'
import { root } from './sources.ts'

/** Every generated page by its path. */
export async function pages(): Promise<Record<string, string>> {
  return {
    'docs/config.md': `${markdown().trimEnd()}\n`,
    'docs/api.json': `${JSON.stringify(describe(declarationsOf(rooms)), null, 1)}\n`,
    'docs/schema.md': await schema(),
  }
}

/** The tables as they stand after all migrations. */
async function schema(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'codestead-docs-'))
  try {
    const path = join(folder, 'x.db')
    const database = await openDatabase(path, { durable: false })
    await migrateAll(database)
    await database.close()
    const db = new DatabaseSync(path)
    const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name").all() as { name: string }[]
    const lines = ['# Tables', '', 'As they are on SQLite; PostgreSQL has bigint, boolean and identity columns in their place. Times are unix seconds.', '']
    for (const { name } of tables) {
      const columns = db.prepare(`pragma table_info("${name}")`).all() as { name: string; type: string; notnull: number }[]
      lines.push(`- **${name}**: ${columns.map((one) => `${one.name}${one.notnull ? '' : '?'}`).join(', ')}`)
    }
    db.close()
    return lines.join('\n') + '\n'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Paths whose page differs from what is in the checkout. */
export async function stale(): Promise<string[]> {
  const differ = ([path, text]: [string, string]) => {
    try {
      return readFileSync(join(root, path), 'utf8') !== text
    } catch {
      return true
    }
  }
  return Object.entries(await pages()).filter(differ).map(([path]) => path)
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await pages())) writeFileSync(join(root, path), text)
}
