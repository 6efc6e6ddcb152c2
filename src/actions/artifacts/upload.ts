// An artifact on its way in: opened by its name, sent in blocks, joined and checked at the end.
import { Readable } from 'node:stream'
import { BlobError } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound, tooLarge } from '../../kernel/errors.ts'
import { randomId } from '../../kernel/secrets.ts'
import type { ArtifactRow } from '../tables.ts'
import type { Uploader } from './identity.ts'
import * as store from './store.ts'
import { erase, folderOf, forget } from './verbs.ts'

const day = 86400
/** How long one is kept that does not say, and how long at most: runs go then. */
const kept = { usual: 90 * day, most: 400 * day }
const maxBlocks = 50_000

/** Controls, and what cannot stand in the name of a file. */
const unfit = /[\p{Cc}\\/":<>|*?]/u

export interface Opening {
  name: string
  expiresAt?: number
  isZip: boolean
}

/** The same name in the same attempt starts over. */
export async function open(cx: Cx, job: Uploader, { name, expiresAt, isZip }: Opening): Promise<ArtifactRow> {
  if (name === '' || name.length > 255 || unfit.test(name)) throw bad('this is not a name for an artifact')
  const now = cx.now()
  const expires_at = Math.min(Math.max(expiresAt ?? now + kept.usual, now + 1), now + kept.most)
  const fresh = { job_id: job.job_id, is_zip: isZip, state: 'pending' as const, size: 0, sha256: '', key: '', block_list: '', updated_at: now, expires_at }
  return cx.write(async (tx) => {
    const old = await store.findNamed(tx, job.run_id, job.attempt, name)
    if (!old) return store.insert(tx, { ...fresh, repo_id: job.repo_id, run_id: job.run_id, attempt: job.attempt, name, turn: 1, created_at: now })
    const blocks = await store.listBlocks(tx, old.id)
    await store.removeBlocks(tx, old.id)
    await forget(cx, tx, [old.key, ...blocks.map((one) => one.key)])
    return store.update(tx, old.id, { ...fresh, turn: old.turn + 1 })
  })
}

async function roomFor(cx: Cx, artifact: ArtifactRow): Promise<number> {
  const { count, size } = await store.weigh(cx.db, artifact.id)
  if (count >= maxBlocks) throw tooLarge('the artifact has too many blocks')
  if (cx.config.max_artifact === 0) return 0
  if (size >= cx.config.max_artifact) throw tooLarge('the artifact is too large')
  return cx.config.max_artifact - size
}

const refused = (error: unknown): never => {
  if (error instanceof BlobError && error.kind === 'too large') throw tooLarge('the artifact is too large')
  throw error instanceof BlobError && error.kind === 'mismatch' ? bad(`the artifact is ${error.message}`) : error
}

/** One block; without a name it goes after those that are there. */
export async function putBlock(cx: Cx, job: Uploader, artifact: ArtifactRow, named: string | undefined, body: Readable): Promise<void> {
  if (named !== undefined && !/^[A-Za-z0-9+/=_-]{1,128}$/.test(named)) throw bad('this is not the id of a block')
  const key = `${folderOf(job.storage)}/${artifact.id}-${randomId()}`
  const { size } = await cx.blobs.put(key, body, { maxBytes: await roomFor(cx, artifact) }).catch(refused)
  try {
    await cx.write(async (tx) => {
      if (!(await store.take(tx, artifact.id, artifact.turn))) throw notFound()
      await store.update(tx, artifact.id, { updated_at: cx.now() })
      const old = named === undefined ? undefined : await store.findBlock(tx, artifact.id, named)
      if (old) {
        await store.removeBlock(tx, old.id)
        await forget(cx, tx, [old.key])
      }
      // the space keeps it apart from every id that a client can name
      await store.insertBlock(tx, { artifact_id: artifact.id, name: named ?? `next ${randomId()}`, key, size })
      const whole = await store.weigh(tx, artifact.id)
      if (cx.config.max_artifact > 0 && whole.size > cx.config.max_artifact) throw tooLarge('the artifact is too large')
    })
  } catch (error) {
    await cx.blobs.remove(key)
    throw error
  }
}

/** Which blocks make the artifact, in order, as the client's list says. */
export async function putList(cx: Cx, artifact: ArtifactRow, xml: string): Promise<void> {
  const names = [...xml.matchAll(/<(Latest|Uncommitted|Committed)>([^<]{1,200})<\/\1>/g)].map((found) => found[2].trim())
  if (names.length === 0 || names.length > maxBlocks) throw bad('this is not a list of blocks')
  await cx.write(async (tx) => {
    if (!(await store.take(tx, artifact.id, artifact.turn))) throw notFound()
    await store.update(tx, artifact.id, { block_list: JSON.stringify(names), updated_at: cx.now() })
  })
}

async function inOrder(cx: Cx, artifact: ArtifactRow) {
  const blocks = await store.listBlocks(cx.db, artifact.id)
  if (artifact.block_list === '') {
    if (blocks.length === 0 || (blocks.length > 1 && !blocks.every((one) => one.name.startsWith('next ')))) throw bad('the list of blocks is missing')
    return { blocks, chosen: blocks }
  }
  const byName = new Map(blocks.map((one) => [one.name, one]))
  const names: string[] = JSON.parse(artifact.block_list)
  // a block named twice would let a short upload grow without end
  if (new Set(names).size < names.length) throw bad('a block is listed twice')
  return { blocks, chosen: names.map((name) => byName.get(name) ?? missing(name)) }
}

const missing = (name: string): never => {
  throw bad(`the block ${name} is missing`)
}

async function* joined(cx: Cx, blocks: { name: string; key: string }[]): AsyncGenerator<Uint8Array> {
  for (const { name, key } of blocks) {
    const bytes = await cx.blobs.get(key)
    yield* bytes ?? missing(name)
  }
}

/** Joins the blocks; a list that did not give what was promised has to be sent again. */
export async function finish(cx: Cx, job: Uploader, name: string, size: number, sha256: string | undefined): Promise<ArtifactRow> {
  const artifact = await store.findNamed(cx.db, job.run_id, job.attempt, name)
  // asked again because the first answer was lost
  if (artifact?.state === 'ready' && artifact.size === size && (sha256 === undefined || sha256 === artifact.sha256)) return artifact
  if (artifact?.state !== 'pending') throw notFound()
  const key = `${folderOf(job.storage)}/${artifact.id}-${randomId()}`
  try {
    const { blocks, chosen } = await inOrder(cx, artifact)
    const stored = await cx.blobs.put(key, Readable.from(joined(cx, chosen)), { size, sha256 }).catch(refused)
    return await cx.write(async (tx) => {
      if (!(await store.take(tx, artifact.id, artifact.turn))) throw notFound()
      await store.removeBlocks(tx, artifact.id)
      await forget(cx, tx, blocks.map((one) => one.key))
      return store.update(tx, artifact.id, { state: 'ready', key, size: stored.size, sha256: stored.sha256, block_list: '', updated_at: cx.now() })
    })
  } catch (error) {
    await cx.blobs.remove(key)
    await cx.write(async (tx) => {
      if (await store.take(tx, artifact.id, artifact.turn)) await store.update(tx, artifact.id, { block_list: '' })
    })
    throw error
  }
}

/** What a job may fetch: of its own attempt and of those that the attempt continues, the newest of each name. */
export async function readable(cx: Cx, job: Uploader): Promise<ArtifactRow[]> {
  const from = (await store.continues(cx.db, job.run_id, job.attempt)) ? 1 : job.attempt
  const rows = await store.listReady(cx.db, job.run_id, from, job.attempt, cx.now())
  const names = new Set<string>()
  return rows.filter((row) => !names.has(row.name) && names.add(row.name))
}

export async function discard(cx: Cx, job: Uploader, name: string): Promise<number> {
  return cx.write(async (tx) => {
    const row = await store.findNamed(tx, job.run_id, job.attempt, name)
    if (!row) throw notFound()
    await erase(cx, tx, row)
    return row.id
  })
}
