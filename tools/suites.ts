// Runs suites of test files and programs and says how they went.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from './reporter.ts'
import { root } from './sources.ts'

/** One process: a test file, several that bear each other, or a program that is one test as a whole. */
export type Job = { name: string, args: string[], env?: Record<string, string>, files: string[], seconds: number }
export type Suite = { name: string, jobs: Job[] }
export type Totals = { passed: number, failed: number, skipped: number, failures: string[] }

/** All folders and processes of one run; `close` leaves nothing behind. */
export type Bench = { folder: string, running: Set<ChildProcess>, stopped: boolean, close(): void }

export const testFile = (path: string, seconds = 400): Job => ({ name: path, args: [join(root, path)], files: [path], seconds })

/** Several files in one process: most of the cost of a short one is to load the server and to get warm. */
export function testFiles(name: string, files: string[]): Job {
  if (files.length === 1) return testFile(files[0])
  return { name, args: ['--test', '--test-isolation=none', ...files.map((path) => join(root, path))], files, seconds: 300 + 100 * files.length }
}

export const types: Suite = { name: 'types', jobs: [program('tsc', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '2'])] }
export const lint: Suite = { name: 'lint', jobs: [program('oxlint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings'])] }

function program(name: string, args: string[]): Job {
  return { name, args, files: [], seconds: 120 }
}

export function openBench(): Bench {
  const folder = fs.mkdtempSync(join(tmpdir(), 'codestead-test-'))
  fs.mkdirSync(join(folder, 'home'))
  const bench: Bench = {
    folder, running: new Set(), stopped: false,
    close() {
      for (const child of bench.running) end(child)
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  process.once('exit', () => bench.close())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      bench.stopped = true
      process.exit(128 + constants.signals[signal])
    })
  }
  return bench
}

/** Runs the suites, as many files at once as there are processors, and prints a line for each that ends. */
export async function runSuites(bench: Bench, suites: Suite[], env: Record<string, string> = {}, pattern?: string): Promise<Totals> {
  const sum: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const queue = suites.flatMap((suite) => {
    const state = { ...suite, left: suite.jobs.length, spent: 0, totals: { passed: 0, failed: 0, skipped: 0, failures: [] } as Totals }
    return suite.jobs.map((job) => ({ job, state }))
  })
  const work = async () => {
    for (let next = queue.shift(); next && !bench.stopped; next = queue.shift()) {
      const { job, state } = next
      const began = performance.now()
      add(state.totals, await runJob(bench, job, env, pattern))
      state.spent += performance.now() - began
      if (--state.left > 0) continue
      add(sum, state.totals)
      console.log(line(state.name, state.totals, state.spent))
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, work))
  return sum
}

export function add(sum: Totals, more: Totals) {
  sum.passed += more.passed
  sum.failed += more.failed
  sum.skipped += more.skipped
  sum.failures.push(...more.failures)
}

function line(name: string, { passed, failed, skipped }: Totals, spent: number) {
  const counts = `${String(passed).padStart(5)} passed${failed ? `, ${failed} FAILED` : ''}${skipped ? `, ${skipped} skipped` : ''}`
  return `${failed ? '✗' : '✓'} ${name.padEnd(28)} ${(spent / 1000).toFixed(1).padStart(6)} s ${counts}`
}

let reports = 0

async function runJob(bench: Bench, job: Job, env: Record<string, string>, pattern?: string): Promise<Totals> {
  const reportFile = join(bench.folder, `report-${++reports}.jsonl`)
  const flags = job.files.length > 0 ? ['--test-reporter', join(import.meta.dirname, 'reporter.ts'), '--test-reporter-destination', reportFile] : []
  if (job.files.length > 0 && pattern) flags.push('--test-name-pattern', pattern)
  // A group of its own, so that a file that hangs is ended with everything it started.
  const child = spawn(process.execPath, [...flags, ...job.args], {
    cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'],
    // Inside a test of node's own runner the child would report to that one instead.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env, ...job.env, HOME: join(bench.folder, 'home'), TMPDIR: bench.folder },
  })
  bench.running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output = `${output}${part}`.slice(-20_000)))
  let late = false
  const limit = setTimeout(() => {
    late = true
    end(child)
  }, job.seconds * 1000)
  const [code, signal] = await once(child, 'close')
  clearTimeout(limit)
  end(child)
  bench.running.delete(child)
  const how = late ? `was ended after ${job.seconds} seconds` : `ended with ${signal ?? code}`
  return job.files.length > 0 ? count(job, readReports(reportFile), code === 0, how, output, pattern) : verdict(job, code === 0, how, output)
}

function count(job: Job, reports: Report[], ok: boolean, how: string, output: string, pattern?: string): Totals {
  const of = (result: Report['result']) => reports.filter((one) => one.result === result)
  const place = (error = '') => job.files.find((path) => error.includes(join(root, path))) ?? job.name
  const failures = of('failed').map((one) => `${place(one.error)}: ${one.name}\n${indent(one.error ?? '')}`)
  // Without a failed test to show for it, the file itself is the failure.
  if (!ok && failures.length === 0) failures.push(`${job.name} ${how}\n${indent(output)}`)
  else if (failures.length > 0 && output.trim()) failures[failures.length - 1] += `\n  ${job.name} also printed:\n${indent(output)}`
  else if (reports.length === 0 && !pattern) failures.push(`${job.name} holds no test`)
  return { passed: of('passed').length, failed: failures.length, skipped: of('skipped').length, failures }
}

function verdict(job: Job, ok: boolean, how: string, output: string): Totals {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : [`${job.name} ${how}\n${indent(output)}`] }
}

function readReports(path: string): Report[] {
  if (!fs.existsSync(path)) return []
  const lines = fs.readFileSync(path, 'utf8').split('\n').filter((one) => one.endsWith('}'))
  fs.rmSync(path)
  return lines.map((one) => JSON.parse(one) as Report)
}

function end(child: ChildProcess) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // Nobody is left in the group.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

const indent = (text: string) => text.trimEnd().split('\n').map((one) => `    ${one}`).join('\n')

/** Prints the failures and, as the last line, the sum; answers the exit code. */
export function conclude(totals: Totals): number {
  for (const failure of totals.failures) console.log(`\n✗ ${failure}`)
  if (totals.skipped) console.log(`\n${totals.skipped} skipped`)
  if (totals.passed + totals.failed === 0) console.log('\nno test ran')
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
  return totals.failed > 0 || totals.passed === 0 ? 1 : 0
}
