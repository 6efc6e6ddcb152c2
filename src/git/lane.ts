// How many children of one kind run at once; the rest wait in order.
import { Refusal } from '../kernel/errors.ts'

/** Too many are waiting already. */
export class Busy extends Refusal {
  constructor() {
    super('unavailable', 'too many git commands are waiting', undefined, { 'retry-after': '2' })
    this.name = 'Busy'
  }
}

export class Lane {
  readonly #limit: number
  #free: number
  #most: number
  #waiting: (() => void)[] = []

  constructor(limit: number, mostWaiting = 1000) {
    this.#limit = limit
    this.#free = limit
    this.#most = mostWaiting
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Nobody is in it. */
  get idle(): boolean {
    return this.#free === this.#limit
  }

  /** Throws at once what whoever enters now would be told. */
  needPlace(): void {
    if (this.#free === 0 && this.#waiting.length >= this.#most) throw new Busy()
  }

  /** Resolves with the function that gives the place back. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    if (this.#free > 0) {
      this.#free--
    } else {
      this.needPlace()
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          this.#waiting = this.#waiting.filter((x) => x !== go)
          reject(signal!.reason)
        }
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener('abort', leave, { once: true })
        this.#waiting.push(go)
      })
    }
    let given = false
    return () => {
      if (given) return
      given = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
