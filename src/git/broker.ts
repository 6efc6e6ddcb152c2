// The small process that starts git. The web process never forks: copying its page tables would stop it for milliseconds.
// Orders arrive as JSON lines on stdin, results leave on stdout; git gets an accepted unix socket as its own stdin and
// stdout, so no byte of a repository passes through here. When stdin closes, every child is ended and so are we.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** What the web process sends, one JSON object per line. */
export type Order =
  | { op: 'hello'; program: string; env: Record<string, string> }
  | { op: 'start'; id: number; args: string[]; env: Record<string, string>; stdin: boolean; timeoutMs: number }
  | { op: 'kill'; id: number }

/** What comes back, one JSON object per line. */
export type Notice =
  | { op: 'ready'; socket: string }
  | { op: 'started'; id: number; pid: number }
  | { op: 'failed'; id: number; message: string }
  | { op: 'exit'; id: number; code: number; stderr: string; timedOut: boolean }

interface Job {
  order?: Extract<Order, { op: 'start' }>
  in?: Socket
  out?: Socket
  child?: ChildProcess
}

const STDERR_LIMIT = 64 * 1024
const GRACE_MS = 2000
const ORPHAN_MS = 30_000

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'git-broker-'))
  const socketPath = join(folder, 's')
  const jobs = new Map<number, Job>()
  let program = 'git'
  let fixedEnv: Record<string, string> = {}

  const tell = (notice: Notice) => process.stdout.write(JSON.stringify(notice) + '\n')

  function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // the group is gone already
    }
  }

  // git removes its lock files on SIGTERM, so that comes first
  function end(child: ChildProcess): void {
    signalGroup(child, 'SIGTERM')
    setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref()
  }

  function begin(id: number, job: Job): void {
    const order = job.order
    if (!order || !job.out || (order.stdin && !job.in) || job.child) return
    let child: ChildProcess
    try {
      child = spawn(program, order.args, {
        cwd: '/',
        env: { ...fixedEnv, ...order.env },
        stdio: [job.in ?? 'ignore', job.out, 'pipe'],
        detached: true,
      })
    } catch (error) {
      drop(id, job)
      tell({ op: 'failed', id, message: (error as Error).message })
      return
    }
    job.child = child
    watch(id, child, order.timeoutMs)
    job.in?.destroy()
    job.out.destroy()
    if (child.pid !== undefined) tell({ op: 'started', id, pid: child.pid })
  }

  function watch(id: number, child: ChildProcess, timeoutMs: number): void {
    let stderr = ''
    let timedOut = false
    const timer = timeoutMs > 0 ? setTimeout(() => { timedOut = true; end(child) }, timeoutMs) : undefined
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < STDERR_LIMIT) stderr += text.slice(0, STDERR_LIMIT - stderr.length)
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      if (jobs.delete(id)) tell({ op: 'failed', id, message: error.message })
    })
    // a grandchild may hold stderr open after git has gone; it dies with the group
    child.on('exit', () => setTimeout(() => { if (jobs.has(id)) signalGroup(child, 'SIGKILL') }, 1000).unref())
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (jobs.delete(id)) tell({ op: 'exit', id, code: code ?? (signal === 'SIGTERM' ? 143 : 137), stderr, timedOut })
    })
  }

  function drop(id: number, job: Job): void {
    jobs.delete(id)
    job.in?.destroy()
    job.out?.destroy()
  }

  function jobOf(id: number): Job {
    let job = jobs.get(id)
    if (!job) {
      job = {}
      jobs.set(id, job)
      const fresh = job
      setTimeout(() => {
        if (fresh.child || jobs.get(id) !== fresh) return
        drop(id, fresh)
        tell({ op: 'failed', id, message: 'its streams never came' })
      }, ORPHAN_MS).unref()
    }
    return job
  }

  // a connection's first line says which child it belongs to; nothing follows it until we have said "started"
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let head = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', function first(chunk: Buffer) {
      head += chunk.toString('latin1')
      const match = /^(\d{1,15}) (in|out)\n$/.exec(head)
      if (!match) {
        if (head.length > 32 || head.includes('\n')) socket.destroy()
        return
      }
      socket.off('data', first)
      socket.pause()
      const id = Number(match[1])
      const job = jobOf(id)
      job[match[2] as 'in' | 'out'] = socket
      begin(id, job)
    })
  })

  function obey(order: Order): void {
    if (order.op === 'hello') {
      program = order.program
      fixedEnv = order.env
      return
    }
    if (order.op === 'start') {
      const job = jobOf(order.id)
      job.order = order
      begin(order.id, job)
      return
    }
    const job = jobs.get(order.id)
    if (!job) return
    if (job.child) return end(job.child)
    drop(order.id, job)
    tell({ op: 'failed', id: order.id, message: 'ended before it began' })
  }

  let leaving = false
  function leave(): void {
    if (leaving) return
    leaving = true
    server.close()
    const children = [...jobs.values()].flatMap((job) => (job.child ? [job.child] : []))
    for (const child of children) signalGroup(child, 'SIGTERM')
    const finish = () => {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
      process.exit(0)
    }
    let left = children.filter((child) => child.exitCode === null && child.signalCode === null).length
    if (left === 0) return finish()
    for (const child of children) child.once('exit', () => { if (--left === 0) finish() })
    setTimeout(finish, 500)
  }

  // a terminal's interrupt is for the server, which then closes our stdin
  process.on('SIGINT', () => {})
  process.on('SIGTERM', leave)
  process.stdout.on('error', leave)
  process.stdin.on('close', leave)
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
  lines.on('line', (line) => obey(JSON.parse(line) as Order))
  lines.on('close', leave)
  server.listen(socketPath, 1024, () => tell({ op: 'ready', socket: socketPath }))
}

if (import.meta.main) main()
