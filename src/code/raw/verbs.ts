// Files as they are, for browsers and scripts.
import { Readable } from 'node:stream'
import type { Repo } from '../../access/index.ts'
import { lfs, log, objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isNewRefName } from '../../kernel/decode.ts'
import { notFound } from '../../kernel/errors.ts'
import { ranged } from '../../kernel/ranges.ts'
import { raw, type RawAnswer, type Rq } from '../../kernel/route.ts'
import { gitDir } from '../../repos/index.ts'
import { findRenamed } from '../branches/store.ts'
import { bytesOf, sizeOf } from '../content/blobs.ts'
import { byId, byKind, clean, find, locate, split, type At } from '../content/at.ts'
import { disposition } from '../content/disposition.ts'
import { mediaType } from '../content/sniff.ts'
import * as largeFiles from '../large-files/store.ts'
import { keyOf } from '../large-files/verbs.ts'

/** A ref before the path or in `?ref=`; what is none is passed over, and the path is one of the default branch. */
export async function ofApi(cx: Cx, rq: Rq, repo: Repo, asked: string, ref: string | undefined, media = false): Promise<RawAnswer> {
  const whole = ref ? `${ref}/${asked}` : asked
  const first = whole.split('/')[0]
  const found = (await split(whole, (one) => byKind(cx, repo, 'branch', one)))
    ?? (first === 'HEAD' ? { at: await locate(cx, repo), path: whole.slice(5) } : undefined)
    ?? (await split(whole, (one) => byKind(cx, repo, 'tag', one)))
    ?? (await split(first, (one) => byId(cx, repo, one)).then((one) => one && { at: one.at, path: whole.slice(first.length + 1) }))
    ?? (/^refs\/(heads|tags)\//.test(ref ?? '') ? await find(cx, repo, ref!).then((at) => at && { at, path: asked }) : undefined)
  if (found) return serve(cx, rq, repo, found.at, found.path, media)
  // no name at all, the id of nothing, or what a branch was called before
  if (ref && (!isNewRefName(ref) || (await findRenamed(cx.db, repo.id, [ref])))) throw notFound()
  return serve(cx, rq, repo, await locate(cx, repo), asked, media)
}

/** `branch/…`, `tag/…`, `commit/…` or `blob/<id>`, as web addresses have it. */
export async function ofPage(cx: Cx, rq: Rq, repo: Repo, kind: string, rest: string, media: boolean): Promise<RawAnswer> {
  if (kind === 'blob') return blob(cx, rq, repo, rest, media)
  const look = kind === 'commit' ? (one: string) => byId(cx, repo, one) : (one: string) => byKind(cx, repo, kind as 'branch' | 'tag', one)
  const found = kind === 'commit' ? await split(rest.split('/')[0], look) : await split(rest, look)
  if (!found) throw notFound()
  return serve(cx, rq, repo, found.at, rest.slice(found.at.ref.length + 1), media)
}

async function serve(cx: Cx, rq: Rq, repo: Repo, at: At, asked: string, media: boolean): Promise<RawAnswer> {
  const dir = gitDir(cx, repo)
  const path = clean(asked)
  const entry = path === null ? null : await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, at.commit)).tree, path)
  if (!entry || entry.kind === 'dir' || entry.kind === 'submodule') throw notFound()
  const large = media && entry.kind !== 'symlink' ? await largeFile(cx, rq, repo, entry.oid, entry.name) : undefined
  if (large) return large
  if (isKnown(rq, entry.oid)) return raw('', headersOf(repo, entry.oid, entry.name), 304)
  const last = await log.lastCommit(cx.git, dir, at.commit, entry.path)
  const when = last ? (await objects.commit(cx.git, dir, last)).committer.date : 0
  return bytes(cx, rq, repo, entry.oid, entry.name, {
    'x-gitea-object-type': entry.kind === 'symlink' ? 'symlink' : 'file', ...(when > 0 ? { 'last-modified': new Date(when * 1000).toUTCString() } : {}),
  })
}

/** Any blob that a ref leads to would take a walk to find; ids are not guessed, so having one is enough. */
async function blob(cx: Cx, rq: Rq, repo: Repo, oid: string, media: boolean): Promise<RawAnswer> {
  const whole = oid.length === (repo.object_format === 'sha1' ? 40 : 64) && /^[0-9a-f]+$/.test(oid)
  if (!whole || (await sizeOf(cx, gitDir(cx, repo), oid)) === undefined) throw notFound()
  const large = media ? await largeFile(cx, rq, repo, oid, oid) : undefined
  if (large) return large
  return isKnown(rq, oid) ? raw('', headersOf(repo, oid, oid), 304) : bytes(cx, rq, repo, oid, oid, { 'x-gitea-object-type': 'file' })
}

/** What a pointer names, if the repository holds it; otherwise the pointer is all there is. */
async function largeFile(cx: Cx, rq: Rq, repo: Repo, oid: string, name: string): Promise<RawAnswer | undefined> {
  const dir = gitDir(cx, repo)
  if (((await sizeOf(cx, dir, oid)) ?? Infinity) > lfs.maxPointerBytes) return undefined
  const pointer = lfs.parsePointer(await bytesOf(cx, dir, oid, lfs.maxPointerBytes))
  const file = pointer && (await largeFiles.find(cx.db, repo.id, pointer.oid))
  if (!file) return undefined
  const headers = { ...headersOf(repo, file.oid, name), 'x-gitea-object-type': 'file' }
  if (isKnown(rq, file.oid)) return raw('', headers, 304)
  const head = file.size === 0 ? null : await cx.blobs.get(keyOf(file.oid), { start: 0, end: Math.min(file.size, HEAD) - 1 })
  const type = mediaType(Buffer.concat(head ? await head.toArray() : []), name)
  return ranged(rq, file.size, { ...headers, 'content-type': type }, (range) => cx.blobs.get(keyOf(file.oid), range))
}

/** Enough to tell what a file is. */
const HEAD = 4096
/** Larger files are sent piece by piece. */
const AT_ONCE = 256 * 1024

async function bytes(cx: Cx, rq: Rq, repo: Repo, oid: string, name: string, more: Record<string, string>): Promise<RawAnswer> {
  const dir = gitDir(cx, repo)
  const size = (await sizeOf(cx, dir, oid)) ?? 0
  const headers = (head: Buffer) => ({ ...headersOf(repo, oid, name), ...more, 'content-type': mediaType(head, name), 'content-length': String(size) })
  if (size <= AT_ONCE) {
    const data = await bytesOf(cx, dir, oid, AT_ONCE)
    return raw(rq.method === 'HEAD' ? '' : data, headers(data))
  }
  const { stream } = await objects.blobStream(cx.git, dir, oid)
  const pieces = stream[Symbol.asyncIterator]()
  const first = await pieces.next()
  const head = first.done ? [] : [first.value]
  if (rq.method !== 'HEAD') return raw(Readable.from(rest(head, pieces), { objectMode: false }).once('close', () => stream.destroy()), headers(Buffer.concat(head)))
  stream.destroy()
  return raw('', headers(Buffer.concat(head)))
}

async function* rest(head: Buffer[], pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* head
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
}

function isKnown(rq: Rq, oid: string): boolean {
  const given = String(rq.headers['if-none-match'] ?? '')
  return given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === `"${oid}"`)
}

/** Whatever the file holds, it opens in no page of ours and runs nothing. */
const headersOf = (repo: Repo, oid: string, name: string): Record<string, string> => ({
  'cache-control': `${repo.is_private || repo.owner.visibility !== 'public' ? 'private' : 'public'}, max-age=21600`,
  etag: `"${oid}"`,
  'content-disposition': disposition('inline', name),
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers': 'Content-Disposition',
})
