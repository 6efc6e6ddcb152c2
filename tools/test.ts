// The test command.
//
//   npm test                      everything: types, lint, house, tests on SQLite, scenarios on PostgreSQL, clients, pages in a browser
//   npm test -- src/issues        only files whose path contains one of the words
//   npm test -- --sqlite          no PostgreSQL; `--pg`: only PostgreSQL; `--fast`: neither PostgreSQL, clients nor browser
//   npm test -- --name 'a stale'  only tests whose name matches
import * as fs from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from './postgres.ts'
import { root, walk } from './sources.ts'
import { add, conclude, lint, openBench, runSuites, testFile, testFiles, types, type Suite, type Totals } from './suites.ts'

const { values: chosen, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { pg: { type: 'boolean' }, sqlite: { type: 'boolean' }, fast: { type: 'boolean' }, name: { type: 'string' } },
})
const onSqlite = !chosen.pg || Boolean(chosen.sqlite)
const onPostgres = Boolean(chosen.pg) || !(chosen.sqlite || chosen.fast)

const wanted = words.map((word) => word.replace(/^\.\//, ''))
const files = ['tools', 'src', 'test'].flatMap(walk).filter((path) => path.endsWith('.test.ts'))
  .filter((path) => wanted.length === 0 || wanted.some((word) => path.includes(word)))
const isClient = (path: string) => path.startsWith('test/clients/') || isPages(path)
const isPages = (path: string) => path.startsWith('test/pages/')

/** Scenarios go through the database that the kit opens; others ask for PostgreSQL by its variable. */
function meetsDatabase(path: string) {
  if (path.startsWith('tools/')) return false
  return path.endsWith('/routes.test.ts') || path.startsWith('test/wire/') || /\btest\/kit\/|\bCODESTEAD_TEST_PG\b/.test(fs.readFileSync(join(root, path), 'utf8'))
}

/** One suite per room, floor or folder; scenarios, each with a world of its own, share processes. */
function suitesOf(paths: string[], engine: string): Suite[] {
  const name = (path: string) => (path.startsWith('tools/') ? 'house' : `${path.split('/').slice(0, 2).join('/')}${engine}`)
  return [...Map.groupBy(paths, name)].map(([suite, some]) => {
    const [together, alone] = [some.filter((path) => !isClient(path) && meetsDatabase(path)), some.filter((path) => isClient(path) || !meetsDatabase(path))]
    const groups = Array.from({ length: Math.ceil(together.length / TOGETHER) }, (_, i) => together.slice(i * TOGETHER, (i + 1) * TOGETHER))
    return { name: suite, jobs: [...groups.map((files) => testFiles(suite, files)), ...alone.map((path) => testFile(path, isClient(path) ? 1200 : 400))] }
  })
}

/** files in one process */
const TOGETHER = 8

const totals: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] }
const bench = openBench()
const inDatabase = onPostgres ? files.filter((path) => !isClient(path) && meetsDatabase(path)) : []
const cluster = inDatabase.length > 0 ? startPostgres().catch((error: Error) => error) : undefined
// Tests on SQLite must not find a server that the caller's environment names.
delete process.env.CODESTEAD_TEST_PG
try {
  if (onSqlite) {
    const checks = wanted.length === 0 && !chosen.name ? [types, lint] : []
    add(totals, await runSuites(bench, [...checks, ...suitesOf(files.filter((path) => !isClient(path)), '')], {}, chosen.name))
  }
  const postgres = await cluster
  if (postgres instanceof Error) add(totals, { passed: 0, failed: 1, skipped: 0, failures: [`PostgreSQL: ${postgres.message}`] })
  else if (postgres) add(totals, await runSuites(bench, suitesOf(inDatabase, ' on PostgreSQL'), { CODESTEAD_TEST_PG: postgres.url }, chosen.name))
  if (onSqlite && !chosen.fast) {
    add(totals, await runSuites(bench, suitesOf(files.filter((path) => isClient(path) && !isPages(path)), ''), {}, chosen.name))
    add(totals, await runSuites(bench, suitesOf(files.filter(isPages), ''), {}, chosen.name))
  }
} finally {
  const postgres = await cluster
  if (postgres && !(postgres instanceof Error)) await postgres.stop()
  bench.close()
}
process.exitCode = conclude(totals)
