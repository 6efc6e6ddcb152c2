// What the test command counts, on files made for it.
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { root } from './sources.ts'
import { conclude, openBench, runSuites, testFiles, type Totals } from './suites.ts'

const bench = openBench()
after(() => bench.close())

async function run(text: string, seconds = 60): Promise<Totals> {
  const file = join(bench.folder, `planted-${Math.random()}.test.mjs`)
  fs.writeFileSync(file, `import { test, describe } from 'node:test'\n${text}`)
  return runSuites(bench, [{ name: 'planted', jobs: [{ name: 'planted', args: [file], files: [file], seconds }] }])
}

const counts = ({ passed, failed, skipped }: Totals) => [passed, failed, skipped]

test('passed, failed and skipped tests are counted once each', async () => {
  const totals = await run(`test('a', () => {}); test('b', () => { throw new Error('stone') }); test('c', { skip: 'later' }, () => {})
    describe('d', () => { test('e', () => {}); test('f', () => { throw new Error('moss') }) })`)
  assert.deepEqual(counts(totals), [2, 2, 1])
  assert.match(totals.failures[1], /planted: d › f\n.*moss/)
})

test('a file that cannot load, ends early or holds nothing is a failure', async () => {
  assert.deepEqual(counts(await run(`import './missing.mjs'`)), [0, 1, 0])
  assert.deepEqual(counts(await run(`test('a', () => {}); process.exit(3)`)), [0, 1, 0])
  assert.deepEqual(counts(await run('')), [0, 1, 0])
})

test('files that share a process are counted together, and a failure names its file', async () => {
  const files = ['first', 'second'].map((name) => {
    const file = join(bench.folder, `${name}.test.mjs`)
    fs.writeFileSync(file, `import { test } from 'node:test'\ntest('${name} a', () => {}); test('${name} b', () => { if ('${name}' === 'second') throw new Error('stone') })`)
    return relative(root, file)
  })
  const totals = await runSuites(bench, [{ name: 'planted', jobs: [testFiles('planted', files)] }])
  assert.deepEqual(counts(totals), [3, 1, 0])
  assert.match(totals.failures[0], /stone/)
  assert.match(totals.failures[0].split('\n')[0], /^planted: second b$|second\.test\.mjs: second b$/)
})

test('a file that never ends is ended, with its children', async () => {
  const pidFile = join(bench.folder, 'pid')
  const totals = await run(`import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(pidFile)}, String(spawn('sleep', ['600']).pid)); test('a', () => {})`, 1)
  assert.equal(totals.failed, 1)
  assert.match(totals.failures[0], /was ended after 1 seconds/)
  const stat = `/proc/${fs.readFileSync(pidFile, 'utf8')}/stat`
  assert.ok(!fs.existsSync(stat) || fs.readFileSync(stat, 'utf8').includes(') Z '))
})

test('nothing passed is not a success', () => {
  assert.equal(conclude({ passed: 0, failed: 0, skipped: 0, failures: [] }), 1)
  assert.equal(conclude({ passed: 1, failed: 0, skipped: 0, failures: [] }), 0)
})
