// Answers kept while the database has not changed: a list that many ask for is made once per write, not once per request.
import { hash, randomBytes } from 'node:crypto'
import type { Database } from './db.ts'
import type { Rq } from './route.ts'

/** Whoever authenticates a request leaves here what is to be done each time it comes again, such as noting a token's use. */
export const AGAIN = Symbol('again')

export interface Kept {
  status: number
  headers: Record<string, string>
  body: Buffer
  again: (() => void) | undefined
}

export interface Keeper {
  /** the name of this request and caller at this state of the database; undefined where the state cannot be known */
  nameOf(rq: Rq): string | undefined
  find(name: string): Kept | undefined
  /** whether the answer is worth keeping: only what was asked for before, so that addresses nobody repeats take no room */
  wants(name: string): boolean
  put(name: string, kept: Kept): void
}

const BYTES = 16 * 1024 * 1024
/** what an answer takes beside its body: name, headers, the objects that hold them */
const BESIDE = 2048
const REMEMBERED = 2000

export function makeKeeper(database: Database): Keeper {
  const secret = randomBytes(16).toString('hex')
  const held = new Map<string, Kept>()
  let version = ''
  let bytes = 0
  let asked = new Set<string>()
  let before = new Set<string>()
  return {
    nameOf(rq) {
      const now = database.version?.()
      if (now === undefined) return undefined
      if (now !== version) {
        version = now
        held.clear()
        bytes = 0
      }
      const { authorization = '', sudo = '' } = rq.headers
      return `${version} ${hash('sha256', `${secret}\0${authorization}\0${sudo}\0${rq.cx.root}\0${rq.url}`, 'base64')}`
    },
    find: (name) => held.get(name),
    wants(name) {
      const request = name.slice(name.indexOf(' ') + 1)
      if (asked.has(request)) return true
      if (asked.size >= REMEMBERED) {
        before = asked
        asked = new Set()
      }
      asked.add(request)
      return before.has(request)
    },
    put(name, kept) {
      if (kept.body.length > BYTES / 16 || held.has(name)) return
      held.set(name, kept)
      bytes += kept.body.length + BESIDE
      for (const [oldest, { body }] of held) {
        if (bytes <= BYTES) break
        held.delete(oldest)
        bytes -= body.length + BESIDE
      }
    },
  }
}
