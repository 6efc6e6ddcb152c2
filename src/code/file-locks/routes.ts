import type { Cx } from '../../kernel/cx.ts'
import { lenientInteger } from '../../kernel/decode.ts'
import type { Rq } from '../../kernel/route.ts'
import { json, lfs, type LfsAt } from '../ground/lfs.ts'
import { CreateFileLock, UnlockFile, VerifyFileLocks } from './schema.ts'
import * as locks from './verbs.ts'
import * as view from './view.ts'

const word = (value: unknown) => (typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined)

async function list(cx: Cx, at: LfsAt, { query }: Rq) {
  locks.needSomebody(at)
  const found = await locks.list(cx, at, { path: word(query.path), id: word(query.id), cursor: word(query.cursor), limit: lenientInteger(word(query.limit)) })
  return json(200, { locks: view.many(found.locks), next_cursor: found.next })
}

/** Those of the caller and those of others, before a push. */
async function verify(cx: Cx, at: LfsAt, asked: { cursor?: string; limit?: number }) {
  const found = await locks.list(cx, at, asked)
  const theirs = found.locks.filter((one) => !locks.isOwn(at, one))
  return json(200, { ours: view.many(found.locks.filter((one) => locks.isOwn(at, one))), theirs: view.many(theirs), next_cursor: found.next })
}

async function create(cx: Cx, at: LfsAt, path: string) {
  const { made, lock } = await locks.take(cx, at, path)
  return made ? json(201, { lock: view.one(lock) }) : json(409, { lock: view.one(lock), message: 'already created lock' })
}

export const routes = [
  lfs({ id: 'lfsListLocks', at: 'GET /locks', says: 'List locks', operation: 'download', run: ({ cx, rq, at }) => list(cx, at, rq) }),
  lfs({ id: 'lfsCreateLock', at: 'POST /locks', says: 'Lock a file', operation: 'upload', body: CreateFileLock, run: ({ cx, at, body }) => create(cx, at, body.path) }),
  lfs({ id: 'lfsVerifyLocks', at: 'POST /locks/verify', says: 'Tell own locks from those of others', operation: 'upload', body: VerifyFileLocks, run: ({ cx, at, body }) => verify(cx, at, body) }),
  lfs({
    id: 'lfsUnlock', at: 'POST /locks/:id/unlock', says: 'Unlock a file', operation: 'upload', body: UnlockFile,
    run: async ({ cx, at, params, body }) => json(200, { lock: view.one(await locks.unlock(cx, at, params.id, body.force ?? false)) }),
  }),
].flat()
