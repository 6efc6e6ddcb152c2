// Git's own objects as records.
import type { Repo } from '../../access/index.ts'
import { INTERNAL_REFS, lfs, objects, refs, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { answer } from '../../kernel/route.ts'
import { formatTime } from '../../kernel/times.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import * as signing from '../signing/verify.ts'
import { isWhole } from './ids.ts'

const address = (cx: Cx, repo: Repo, kind: string, id: string) => `${repoView.api(cx, repo)}/git/${kind}/${id}`

const MOST_ENTRIES = 1000
const types = { file: 'blob', executable: 'blob', symlink: 'blob', dir: 'tree', submodule: 'commit' } as const

interface TreeQuery {
  recursive?: boolean
  page?: number
  per_page?: number
}

/** A folder, or all below it. */
export async function treeOf(cx: Cx, repo: Repo, sha: string, query: TreeQuery) {
  const dir = gitDir(cx, repo)
  const found = await objects.resolve(cx.git, dir, sha, { want: 'tree', relative: true, refs: await refs.list(cx.git, dir, repo.refs_version) })
  if (!found) throw bad(`sha not found [${sha}]`)
  const record = await treeRecord(cx, repo, found.oid, query)
  return answer(200, record, { 'x-total-count': String(record.total_count), 'access-control-expose-headers': 'X-Total-Count' })
}

export async function treeRecord(cx: Cx, repo: Repo, oid: string, query: TreeQuery) {
  const page = Math.max(1, query.page ?? 1)
  const limit = (query.per_page ?? 0) > 0 ? Math.min(query.per_page!, MOST_ENTRIES) : MOST_ENTRIES
  const { entries, total, truncated } = await tree.list(cx.git, gitDir(cx, repo), oid, { recursive: query.recursive, skip: (page - 1) * limit, limit })
  const kinds = { blob: 'blobs', tree: 'trees' } as const
  return {
    sha: oid,
    url: address(cx, repo, 'trees', oid),
    tree: entries.length === 0 ? null : entries.map((one) => {
      const type = types[one.kind]
      return { path: one.path, mode: one.mode, type, size: one.size ?? 0, sha: one.oid, url: type === 'commit' ? '' : address(cx, repo, kinds[type], one.oid) }
    }),
    truncated,
    page,
    total_count: total,
  }
}

const MOST_BYTES = 10 * 1024 * 1024

/** The wire shows objects of every kind here. */
export async function blobOf(cx: Cx, repo: Repo, sha: string) {
  const dir = gitDir(cx, repo)
  const info = isWhole(repo, sha) ? await objects.info(cx.git, dir, sha) : null
  if (!info) throw bad(`sha not found [${sha}]`)
  const data = info.size > MOST_BYTES ? null : await objects.content(cx.git, dir, sha, { max: MOST_BYTES })
  const pointer = data && lfs.parsePointer(data)
  return {
    content: data?.toString('base64') ?? null, encoding: data ? 'base64' : null, url: address(cx, repo, 'blobs', sha), sha, size: info.size,
    lfs_oid: pointer?.oid, lfs_size: pointer?.size,
  }
}

/** Refs whose name begins so, without those that are the server's own. */
export async function matching(cx: Cx, repo: Repo, prefix: string) {
  const all = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const found = [...all.heads.values(), ...all.tags.values(), ...all.others.values()]
    .filter(({ name }) => name.startsWith(`refs/${prefix}`) && !name.startsWith(`${INTERNAL_REFS}/`) && !name.startsWith('refs/replace/'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return found.map(({ name, oid, type }) => reference(cx, repo, name, oid, type))
}

/** The same, 404 where there is none. */
export async function refsOf(cx: Cx, repo: Repo, prefix: string) {
  const found = await matching(cx, repo, prefix)
  if (found.length === 0) throw notFound()
  return found
}

const folders = { commit: 'commits', tag: 'tags', tree: 'trees', blob: 'blobs' }

const reference = (cx: Cx, repo: Repo, name: string, oid: string, type: objects.ObjectType) => ({
  ref: name, url: `${repoView.api(cx, repo)}/git/${name.split('/').map(encodeURIComponent).join('/')}`, object: { type, sha: oid, url: address(cx, repo, folders[type], oid) },
})

/** The ref of exactly this full name, as it is now. */
export async function refOf(cx: Cx, repo: Repo, name: string) {
  const dir = gitDir(cx, repo)
  const shown = !name.startsWith(`${INTERNAL_REFS}/`) && !name.startsWith('refs/replace/')
  const oid = shown ? await refs.read(dir, name) : null
  const info = oid === null ? null : await objects.info(cx.git, dir, oid)
  if (!info) throw notFound()
  return reference(cx, repo, name, info.oid, info.type)
}

export const blobLink = (cx: Cx, repo: Repo, sha: string) => ({ sha, url: address(cx, repo, 'blobs', sha) })

export async function tagOf(cx: Cx, repo: Repo, sha: string) {
  const dir = gitDir(cx, repo)
  const info = isWhole(repo, sha) ? await objects.info(cx.git, dir, sha) : null
  if (info?.type !== 'tag') throw bad(`sha not found [${sha}]`)
  const tag = await objects.tag(cx.git, dir, sha)
  const tagger = tag.tagger ?? { name: '', email: '', date: 0, offset: 0 }
  return {
    tag: tag.name,
    sha,
    url: address(cx, repo, 'tags', sha),
    message: tag.message,
    tagger: { name: tagger.name, email: tagger.email, date: formatTime(tagger.date) },
    object: { type: tag.type, url: address(cx, repo, tag.type === 'commit' ? 'commits' : `${tag.type}s`, tag.object), sha: tag.object },
    verification: await signing.verify(cx, { signature: tag.signature, committer: tagger }),
  }
}
