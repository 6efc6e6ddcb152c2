// Large files of a source: asked for by the batch protocol, held to their hash, and always brought over again,
// since knowing the hash of somebody's file is no right to it.
import type { largeFiles } from '../../code/index.ts'
import { pointersIn, type GitDir } from '../../git/index.ts'
import { BlobError } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { fetchOut, openOut } from '../../kernel/outbound.ts'
import { bare, checkedAddress, type Source } from '../ground/address.ts'

const MEDIA = 'application/vnd.git-lfs+json'
const AT_ONCE = 50

type Files = Parameters<typeof largeFiles.insert>[2]

/** Where to ask: what the caller names, or the usual place beside the repository. Null for folders of this machine. */
export function endpointOf(cx: Cx, source: Source, given: string | undefined): string | null {
  if (given) return checkedAddress(cx, given).replace(/\/$/, '')
  return source.address.startsWith('/') ? null : `${bare(new URL(source.address)).replace(/\/$/, '').replace(/\.git$/, '')}.git/info/lfs`
}

/** What the history points at and the source still has. */
export async function bring(cx: Cx, dir: GitDir, source: Source, endpoint: string): Promise<Files> {
  const wanted = await pointersIn(cx.git, dir)
  const most = cx.config.max_lfs
  const large = most > 0 ? wanted.find((one) => one.size > most) : undefined
  if (large) throw invalid(`a large file of ${large.size} bytes is more than this site keeps`)
  const brought: { oid: string; size: number }[] = []
  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    const some = wanted.slice(i, i + AT_ONCE)
    const links = await ask(cx, source, endpoint, some)
    for (const one of some) {
      const link = links.get(one.oid)
      if (!link) continue
      await download(cx, one, link)
      brought.push(one)
    }
  }
  return brought
}

interface Link {
  href: string
  header: Record<string, string>
}

async function ask(cx: Cx, { address, credential }: Source, endpoint: string, objects: Files): Promise<Map<string, Link>> {
  const own = credential?.kind === 'plain' && !address.startsWith('/') && new URL(endpoint).origin === new URL(address).origin
  const answer = await fetchOut(`${endpoint}/objects/batch`, {
    policy: cx.outbound.policy, method: 'POST', timeoutMs: 60_000, maxBytes: 8 << 20,
    headers: { accept: MEDIA, 'content-type': MEDIA, ...(own ? { authorization: `Basic ${Buffer.from(`${credential.username}:${credential.secret}`).toString('base64')}` } : {}) },
    body: JSON.stringify({ operation: 'download', transfers: ['basic'], objects, hash_algo: 'sha256' }),
  })
  if (answer.status !== 200) throw invalid(`the source does not give its large files: it answers ${answer.status}`)
  const links = new Map<string, Link>()
  for (const one of records(parsed(answer.body).objects)) {
    const download = records([records([one.actions])[0]?.download])[0]
    if (typeof one.oid !== 'string' || typeof download?.href !== 'string') continue
    const header = Object.entries(records([download.header])[0] ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    links.set(one.oid, { href: download.href, header: Object.fromEntries(header.filter(([name]) => /^(authorization|accept|x-[a-z0-9-]+)$/i.test(name))) })
  }
  return links
}

const records = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [])

function parsed(body: Buffer): Record<string, unknown> {
  try {
    return records([JSON.parse(body.toString('utf8'))])[0] ?? {}
  } catch {
    throw invalid('the source does not answer in JSON')
  }
}

async function download(cx: Cx, { oid, size }: { oid: string; size: number }, { href, header }: Link): Promise<void> {
  const answer = await openOut(href, { policy: cx.outbound.policy, timeoutMs: 1_800_000, maxBytes: size, headers: header })
  if (answer.status !== 200) {
    answer.body.destroy()
    throw invalid(`a large file cannot be read: the source answers ${answer.status}`)
  }
  try {
    await cx.blobs.putContent('lfs', answer.body, { sha256: oid, size })
  } catch (error) {
    if (error instanceof BlobError && error.kind !== 'store') throw invalid('a large file of the source is not what it should be')
    throw error
  }
}
