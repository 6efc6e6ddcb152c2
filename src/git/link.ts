// The web process's end of the broker: starts it, starts it anew when it dies, and turns its notices into promises.
import { spawn, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { connect, type OnReadOpts, type Socket } from 'node:net'
import { dirname, extname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Notice, Order } from './broker.ts'

export interface Exit {
  code: number
  stderr: string
  timedOut: boolean
}

export interface Started {
  pid: number
  stdin: Socket | null
  stdout: Socket
  done: Promise<Exit>
  kill(): void
}

export interface Spec {
  args: string[]
  env: Record<string, string>
  stdin: boolean
  timeoutMs: number
  /** How stdout is to be read, by a reader that brings its own memory; the stream then gives no data. */
  intake?: OnReadOpts
}

interface Pending {
  pid: number
  started(pid: number): void
  failed(message: string): void
  exited(exit: Exit): void
}

interface Running {
  process: ChildProcess
  socket: string
}

export class Link {
  #env: Record<string, string>
  #program: string
  #log: (message: string, fields?: object) => void
  #broker: Promise<Running> | null = null
  #pending = new Map<number, Pending>()
  #lastId = 0
  #closed = false

  constructor(program: string, env: Record<string, string>, log: (message: string, fields?: object) => void) {
    this.#program = program
    this.#env = env
    this.#log = log
  }

  /** The broker's process id, for those who watch over it. */
  async pid(): Promise<number> {
    return (await this.#ready()).process.pid!
  }

  /** Starts git; resolves when it runs, so what is written to stdin goes to git and nobody else. */
  async start({ intake, ...spec }: Spec): Promise<Started> {
    const broker = await this.#ready()
    const id = ++this.#lastId
    const stdout = this.#dial(broker.socket, `${id} out\n`, intake)
    const stdin = spec.stdin ? this.#dial(broker.socket, `${id} in\n`) : null
    const kill = () => this.#send(broker, { op: 'kill', id })
    let exited!: (exit: Exit) => void
    const done = new Promise<Exit>((resolve) => { exited = resolve })
    const pid = await new Promise<number>((resolve, reject) => {
      const failed = (message: string) => {
        stdout.destroy()
        stdin?.destroy()
        exited({ code: -1, stderr: message, timedOut: false })
        reject(new Error(`git could not be started: ${message}`))
      }
      this.#pending.set(id, { pid: 0, started: resolve, failed, exited })
      stdout.once('error', (error) => { if (this.#pending.get(id)?.pid === 0) { kill(); failed(error.message) } })
      this.#send(broker, { op: 'start', id, ...spec })
    })
    return { pid, stdin, stdout, done, kill }
  }

  async close(): Promise<void> {
    this.#closed = true
    const broker = await this.#broker?.catch(() => null)
    if (!broker || broker.process.exitCode !== null || broker.process.signalCode !== null) return
    await new Promise<void>((resolve) => {
      broker.process.once('exit', () => resolve())
      broker.process.stdin!.end()
    })
  }

  #dial(path: string, line: string, onread?: OnReadOpts): Socket {
    const socket = connect({ path, allowHalfOpen: true, onread })
    // each reader sees the error through its own pipeline; this one keeps it from ending the process
    socket.on('error', () => {})
    socket.write(line)
    return socket
  }

  #send(broker: Running, order: Order): void {
    if (broker.process.stdin!.writable) broker.process.stdin!.write(JSON.stringify(order) + '\n')
  }

  #ready(): Promise<Running> {
    if (this.#closed) return Promise.reject(new Error('git is closed'))
    this.#broker ??= this.#launch().catch((error) => {
      this.#broker = null
      throw error
    })
    return this.#broker
  }

  #launch(): Promise<Running> {
    const file = fileURLToPath(new URL(`./broker${extname(import.meta.url)}`, import.meta.url))
    const child = spawn(process.execPath, ['--max-old-space-size=128', file], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    })
    child.stdin!.on('error', () => {})
    return new Promise((resolve, reject) => {
      let running: Running | null = null
      child.once('error', reject)
      createInterface({ input: child.stdout! }).on('line', (line) => {
        const notice = JSON.parse(line) as Notice
        if (notice.op !== 'ready') return this.#hear(notice)
        running = { process: child, socket: notice.socket }
        this.#send(running, { op: 'hello', program: this.#program, env: this.#env })
        resolve(running)
      })
      child.once('exit', (code, signal) => {
        this.#lost(running)
        if (!running) reject(new Error(`the git broker ended at start (${signal ?? code})`))
        else if (!this.#closed) this.#log('the git broker ended and is started anew', { code, signal })
        if (running && !this.#closed) this.#ready().catch((error) => this.#log('no git broker', { error: String(error) }))
      })
    })
  }

  #hear(notice: Exclude<Notice, { op: 'ready' }>): void {
    const pending = this.#pending.get(notice.id)
    if (!pending) return
    if (notice.op === 'started') {
      pending.pid = notice.pid
      pending.started(notice.pid)
      return
    }
    this.#pending.delete(notice.id)
    if (notice.op === 'failed') pending.failed(notice.message)
    else pending.exited({ code: notice.code, stderr: notice.stderr, timedOut: notice.timedOut })
  }

  // a broker that was killed could not end its children; we know them
  #lost(running: Running | null): void {
    this.#broker = null
    if (running) rm(dirname(running.socket), { recursive: true, force: true }).catch(() => {})
    for (const [id, pending] of this.#pending) {
      this.#pending.delete(id)
      if (pending.pid > 0) {
        try {
          process.kill(-pending.pid, 'SIGTERM')
        } catch {
          // gone with the broker
        }
        pending.exited({ code: -1, stderr: 'the git broker ended', timedOut: false })
      } else {
        pending.failed('the git broker ended')
      }
    }
  }
}
