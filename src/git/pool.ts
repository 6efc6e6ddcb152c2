// Long-lived git children that answer questions on stdin: a few per server, each for one repository, ended when idle.
import { GitError, open, type Child, type Ended, type Git, type GitDir } from './run.ts'

/** How a kind of child is asked and how its answer ends. */
export interface Protocol<Q, A> {
  name: string
  args: string[]
  /** How many questions may be under way at once. */
  depth: number
  /** After so many answers the child is replaced, because it remembers what it has read. */
  lives: number
  timeoutMs: number
  ask(question: Q): string
  /** Ends a batch of questions, so that the child writes its answers. */
  flush: string
  /** Takes an answer off the bytes, or undefined if more must come first. `memo` lives as long as the question. */
  read(bytes: Bytes, question: Q, memo: Record<string, any>): { answer: A } | undefined
}

/** Bytes that have come and were not yet taken. */
export class Bytes {
  #chunks: Buffer[] = []
  #searched = 0
  length = 0

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.length += chunk.length
  }

  #join(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] ?? Buffer.alloc(0)
  }

  /** The next line without its end. */
  line(): string | undefined {
    const end = this.#chunks[0]?.indexOf(10) ?? -1
    const at = end >= 0 ? end : this.#chunks.length > 1 ? this.#join().indexOf(10) : -1
    return at < 0 ? undefined : this.take(at + 1)!.toString('utf8', 0, at)
  }

  take(count: number): Buffer | undefined {
    if (this.length < count) return undefined
    const all = this.#chunks[0]?.length >= count ? this.#chunks[0] : this.#join()
    this.length -= count
    const rest = all.subarray(count)
    if (rest.length) this.#chunks[0] = rest
    else this.#chunks.shift()
    return all.subarray(0, count)
  }

  /** What stands before the next mark, which is taken away with it; each byte is looked at once. */
  until(mark: Buffer): Buffer | undefined {
    let from = Math.max(0, this.#searched - mark.length + 1)
    let start = 0
    let tail: Buffer = Buffer.alloc(0)
    for (const chunk of this.#chunks) {
      const end = start + chunk.length
      if (end > from) {
        const part = chunk.subarray(Math.max(0, from - start))
        const at = Buffer.concat([tail, part]).indexOf(mark)
        if (at >= 0) {
          const found = Math.max(from, start) - tail.length + at
          this.#searched = 0
          return this.take(found + mark.length)!.subarray(0, found)
        }
        tail = Buffer.concat([tail, part]).subarray(-(mark.length - 1))
        from = end
      }
      start = end
    }
    this.#searched = this.length
    return undefined
  }
}

interface Question<Q, A> {
  question: Q
  tries: number
  memo: Record<string, any>
  resolve(answer: A): void
  reject(error: Error): void
}

/** How long a child waits for the next question. */
export const IDLE_MS = 20_000
const MEMORY = 1024 * 1024 * 1024

class Reader<Q, A> {
  readonly protocol: Protocol<Q, A>
  readonly child: Child
  readonly asked: Question<Q, A>[] = []
  readonly waiting: Question<Q, A>[] = []
  lastUsed = Date.now()
  left: number
  ended = false
  #bytes = new Bytes()
  #timer: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout
  #scheduled = false
  #timedOut = false
  #after: (reader: Reader<Q, A>, lost: Question<Q, A>[], error: GitError) => void
  #answered: () => void

  constructor(protocol: Protocol<Q, A>, child: Child, answered: () => void,
    after: (reader: Reader<Q, A>, lost: Question<Q, A>[], error: GitError) => void) {
    this.protocol = protocol
    this.child = child
    this.left = protocol.lives
    this.#after = after
    this.#answered = answered
    this.#idle = setTimeout(() => this.end(), IDLE_MS).unref()
    child.stdout.on('data', (chunk: Buffer) => {
      this.#bytes.push(chunk)
      this.#read()
    })
    child.done.then((ended) => this.#lost(ended))
  }

  get busy(): boolean {
    return this.asked.length + this.waiting.length > 0
  }

  ask(question: Question<Q, A>): void {
    this.waiting.push(question)
    this.left--
    this.#schedule()
  }

  /** Lets what was asked be answered, then ends. */
  end(): void {
    if (this.ended) return
    this.ended = true
    clearTimeout(this.#idle)
    if (!this.busy) this.child.stdin.end()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      const room = this.protocol.depth - this.asked.length
      const next = this.waiting.splice(0, room)
      if (next.length === 0) return
      this.asked.push(...next)
      this.child.stdin.write(next.map((x) => this.protocol.ask(x.question)).join('') + this.protocol.flush)
      this.#clock()
    })
  }

  #clock(): void {
    clearTimeout(this.#timer)
    if (this.asked.length === 0) return
    this.#timer = setTimeout(() => { this.#timedOut = true; this.child.kill() }, this.protocol.timeoutMs).unref()
  }

  #read(): void {
    let any = false
    while (this.asked.length > 0) {
      const head = this.asked[0]
      let got: { answer: A } | undefined
      try {
        got = this.protocol.read(this.#bytes, head.question, head.memo)
      } catch (error) {
        // we no longer know where an answer begins
        this.asked.shift()
        head.reject(error as Error)
        this.ended = true
        this.child.kill()
        return
      }
      if (!got) break
      any = true
      this.asked.shift()
      head.resolve(got.answer)
    }
    if (!any) return
    this.lastUsed = Date.now()
    this.#clock()
    if (this.waiting.length) this.#schedule()
    if (this.busy) return
    if (this.ended) this.child.stdin.end()
    else this.#idle.refresh()
    this.#answered()
  }

  #lost({ code, stderr, reason }: Ended): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#idle)
    this.ended = true
    const lost = [...this.asked.splice(0), ...this.waiting.splice(0)]
    this.#after(this, lost, new GitError(this.protocol.name, code, stderr, this.#timedOut ? 'timeout' : reason))
  }
}

class Pool {
  #git: Git
  #readers = new Map<string, Promise<Reader<any, any>>>()
  #live = new Set<Reader<any, any>>()
  #starting = 0
  #waiters: (() => void)[] = []

  constructor(git: Git) {
    this.#git = git
    git.closers.add(() => this.forget(''))
  }

  async ask<Q, A>(dir: GitDir, protocol: Protocol<Q, A>, question: Q, tries = 0): Promise<A> {
    const key = `${dir.path}\0${dir.quarantine ?? ''}\0${protocol.name}`
    let reader: Reader<Q, A>
    for (;;) {
      const made = this.#readerOf(key, dir, protocol)
      reader = await made
      if (!reader.ended && reader.left > 0) break
      if (this.#readers.get(key) === made) this.#readers.delete(key)
    }
    return new Promise<A>((resolve, reject) => {
      reader.ask({ question, tries, memo: {}, resolve, reject })
      if (reader.left <= 0) {
        this.#readers.delete(key)
        reader.end()
      }
    })
  }

  #readerOf<Q, A>(key: string, dir: GitDir, protocol: Protocol<Q, A>): Promise<Reader<Q, A>> {
    let made = this.#readers.get(key)
    if (!made) {
      made = this.#make(key, dir, protocol)
      this.#readers.set(key, made)
      made.catch(() => { if (this.#readers.get(key) === made) this.#readers.delete(key) })
    }
    return made
  }

  async #make<Q, A>(key: string, dir: GitDir, protocol: Protocol<Q, A>): Promise<Reader<Q, A>> {
    await this.#room()
    this.#starting++
    try {
      const child = await open(this.#git, dir, protocol.args, { lane: 'free', memory: MEMORY })
      const reader: Reader<Q, A> = new Reader(protocol, child, () => this.#waiters.shift()?.(), (gone, lost, error) => {
        this.#live.delete(gone)
        this.#readers.get(key)?.then((current) => { if (current === gone) this.#readers.delete(key) }, () => {})
        this.#waiters.shift()?.()
        // only the question it died of is to blame; the others are asked once more
        lost.forEach((x, i) => {
          if ((i === 0 && error.code !== -1) || x.tries > 0) x.reject(error)
          else setImmediate(() => this.ask(dir, protocol, x.question, x.tries + 1).then(x.resolve, x.reject))
        })
      })
      this.#live.add(reader)
      return reader
    } catch (error) {
      this.#waiters.shift()?.()
      throw error
    } finally {
      this.#starting--
    }
  }

  async #room(): Promise<void> {
    while (this.#live.size + this.#starting >= this.#git.limits.readers) {
      const idle = [...this.#live].filter((x) => !x.busy && !x.ended).sort((a, b) => a.lastUsed - b.lastUsed)[0]
      const leaving = [...this.#live].filter((x) => x.ended).length
      if (idle && leaving <= this.#waiters.length) idle.end()
      await new Promise<void>((resolve) => this.#waiters.push(resolve))
    }
  }

  /** Ends the readers of one repository, or of all, and waits until they are gone. */
  async forget(prefix: string): Promise<void> {
    const gone: Promise<unknown>[] = []
    for (const [key, made] of this.#readers) {
      if (!key.startsWith(prefix)) continue
      this.#readers.delete(key)
      const reader = await made.catch(() => null)
      reader?.end()
      if (reader) gone.push(reader.child.done)
    }
    await Promise.all(gone)
  }
}

const POOL = Symbol('pool')

function poolOf(git: Git): Pool {
  return git.state(POOL, () => new Pool(git))
}

/** Puts a question to the repository's long-lived child of this kind. */
export function ask<Q, A>(git: Git, dir: GitDir, protocol: Protocol<Q, A>, question: Q): Promise<A> {
  return poolOf(git).ask(dir, protocol, question)
}

/** Ends a repository's long-lived children (or only those of its quarantine), before it is moved or removed. */
export function endReaders(git: Git, dir: GitDir): Promise<void> {
  return poolOf(git).forget(dir.quarantine ? `${dir.path}\0${dir.quarantine}\0` : `${dir.path}\0`)
}
