// Large files of a repository: asked for in batches, stored under their hash, and given only to those who hold or prove them.
import { accessToMany, findRepoById, READ, type Actor, type Repo } from '../../access/index.ts'
import { pointersBetween } from '../../git/index.ts'
import { BlobError, contentKey } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid, notFound, tooLarge } from '../../kernel/errors.ts'
import { slice } from '../../kernel/paging.ts'
import { gitDir, quota } from '../../repos/index.ts'
import * as store from './store.ts'

export const FOLDER = 'lfs'
/** How many in one batch; git-lfs asks for a hundred unless told otherwise. */
export const MOST = 1000
export const keyOf = (oid: string) => contentKey(FOLDER, oid)

/** What is to happen to one object of a batch. */
export interface Verdict {
  oid: string
  size: number
  /** there: nothing to send; wanted: to be sent */
  state: 'there' | 'wanted' | 'missing' | 'wrong' | 'full'
  why?: string
}

export const isOid = (oid: string | undefined): oid is string => /^[0-9a-f]{64}$/.test(oid ?? '')
const isSize = (size: number | undefined): size is number => Number.isSafeInteger(size) && size! >= 0

interface Asked {
  oid?: string
  size?: number
}

/** In the order asked, each content once. */
const each = (objects: readonly Asked[]) => [...new Map(objects.map((one) => [one.oid, one])).values()]

function misfit({ oid, size = 0 }: Asked, held: Map<string, number>): Verdict | undefined {
  if (!isOid(oid) || !isSize(size)) return { oid: oid ?? '', size, state: 'wrong', why: 'Oid or size is invalid' }
  const known = held.get(oid)
  return known === undefined || known === size ? undefined : { oid, size, state: 'wrong', why: `Object ${oid} is not ${size} bytes` }
}

/** What a repository holds, page by page, with the sum of it all. */
export async function list(cx: Cx, repo: Repo, asked: { prefix?: string; page?: number }) {
  const at = slice(cx, { page: asked.page })
  const prefix = (asked.prefix ?? '').trim().toLowerCase()
  if (!/^[0-9a-f]{0,64}$/.test(prefix)) return { items: [], total: 0, bytes: 0, ...at }
  const { rows, ...sums } = await store.listPage(cx.db, repo.id, prefix, at)
  return { items: rows, ...sums, ...at }
}

export async function toDownload(cx: Cx, repo: Repo, objects: readonly Asked[]): Promise<Verdict[]> {
  const asked = each(objects)
  const held = await store.held(cx.db, repo.id, asked.map((one) => one.oid).filter(isOid))
  return asked.map((one) => misfit(one, held) ?? { oid: one.oid!, size: one.size ?? 0, state: held.has(one.oid!) ? 'there' : 'missing', why: 'Object does not exist' })
}

/** Knowing the hash of somebody's file is no right to it: only what the caller may read elsewhere need not be sent. */
export async function toUpload(cx: Cx, repo: Repo, actor: Actor, objects: readonly Asked[]): Promise<Verdict[]> {
  const asked = each(objects)
  const held = await store.held(cx.db, repo.id, asked.map((one) => one.oid).filter(isOid))
  const fits = asked.filter((one) => !misfit(one, held) && !isTooLarge(cx, one.size ?? 0)).map((one) => ({ oid: one.oid!, size: one.size ?? 0 }))
  const elsewhere = await readElsewhere(cx, actor, fits.filter((one) => !held.has(one.oid)))
  const stored = new Set((await Promise.all(fits.filter((one) => held.has(one.oid) || elsewhere.has(one.oid)).map(async (one) => ((await isStored(cx, one)) ? [one.oid] : [])))).flat())
  const linked = fits.filter((one) => elsewhere.has(one.oid) && stored.has(one.oid))
  if (linked.length > 0) await cx.write((tx) => hold(cx, tx, repo, linked))
  const coming = fits.filter((one) => !stored.has(one.oid)).reduce((sum, one) => sum + one.size, 0)
  const full = (await quota.room(cx, repo.owner_id)) < coming ? await quota.words(cx, repo.owner) : undefined
  return asked.map((one) => {
    const size = one.size ?? 0
    if (full && isOid(one.oid) && !stored.has(one.oid)) return { oid: one.oid, size, state: 'full', why: full }
    if (isOid(one.oid) && isTooLarge(cx, size)) return { oid: one.oid, size, state: 'wrong', why: `Objects of more than ${cx.config.max_lfs} bytes are not stored here` }
    return misfit(one, held) ?? { oid: one.oid!, size, state: stored.has(one.oid!) ? 'there' : 'wanted' }
  })
}

const isTooLarge = (cx: Cx, size: number) => cx.config.max_lfs > 0 && size > cx.config.max_lfs

async function isStored(cx: Cx, { oid, size }: store.LargeFile): Promise<boolean> {
  return (await cx.blobs.stat(keyOf(oid)))?.size === size
}

async function readElsewhere(cx: Cx, actor: Actor, files: readonly store.LargeFile[]): Promise<Set<string>> {
  const rows = await store.seenElsewhere(cx.db, actor, files.map((one) => one.oid))
  const found = await Promise.all([...new Set(rows.map((row) => row.repo_id))].map((id) => findRepoById(cx.db, id)))
  const access = await accessToMany(cx.db, actor, found.filter((one) => one !== undefined))
  const sizes = new Map(files.map((one) => [one.oid, one.size]))
  return new Set(rows.filter((row) => sizes.get(row.oid) === row.size && (access.get(row.repo_id)?.units.code ?? 0) >= READ).map((row) => row.oid))
}

/** Stores an object whole, or nothing: the row comes after bytes that have the promised hash and size. */
export async function keep(cx: Cx, repo: Repo, { oid, size }: store.LargeFile, body: AsyncIterable<Uint8Array> | Uint8Array): Promise<void> {
  if (!isOid(oid) || !isSize(size)) throw invalid('Oid or size is invalid')
  if (isTooLarge(cx, size)) throw tooLarge(`Objects of more than ${cx.config.max_lfs} bytes are not stored here`)
  await quota.need(cx, repo.owner, size)
  try {
    await cx.blobs.put(keyOf(oid), body, { sha256: oid, size })
  } catch (error) {
    if (error instanceof BlobError && error.kind === 'mismatch') throw invalid(`These bytes are ${error.message}`)
    throw error
  }
  await cx.write((tx) => hold(cx, tx, repo, [{ oid, size }]))
}

/** The rows, and the room they take where they are new. */
async function hold(cx: Cx, tx: Db, repo: Repo, files: readonly store.LargeFile[]): Promise<void> {
  const held = await store.held(tx, repo.id, files.map((one) => one.oid))
  await store.insert(tx, repo.id, files, cx.now())
  await quota.grow(cx, tx, repo.owner, 'lfs', files.reduce((sum, one) => sum + (held.has(one.oid) ? 0 : one.size), 0))
}

/** Throws unless the object has arrived. */
export async function verify(cx: Cx, repo: Repo, asked: Asked): Promise<void> {
  const [{ state, why }] = await toDownload(cx, repo, [asked])
  if (state === 'wrong') throw invalid(why!)
  if (state === 'missing') throw notFound()
}

/** What a merge brings into a repository from a fork: objects that the merged history names and the fork holds. */
export async function carry(cx: Cx, from: { id: number }, to: Repo, base: string, head: string): Promise<void> {
  const beyond = new Map((await store.listBeyond(cx.db, from.id, to.id)).map((one) => [one.oid, one]))
  if (beyond.size === 0) return
  const named = (await pointersBetween(cx.git, gitDir(cx, to), base, head)).flatMap(({ oid }) => beyond.get(oid) ?? [])
  if (named.length === 0) return
  await cx.write(async (tx) => {
    await store.insert(tx, to.id, named, cx.now())
    await quota.recountSoon(cx, tx, to.owner_id)
  })
}
