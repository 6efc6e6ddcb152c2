// The batch API of git-lfs and the addresses its links lead to.
import type { Cx } from '../../kernel/cx.ts'
import { bad, exists, invalid, notFound, tooLarge } from '../../kernel/errors.ts'
import { ranged } from '../../kernel/ranges.ts'
import { raw, type RawAnswer, type Rq } from '../../kernel/route.ts'
import { disposition } from '../content/disposition.ts'
import { json, lfs, needUpload, type LfsAt } from '../ground/lfs.ts'
import { LfsBatch, LfsPointer } from './schema.ts'
import * as store from './store.ts'
import * as largeFiles from './verbs.ts'
import * as view from './view.ts'

interface Batch {
  operation?: string
  objects?: { oid?: string; size?: number }[]
  hash_algo?: string
}

async function batch(cx: Cx, at: LfsAt, { operation, objects = [], hash_algo = 'sha256' }: Batch): Promise<RawAnswer> {
  if (operation !== 'upload' && operation !== 'download') throw bad('the operation is upload or download')
  if (operation === 'upload') await needUpload(cx, at)
  if (hash_algo !== 'sha256') throw exists('objects are named by their sha256 here')
  if (objects.length > largeFiles.MOST) throw tooLarge(`at most ${largeFiles.MOST} objects at once`)
  const verdicts = operation === 'upload' ? await largeFiles.toUpload(cx, at.repo, at.actor, objects) : await largeFiles.toDownload(cx, at.repo, objects)
  return json(200, view.many(cx, at, operation, verdicts))
}

async function upload(cx: Cx, rq: Rq, at: LfsAt): Promise<RawAnswer> {
  const size = /^(0|[1-9]\d{0,15})$/.test(rq.params.size) ? Number(rq.params.size) : -1
  const length = rq.headers['content-length']
  if (length !== undefined && Number(length) !== size) throw invalid('Content-Length is another size than the address says')
  try {
    // giving up on the bytes must not cut the connection that the answer takes
    await largeFiles.keep(cx, at.repo, { oid: rq.params.oid, size }, rq.raw.iterator({ destroyOnReturn: false }))
  } catch (error) {
    throw rq.raw.errored === error ? bad('the upload was cut off') : error
  } finally {
    // nor may what is left unread hold it up
    rq.raw.resume()
  }
  return raw('', {})
}

async function download(cx: Cx, rq: Rq, at: LfsAt): Promise<RawAnswer> {
  const { oid, filename } = rq.params
  const file = largeFiles.isOid(oid) ? await store.find(cx.db, at.repo.id, oid) : undefined
  if (!file) throw notFound()
  const headers = { 'content-type': 'application/octet-stream', etag: `"${oid}"`, 'content-disposition': disposition('attachment', filename ?? oid) }
  const answer = await ranged(rq, file.size, headers, (range) => cx.blobs.get(largeFiles.keyOf(oid), range))
  if (answer) return answer
  cx.log.error('the bytes of a large file are missing', { repo: at.repo.id, oid })
  throw notFound()
}

export const routes = [
  lfs({ id: 'lfsBatch', at: 'POST /objects/batch', says: 'Ask for links to large files', operation: 'download', body: LfsBatch, run: ({ cx, at, body }) => batch(cx, at, body) }),
  lfs({ id: 'lfsUpload', at: 'PUT /objects/:oid/:size', says: 'Store a large file', operation: 'upload', bytes: true, run: ({ cx, rq, at }) => upload(cx, rq, at) }),
  lfs({ id: 'lfsDownload', at: 'GET /objects/:oid', says: 'Fetch a large file', operation: 'download', bytes: true, run: ({ cx, rq, at }) => download(cx, rq, at) }),
  lfs({ id: 'lfsDownloadNamed', at: 'GET /objects/:oid/:filename', says: 'Fetch a large file under a name', operation: 'download', bytes: true, run: ({ cx, rq, at }) => download(cx, rq, at) }),
  lfs({ id: 'lfsVerify', at: 'POST /verify', says: 'Check that a large file has arrived', operation: 'upload', body: LfsPointer, run: async ({ cx, at, body }) => largeFiles.verify(cx, at.repo, body).then(() => json(200, {})) }),
].flat()
