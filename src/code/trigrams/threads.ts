// Two threads for the index, one that builds and one that looks up: started when needed, ended when idle.
import { Worker } from 'node:worker_threads'
import type { Git } from '../../git/index.ts'
import type { FromThread, Order, ToThread, Wanted } from './thread.ts'

/** The files of the index are not there any more, or not what they were. */
export class Unusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unusable'
  }
}

/** What git writes for a thread. */
export type Serve = (wanted: Wanted) => Promise<AsyncIterable<Uint8Array>>

/** a builder holds more memory */
const IDLE_MS = { builder: 3000, searcher: 30_000 }
/** sent and not yet taken */
const UNDER_WAY = 2 * 1024 * 1024
const MOST_WAITING = 200

class Thread {
  #name: keyof typeof IDLE_MS
  #worker: Worker | undefined
  #line: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  constructor(name: keyof typeof IDLE_MS) {
    this.#name = name
  }

  /** One order after the other; a thread that takes too long is ended. */
  run<T>(order: Order, timeoutMs: number, serve?: Serve): Promise<T> {
    if (this.#waiting >= MOST_WAITING) return Promise.reject(new Unusable('too many are waiting'))
    this.#waiting++
    const mine = this.#line.then(() => this.#work<T>(order, timeoutMs, serve)).finally(() => this.#waiting--)
    this.#line = mine.catch(() => {})
    return mine
  }

  async #work<T>(order: Order, timeoutMs: number, serve: Serve | undefined): Promise<T> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const served = new Map<number, Served>()
    const lost = (error: unknown) => {
      this.#worker = undefined
      reject(error as Error)
      void worker.terminate()
    }
    const hear = (message: FromThread) => {
      if ('done' in message) resolve(message.done as T)
      else if ('error' in message) reject(message.broken ? new Unusable(message.error) : new Error(message.error))
      else if ('took' in message) served.get(message.ask)?.took(message.took)
      else if (serve) served.set(message.ask, sending(worker, message.ask, () => serve(message.wanted)))
    }
    const gone = () => lost(new Error('the thread ended'))
    worker.on('message', hear).once('error', lost).once('exit', gone)
    const timer = setTimeout(() => lost(new Error('the thread took too long')), timeoutMs)
    try {
      worker.postMessage({ order } satisfies ToThread)
      return await promise
    } finally {
      clearTimeout(timer)
      worker.off('message', hear).off('error', lost).off('exit', gone)
      for (const one of served.values()) one.stop()
      if (this.#worker === worker) {
        worker.unref()
        this.#idle = setTimeout(() => void this.close(), IDLE_MS[this.#name]).unref()
      }
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: this.#name,
      execArgv: [],
      // what is undefined would come to a thread as the word
      env: process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {},
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
    })
    // also while it has nothing to do
    const gone = () => void (this.#worker === worker && (this.#worker = undefined))
    return worker.on('error', gone).on('exit', gone)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

interface Served {
  took(bytes: number): void
  stop(): void
}

/** Hands a stream to the thread no faster than it takes it. */
function sending(worker: Worker, ask: number, open: () => Promise<AsyncIterable<Uint8Array>>): Served {
  let underWay = 0
  let stopped = false
  let wake = () => {}
  const send = async () => {
    for await (const chunk of await open()) {
      // a copy of its own, since a chunk is often a part of something larger
      const part = new Uint8Array(chunk)
      underWay += part.length
      worker.postMessage({ ask, part } satisfies ToThread, [part.buffer])
      while (underWay > UNDER_WAY && !stopped) await new Promise<void>((go) => void (wake = go))
      if (stopped) return
    }
  }
  send().then(() => worker.postMessage({ ask, end: '' } satisfies ToThread), (error) => worker.postMessage({ ask, end: String(error) } satisfies ToThread))
  return {
    took(bytes) {
      underWay -= bytes
      wake()
    },
    stop() {
      stopped = true
      wake()
    },
  }
}

const THREADS = Symbol('trigram threads')

export function threadsOf(git: Git): { builder: Thread; searcher: Thread } {
  return git.state(THREADS, () => {
    const threads = { builder: new Thread('builder'), searcher: new Thread('searcher') }
    git.closers.add(async () => void (await Promise.all([threads.builder.close(), threads.searcher.close()])))
    return threads
  })
}
