// What a pull request brings: commits, files, text. From where it left the base to its own head, whatever became of the branches.
import type { Readable } from 'node:stream'
import type { Actor } from '../../access/index.ts'
import { commitView, type CommitRecord } from '../../code/index.ts'
import { diff, log, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { linkHeader, slice, type PageQuery, type Slice } from '../../kernel/paging.ts'
import type { Rq } from '../../kernel/route.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import type { PullAt } from '../ground/at.ts'
import { branchRef } from '../ground/refs.ts'
import type { ChangedFileRecord } from '../pulls/schema.ts'

export async function text(cx: Cx, { repo, pull }: PullAt, kind: string, binary: boolean): Promise<Readable> {
  const dir = gitDir(cx, repo)
  return kind === 'diff' ? diff.patch(cx.git, dir, pull.merge_base, pull.head_sha, { binary }) : diff.formatPatch(cx.git, dir, pull.merge_base, pull.head_sha)
}

export interface Listed<T> {
  items: T[]
  headers: Record<string, string>
}

function headers(cx: Cx, rq: Rq, total: number, at: Slice): Record<string, string> {
  const pages = Math.ceil(total / at.limit)
  const link = linkHeader(cx.root + rq.url.split('?')[0], rq.query, total, at)
  return {
    ...(link ? { link } : {}),
    'x-total-count': String(total), 'x-page': String(at.page), 'x-perpage': String(at.limit), 'x-pagecount': String(pages), 'x-hasmore': String(at.page < pages),
    'access-control-expose-headers': 'Link, X-Total-Count, X-Page, X-PerPage, X-PageCount, X-HasMore',
  }
}

/** Newest first. */
export async function commits(cx: Cx, { repo, pull }: PullAt & { actor: Actor }, query: PageQuery & { verification?: boolean; files?: boolean }, rq: Rq): Promise<Listed<CommitRecord>> {
  const dir = gitDir(cx, repo)
  if (!pull.is_merged && (await refs.read(dir, branchRef(pull.base_branch))) === null) throw notFound()
  const at = slice(cx, query)
  const walk = { from: pull.head_sha, not: [pull.merge_base] }
  const total = await log.count(cx.git, dir, walk)
  const oids = await log.list(cx.git, dir, { ...walk, skip: at.offset, limit: at.limit })
  return { items: await commitView.many(cx, repo, oids, { verification: query.verification, files: query.files }), headers: headers(cx, rq, total, at) }
}

const whitespaces = { 'ignore-all': 'all', 'ignore-change': 'change', 'ignore-eol': 'eol' } as const
const words = { added: 'added', deleted: 'deleted', renamed: 'renamed', copied: 'copied', modified: 'changed', typechanged: 'changed' } as const

/** By path. */
export async function files(cx: Cx, { repo, pull }: PullAt, query: PageQuery & { 'skip-to'?: string; whitespace?: string }, rq: Rq): Promise<Listed<ChangedFileRecord>> {
  const dir = gitDir(cx, repo)
  const all = [...(await diff.changes(cx.git, dir, pull.merge_base, pull.head_sha)).files].sort((a, b) => (a.path < b.path ? -1 : 1))
  const from = query['skip-to'] ? all.findIndex((one) => one.path === query['skip-to']) : 0
  const left = from > 0 ? all.slice(from) : all
  const at = slice(cx, query)
  const shown = left.slice(at.offset, at.offset + at.limit)
  const ignored = whitespaces[query.whitespace as keyof typeof whitespaces]
  const counted = ignored ? await Promise.all(shown.map((one) => recount(cx, dir, pull, one, ignored))) : shown
  const page = repoView.html(cx, repo)
  const items = counted.map((one): ChangedFileRecord => {
    const path = one.path.split('/').map(encodeURIComponent).join('/')
    const changes = one.additions + one.deletions
    return {
      filename: one.path,
      previous_filename: one.status === 'renamed' ? one.oldPath : undefined,
      status: one.status === 'modified' && changes === 0 ? 'unchanged' : words[one.status],
      additions: one.additions,
      deletions: one.deletions,
      changes,
      html_url: `${page}/src/commit/${pull.head_sha}/${path}`,
      contents_url: `${repoView.api(cx, repo)}/contents/${path}?ref=${pull.head_sha}`,
      raw_url: `${page}/raw/commit/${pull.head_sha}/${path}`,
    }
  })
  return { items, headers: headers(cx, rq, left.length, at) }
}

/** The counts when some blanks do not matter. */
async function recount(cx: Cx, dir: ReturnType<typeof gitDir>, pull: PullAt['pull'], file: diff.FileChange, whitespace: 'all' | 'change' | 'eol'): Promise<diff.FileChange> {
  const found = await diff.fileHunks(cx.git, dir, pull.merge_base, pull.head_sha, file, { whitespace, context: 0 })
  const lines = found?.hunks.flatMap((hunk) => hunk.lines) ?? []
  return { ...file, additions: lines.filter((one) => one.kind === 'added').length, deletions: lines.filter((one) => one.kind === 'removed').length }
}
