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
  put(name: string, kept: Kept): void
}

const BYTES = 16 * 1024 * 1024

export function makeKeeper(database: Database): Keeper {
  const secret = randomBytes(16).toString('hex')
  const held = new Map<string, Kept>()
  let version = ''
  let bytes = 0
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
      return hash('sha256', `${version}\0${secret}\0${authorization}\0${sudo}\0${rq.cx.root}\0${rq.url}`, 'base64')
    },
    find: (name) => held.get(name),
    put(name, kept) {
      if (kept.body.length > BYTES / 16) return
      held.set(name, kept)
      bytes += kept.body.length
      for (const [oldest, { body }] of held) {
        if (bytes <= BYTES) break
        held.delete(oldest)
        bytes -= body.length
      }
    },
  }
}
