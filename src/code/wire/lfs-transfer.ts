// Large files and locks over SSH alone: the verbs of the HTTP addresses under the commands of git-lfs-transfer.
import { transfer, type TransferAnswer, type TransferRequest } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, invalid, notFound, refusalOf } from '../../kernel/errors.ts'
import type { Listed } from '../file-locks/store.ts'
import * as locks from '../file-locks/verbs.ts'
import * as lockView from '../file-locks/view.ts'
import * as store from '../large-files/store.ts'
import * as largeFiles from '../large-files/verbs.ts'
import type { Opened } from './gate.ts'
import type { Operation } from '../ground/lfs.ts'

type Command = (cx: Cx, at: Opened, request: TransferRequest, operation: Operation) => Promise<TransferAnswer>

const sizeIn = (text: string | undefined) => (/^\d{1,16}$/.test(text ?? '') ? Number(text) : -1)

const batch: Command = async (cx, at, { lines, args }, operation) => {
  if ((args.get('hash-algo') ?? 'sha256') !== 'sha256') return { status: 409, lines: ['objects are named by their sha256 here'] }
  if (lines.length > largeFiles.MOST) return { status: 413, lines: [`at most ${largeFiles.MOST} objects at once`] }
  const asked = lines.map((one) => ({ oid: one.split(' ')[0], size: sizeIn(one.split(' ')[1]) }))
  const verdicts = operation === 'upload' ? await largeFiles.toUpload(cx, at.repo, at.actor, asked) : await largeFiles.toDownload(cx, at.repo, asked)
  // there is no word for an object that is refused, and without one the client would believe that it is here
  const wrong = operation === 'upload' ? verdicts.find((one) => one.state === 'wrong') : undefined
  if (wrong) throw invalid(wrong.why!)
  const to = operation === 'upload' ? 'wanted' : 'there'
  return { status: 200, args: ['hash-algo=sha256'], lines: verdicts.map(({ oid, size, state }) => `${oid} ${size} ${state === to ? operation : 'noop'}`) }
}

const getObject: Command = async (cx, at, { subject }) => {
  const file = largeFiles.isOid(subject) ? await store.find(cx.db, at.repo.id, subject) : undefined
  const data = file && (await cx.blobs.get(largeFiles.keyOf(file.oid)))
  if (!file || !data) throw notFound()
  return { status: 200, args: [`size=${file.size}`], data }
}

const putObject: Command = async (cx, at, { subject, args, data }) => {
  await largeFiles.keep(cx, at.repo, { oid: subject, size: sizeIn(args.get('size')) }, data)
  return { status: 200, lines: [] }
}

const verifyObject: Command = async (cx, at, { subject, args }) => {
  await largeFiles.verify(cx, at.repo, { oid: subject, size: sizeIn(args.get('size')) })
  return { status: 200 }
}

function told(lock: Listed): string[] {
  const { id, path, locked_at, owner } = lockView.one(lock)
  return [`id=${id}`, `path=${path}`, `locked-at=${locked_at}`, `ownername=${owner.name}`]
}

const lock: Command = async (cx, at, { args }) => {
  const { made, lock } = await locks.take(cx, at, args.get('path') ?? '')
  return made ? { status: 201, args: told(lock) } : { status: 409, args: told(lock), lines: ['already created lock'] }
}

const listLock: Command = async (cx, at, { args }) => {
  const found = await locks.list(cx, at, { path: args.get('path'), id: args.get('id'), cursor: args.get('cursor'), limit: Math.max(0, sizeIn(args.get('limit'))) })
  const lines = found.locks.flatMap((one) => {
    const { id, path, locked_at, owner } = lockView.one(one)
    return [`lock ${id}`, `path ${id} ${path}`, `locked-at ${id} ${locked_at}`, `ownername ${id} ${owner.name}`, `owner ${id} ${locks.isOwn(at, one) ? 'ours' : 'theirs'}`]
  })
  return { status: 200, args: found.next === undefined ? [] : [`next-cursor=${found.next}`], lines }
}

const unlock: Command = async (cx, at, { subject, args }) => ({ status: 200, args: told(await locks.unlock(cx, at, subject, args.get('force') === 'true')) })

const reading: Record<string, Command> = { batch, 'get-object': getObject, 'list-lock': listLock }
const writing: Record<string, Command> = { 'put-object': putObject, 'verify-object': verifyObject, lock, unlock }

interface Session {
  input: Parameters<typeof transfer>[0]
  output: Parameters<typeof transfer>[1]
  signal: AbortSignal
}

/** `reopen` finds the repository anew for each command, since rights may go while a connection stays. */
export async function serveTransfer(cx: Cx, reopen: () => Promise<Opened>, operation: Operation, { input, output, signal }: Session): Promise<number> {
  await transfer(input, output, async (request) => {
    try {
      const writes = Object.hasOwn(writing, request.command)
      if (writes && operation !== 'upload') throw forbidden('this connection is for downloads')
      const command = writes ? writing[request.command] : Object.hasOwn(reading, request.command) ? reading[request.command] : undefined
      if (!command) return { status: 400, lines: ['there is no such command'] }
      return await command(cx, await reopen(), request, operation)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return { status: refusal.status, lines: [refusal.message || 'not found'] }
    }
  }, signal)
  return 0
}
