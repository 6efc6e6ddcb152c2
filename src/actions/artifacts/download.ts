import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { ranged } from '../../kernel/ranges.ts'
import type { RawAnswer, Rq } from '../../kernel/route.ts'
import type { ArtifactRow } from '../tables.ts'

export async function serve(cx: Cx, rq: Rq, row: ArtifactRow): Promise<RawAnswer> {
  const name = row.is_zip ? `${row.name}.zip` : row.name
  // names have been checked when they were stored: no quotes, no backslashes, no controls
  const plain = name.replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const headers = {
    // a job chooses the bytes: whatever they are, no browser shows them as a page of this site
    'content-type': row.is_zip ? 'application/zip' : 'application/octet-stream',
    'content-disposition': `${row.is_zip ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  }
  const answer = await ranged(rq, row.size, headers, (range) => cx.blobs.get(row.key, range))
  if (answer) return answer
  cx.log.error('the bytes of an artifact are missing', { artifact_id: row.id })
  throw notFound()
}
