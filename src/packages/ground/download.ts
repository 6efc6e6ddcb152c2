// Bytes of a stored file, and how often they were fetched.
import { contentKey } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import { ranged } from '../../kernel/ranges.ts'
import type { RawAnswer, Rq } from '../../kernel/route.ts'
import { tally } from '../../kernel/tally.ts'
import * as store from '../packages/store.ts'
import { FOLDER } from '../packages/verbs.ts'
import { plain } from './registry.ts'

export const downloads = tally(store.countDownloads)

export async function serve(cx: Cx, rq: Rq, file: store.StoredFile): Promise<RawAnswer> {
  const headers = {
    'content-type': 'application/octet-stream',
    // names have been checked when they were stored: no quotes, no backslashes, no controls
    'content-disposition': `attachment; filename="${file.name}"`,
    'last-modified': new Date(file.created_at * 1000).toUTCString(),
  }
  const answer = await ranged(rq, file.size, headers, (range) => cx.blobs.get(contentKey(FOLDER, file.sha256), range))
  if (!answer) {
    cx.log.error('the bytes of a package file are missing', { file_id: file.id, sha256: file.sha256 })
    return plain(404, 'package file does not exist')
  }
  if (file.is_lead && rq.method !== 'HEAD' && answer.status < 300) downloads.count(cx, file.version_id)
  return answer
}
