// Starts programs under measurement and reads what they cost from the system.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** As tools/start.mjs starts the server. */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '262144', MALLOC_MMAP_THRESHOLD_: '262144' }
export const flags = ['--max-semi-space-size=4', '--external-memory-accounted-in-global-limit']

export interface Running {
  port: number
  child: ChildProcess
  stop(): Promise<void>
}

/** Starts a Node program and waits for the line that names its port. */
export function begin(args: string[], env: Record<string, string> = {}): Promise<Running> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH!, ...allocator, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env } })
    process.once('exit', () => child.kill('SIGKILL'))
    let text = ''
    child.stdout!.on('data', (part) => {
      text += part
      const port = /(?:ready |127\.0\.0\.1:)(\d+)/.exec(text)?.[1]
      if (port) resolve({ port: Number(port), child, stop: () => new Promise((done) => { child.once('exit', () => done()); child.kill('SIGTERM') }) })
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${text}`)))
  })
}

/** CPU seconds the process has used. */
export function cpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Resident megabytes. */
export function memory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

/** A process's children and theirs. */
export function childrenOf(pid: number): number[] {
  const direct = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return direct.flatMap((one) => [one, ...childrenOf(one)])
}

/** Waits until what a push leaves to be done is done: it needs memory too, and is not what is measured. */
export async function idle(pid: number): Promise<void> {
  for (let still = 0, before = cpu(pid); still < 15; before = cpu(pid)) {
    await pause(1000)
    still = cpu(pid) - before < 0.05 && childrenOf(pid).length <= 3 ? still + 1 : 0
  }
}
