// SQL lives in store.ts, migrations.ts and the kernel; a table is written by its own room.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closing, lineOf, none, place, source, sources, type Source } from './sources.ts'

const builders = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|(?<![.\w])sql(?:<[^`\n]*>)?`/g

const holdsSql = (file: Source) => file.path.startsWith('src/kernel/') || ['store.ts', 'migrations.ts'].includes(place(file.path).file)

function strays(files: Source[]): string[] {
  return files.filter((file) => !file.test && !holdsSql(file)).flatMap((file) => [
    ...[...file.code.matchAll(builders)].map((match) => `${file.path}:${lineOf(file.code, match.index)}: ${match[0]}`),
    ...file.imports.filter((one) => ['kysely', 'postgres', 'node:sqlite'].includes(one.specifier) && !one.type).map((one) => `${file.path} imports ${one.specifier}`),
  ])
}

/** Table → room, from the `interface Tables` that each tables.ts adds to. */
function owners(files: Source[]): Map<string, string> {
  return new Map(files.filter((file) => !file.test).flatMap((file) => {
    return [...file.code.matchAll(/\binterface\s+Tables\s*\{/g)].flatMap((match) => {
      const open = match.index + match[0].length - 1
      const body = file.code.slice(open + 1, closing(file.code, open))
      return [...body.matchAll(/^\s*(\w+)\??:/gm)].map(([, table]) => [table, place(file.path).room] as const)
    })
  }))
}

function foreignWrites(files: Source[]): string[] {
  const owner = owners(files)
  return files.filter((file) => !file.test && holdsSql(file)).flatMap((file) => {
    return [...file.code.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*['"]/g)].flatMap((match) => {
      const start = match.index + match[0].length
      const table = file.text.slice(start, file.text.indexOf(file.text[start - 1], start)).split(' ')[0]
      const room = place(file.path).room
      return owner.get(table) === room ? [] : [`${file.path}:${lineOf(file.code, match.index)}: ${table} belongs to ${owner.get(table) ?? 'nobody'}`]
    })
  })
}

const src = sources('src')

test('SQL is built in stores, migrations and the kernel', () => none(strays(src), 'SQL outside its files:'))
test('a table is written by its own room', () => none(foreignWrites(src), "writes to another room's table (call a verb at its door):"))

test('planted breaches are found', () => {
  assert.equal(strays([source('src/users/a/verbs.ts', "db.selectFrom('account')\nsql`select 1`\nimport { sql } from 'kysely'")]).length, 3)
  assert.deepEqual(strays([source('src/users/a/store.ts', "db.selectFrom('account')"), source('src/users/tables.ts', "import type { Generated } from 'kysely'")]), [])
  const tables = source('src/users/tables.ts', 'interface Tables {\n  account: A\n  email: B\n}')
  const write = (path: string) => foreignWrites([tables, source(path, "db.updateTable('email').set({})")]).length
  assert.deepEqual([write('src/users/a/store.ts'), write('src/orgs/a/store.ts')], [0, 1])
})
