// A commit's files as one download: made while it is sent, and kept for those who ask for the same soon after.
import type { Readable } from 'node:stream'
import type { Repo } from '../../access/index.ts'
import { archive, objects, refs, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { ranged } from '../../kernel/ranges.ts'
import { raw, type RawAnswer, type Rq } from '../../kernel/route.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import { clean } from '../content/at.ts'
import { disposition } from '../content/disposition.ts'
import { keyOf, keeping } from './kept.ts'

export type Format = 'zip' | 'tar.gz' | 'bundle'
const NAMED = /^(.+)\.(zip|tar\.gz|bundle)$/

/** `main.zip`, `v1.0.tar.gz`, `feature/x.bundle` */
export function sendNamed(cx: Cx, rq: Rq, repo: Repo, asked: string, limits: readonly string[]): Promise<RawAnswer> {
  const [, ref, format] = NAMED.exec(asked) ?? []
  if (!ref) throw bad(`unknown format: ${asked}`)
  return send(cx, rq, repo, ref, format as Format, limits)
}

export async function send(cx: Cx, rq: Rq, repo: Repo, ref: string, format: Format, limits: readonly string[]): Promise<RawAnswer> {
  const dir = gitDir(cx, repo)
  const found = await objects.resolve(cx.git, dir, ref, { refs: await refs.list(cx.git, dir, repo.refs_version) })
  if (!found) throw notFound()
  const paths = await present(cx, repo, found.oid, limits)
  if (format === 'bundle' && paths.length > 0) throw bad('a bundle holds all files')
  const headers = headersOf(cx, repo, found.oid, ref, format)
  if (paths.length === 0 && rq.headers['if-none-match'] === headers.etag) return raw('', headers, 304)
  const tip = { ref: found.ref ?? 'HEAD', oid: found.oid }
  // a bundle names its branch, the others hold a folder named like the repository
  const key = paths.length > 0 ? undefined : keyOf(repo, found.oid, format, format === 'bundle' ? tip.ref : repo.lower_name)
  const kept = key && (await cx.blobs.stat(key))
  const sent = kept && (await ranged(rq, kept.size, headers, (range) => cx.blobs.get(key, range)))
  if (sent) return sent
  if (rq.method === 'HEAD') return raw('', headers)
  const signal = gone(rq)
  const made: Readable = format === 'bundle' ? await archive.bundle(cx.git, dir, [tip], { signal }) : await archive.archive(cx.git, dir, found.oid, { format, prefix: repo.lower_name, paths, signal })
  return raw(key ? keeping(cx, key, made) : made, headers)
}

/** Whoever leaves takes the work with them. */
function gone(rq: Rq): AbortSignal {
  const ended = new AbortController()
  rq.rawReply.once('close', () => ended.abort())
  return ended.signal
}

async function present(cx: Cx, repo: Repo, commit: string, limits: readonly string[]): Promise<string[]> {
  const dir = gitDir(cx, repo)
  const root = limits.length > 0 ? (await objects.commit(cx.git, dir, commit)).tree : ''
  return Promise.all(limits.map(async (asked) => {
    const path = clean(asked)
    if (path === null || !(await tree.find(cx.git, dir, root, path))) throw bad(`path not found [${asked}]`)
    return path
  }))
}

function headersOf(cx: Cx, repo: Repo, commit: string, ref: string, format: string): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': disposition('attachment', `${repo.name}-${ref.replaceAll('/', '-')}.${format}`),
    'cache-control': `${repo.is_private || repo.owner.visibility !== 'public' ? 'private' : 'public'}, max-age=300`,
    etag: `"${commit}.${format}"`,
    link: `<${repoView.api(cx, repo)}/archive/${commit}.${format}?rev=${commit}>; rel="immutable"`,
    'access-control-expose-headers': 'Content-Disposition',
  }
}
