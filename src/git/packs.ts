// Answers to clones, kept as files: who asks for the same gets the same bytes without a git, and while they are made everybody
// who asks shares one git. Callers have looked whether the asker may have what is asked for; docs/decisions/0009 says why.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { OnReadOpts } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { Recording } from './recording.ts'
import { pour } from './relay.ts'
import type { Child, Git, GitDir } from './run.ts'

interface Kept {
  repository: string
  size: number
}

interface UnderWay {
  repository: string
  recording: Recording
  code: Promise<number>
  /** Its repository has gone meanwhile. */
  forgotten: boolean
}

type Begin = (signal: AbortSignal, intake: OnReadOpts) => Promise<Child>

class Packs {
  #folder: string
  #most: number
  /** By name of the file, least recently used first. */
  #kept = new Map<string, Kept>()
  #underWay = new Map<string, UnderWay>()
  /** Of all that is kept or being written. */
  #bytes = 0
  #ready: Promise<unknown>

  constructor(folder: string, most: number) {
    this.#folder = folder
    this.#most = most
    this.#ready = this.#empty().catch(() => {})
  }

  // what an earlier process left may be half of something
  async #empty(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#folder)) await rm(join(this.#folder, name), { recursive: true, force: true })
  }

  async serve(dir: GitDir, key: string, begin: Begin, output: Writable, signal?: AbortSignal): Promise<number> {
    await this.#ready
    const name = createHash('sha256').update(JSON.stringify([dir.path, key])).digest('hex')
    const file = await this.#open(name)
    if (file) {
      const read = async (into: Buffer) => into.subarray(0, (await file.read(into, 0, into.length)).bytesRead)
      await pour(output, (blank) => read(blank()), signal).finally(() => file.close())
      return 0
    }
    const ending = this.#underWay.get(name)
    if (ending?.recording.over) {
      // it is being put in its place
      await ending.code.catch(() => {})
      return this.serve(dir, key, begin, output, signal)
    }
    const found = ending?.recording.open ? ending : this.#begin(dir, name, begin)
    this.#underWay.set(name, found)
    const listener = found.recording.join()
    try {
      await pour(output, (blank) => found.recording.next(listener, blank), signal)
    } finally {
      await found.recording.leave(listener)
    }
    return found.code
  }

  async #open(name: string): Promise<FileHandle | null> {
    const kept = this.#kept.get(name)
    if (!kept) return null
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    const file = await open(join(this.#folder, name), 'r').catch(() => null)
    if (file && (await file.stat()).size === kept.size) return file
    await file?.close()
    this.#drop(name)
    return null
  }

  #begin(dir: GitDir, name: string, begin: Begin): UnderWay {
    const draft = join(this.#folder, `${name}-${randomBytes(6).toString('hex')}`)
    let room = 0
    const opening = async () => {
      // somebody may have cleared the cache away
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(this.#folder)
      // one answer must not push out all others, nor fill the disk that pushes need
      room = Math.min(this.#most, bavail * bsize) / 2
      return open(draft, 'wx+', 0o600)
    }
    const recording: Recording = new Recording(opening(), (bytes) => recording.inFile + bytes <= room && this.#claim(bytes))
    const mine: UnderWay = { repository: dir.path, recording, forgotten: false, code: Promise.resolve(0) }
    const work = async () => {
      let kept = false
      try {
        const child = await begin(recording.left.signal, recording.intake)
        await recording.record(child.stdout)
        const { code } = await child.done
        if (code === 0 && recording.whole && recording.inFile > 0 && !mine.forgotten) kept = await this.#keep(name, draft, mine)
        return code
      } finally {
        await recording.end()
        if (this.#underWay.get(name) === mine) this.#underWay.delete(name)
        if (!kept) {
          this.#bytes -= recording.inFile
          await rm(draft, { force: true }).catch(() => {})
        }
      }
    }
    mine.code = work()
    // whoever listens hears of it; the last one may have left before
    mine.code.catch(() => {})
    return mine
  }

  async #keep(name: string, draft: string, { repository, recording }: UnderWay): Promise<boolean> {
    try {
      await rename(draft, join(this.#folder, name))
    } catch {
      return false
    }
    const old = this.#kept.get(name)
    if (old) this.#bytes -= old.size
    this.#kept.delete(name)
    this.#kept.set(name, { repository, size: recording.inFile })
    return true
  }

  /** Makes room by letting go of what was not used for longest; less than nothing gives room back. */
  #claim(bytes: number): boolean {
    for (const name of this.#kept.keys()) {
      if (this.#bytes + bytes <= this.#most) break
      this.#drop(name)
    }
    if (this.#bytes + bytes > this.#most) return false
    this.#bytes += bytes
    return true
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name)
    if (!kept) return
    this.#kept.delete(name)
    this.#bytes -= kept.size
    rm(join(this.#folder, name), { force: true }).catch(() => {})
  }

  forget(repository: string): void {
    for (const [name, kept] of this.#kept) if (kept.repository === repository) this.#drop(name)
    for (const mine of this.#underWay.values()) if (mine.repository === repository) mine.forgotten = true
  }
}

const PACKS = Symbol('packs')

function packsOf(git: Git): Packs | null {
  const place = git.packs
  return place && git.state(PACKS, () => new Packs(place.folder, place.bytes))
}

/** Whether answers are kept at all. */
export const keeps = (git: Git): boolean => git.packs !== null

/**
 * Sends what `begin`'s git says, or what it said when the same was asked before; gives its exit code. The key must hold everything
 * the answer depends on.
 */
export function serve(git: Git, dir: GitDir, key: string, begin: Begin, output: Writable, signal?: AbortSignal): Promise<number> {
  return packsOf(git)!.serve(dir, key, begin, output, signal)
}

/** Removes what is kept of a repository. */
export function forgetPacks(git: Git, dir: GitDir): void {
  packsOf(git)?.forget(dir.path)
}
