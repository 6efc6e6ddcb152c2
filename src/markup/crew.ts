// A few threads that render: started when first needed, stopped when idle, replaced when one takes too long.
import { Worker } from 'node:worker_threads'
import type { Task } from './context.ts'

export interface Limits {
  workers: number
  /** for one task, in milliseconds */
  time: number
  /** from the start of a thread until it can work, in milliseconds */
  startup: number
  /** a task that waited longer is given up, in milliseconds */
  patience: number
  /** tasks in line */
  waiting: number
  /** after so long without work a thread ends and gives its memory back, in milliseconds */
  idle: number
  /** heap of one thread, in megabytes */
  heap: number
}

/** `failed` is the task's own fault and would happen again; `busy` is not. */
export type Outcome = { html: string } | 'failed' | 'busy'

interface Job {
  task: Task
  since: number
  done(outcome: Outcome): void
}
interface Hand {
  worker: Worker
  ready: boolean
  job: Job | undefined
  timer: NodeJS.Timeout
}

/** A second thread is worth its memory only when a task has waited for so long. */
const HELP_AFTER = 100

export class Crew {
  #limits: Limits
  #log: (message: string, fields: object) => void
  #hands = new Set<Hand>()
  #line: Job[] = []
  #help: NodeJS.Timeout | undefined
  #closed = false

  constructor(limits: Limits, log: (message: string, fields: object) => void) {
    this.#limits = limits
    this.#log = log
  }

  /** Threads that are there now. */
  get size(): number {
    return this.#hands.size
  }

  run(task: Task): Promise<Outcome> {
    if (this.#closed || this.#line.length >= this.#limits.waiting) return Promise.resolve('busy')
    return new Promise((done) => {
      this.#line.push({ task, since: performance.now(), done })
      this.#assign()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#help)
    for (const job of this.#line.splice(0)) job.done('busy')
    await Promise.all([...this.#hands].map((hand) => this.#dismiss(hand, 'busy')))
  }

  #assign(): void {
    while (this.#line.length > 0 && performance.now() - this.#line[0].since > this.#limits.patience) this.#line.shift()!.done('busy')
    for (const hand of this.#hands) {
      if (this.#line.length === 0) return
      if (hand.ready && !hand.job) this.#give(hand, this.#line.shift()!)
    }
    if (this.#line.length === 0) return
    if (this.#hands.size === 0) this.#hire()
    else if (this.#hands.size < this.#limits.workers) {
      this.#help ??= setTimeout(() => {
        this.#help = undefined
        if (this.#line.length > 0 && !this.#closed && this.#hands.size < this.#limits.workers) this.#hire()
      }, HELP_AFTER).unref()
    }
  }

  #give(hand: Hand, job: Job): void {
    clearTimeout(hand.timer)
    hand.job = job
    hand.worker.ref()
    hand.worker.postMessage(job.task)
    hand.timer = setTimeout(() => {
      this.#log('rendering took too long', { kind: job.task.kind, characters: job.task.source.length })
      void this.#dismiss(hand, 'failed')
    }, this.#limits.time)
  }

  #hire(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'markup',
      execArgv: [],
      // what is undefined would come to a thread as the word
      env: process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {},
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    })
    const hand: Hand = { worker, ready: false, job: undefined, timer: setTimeout(() => this.#unfit(hand, 'did not start in time'), this.#limits.startup) }
    this.#hands.add(hand)
    worker.on('message', (message: { ready: true } | { html: string } | { error: string }) => this.#heard(hand, message))
    worker.on('error', (error) => {
      if (!hand.ready) return this.#unfit(hand, String(error))
      this.#log('rendering failed', { kind: hand.job?.task.kind, error: String(error) })
      void this.#dismiss(hand, 'failed')
    })
    worker.on('exit', () => void this.#dismiss(hand, 'failed'))
  }

  #heard(hand: Hand, message: { ready: true } | { html: string } | { error: string }): void {
    if (!this.#hands.has(hand)) return
    clearTimeout(hand.timer)
    const job = hand.job
    hand.job = undefined
    hand.ready = true
    hand.worker.unref()
    hand.timer = setTimeout(() => void this.#dismiss(hand, 'busy'), this.#limits.idle).unref()
    if (job && 'error' in message) {
      this.#log('rendering failed', { kind: job.task.kind, error: message.error })
      job.done('failed')
    } else if (job && 'html' in message) job.done(message)
    this.#assign()
  }

  /** A thread that cannot start will not start for the next task either. */
  #unfit(hand: Hand, why: string): void {
    if (!this.#hands.has(hand)) return
    this.#log('a thread for rendering could not start', { error: why })
    for (const job of this.#line.splice(0)) job.done('busy')
    void this.#dismiss(hand, 'busy')
  }

  async #dismiss(hand: Hand, outcome: 'failed' | 'busy'): Promise<void> {
    if (!this.#hands.delete(hand)) return
    clearTimeout(hand.timer)
    hand.job?.done(outcome)
    if (!this.#closed) this.#assign()
    await hand.worker.terminate()
  }
}
