import type { Repo } from '../../access/index.ts'
import { lfs, log, objects, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime, formatTimeAt, ZERO_TIME } from '../../kernel/times.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import * as signing from '../signing/verify.ts'
import type { At } from '../content/at.ts'
import { bytesOf, sizeOf } from '../content/blobs.ts'
import type { ContentsRecord } from './schema.ts'
import { parseModules } from '../content/submodules.ts'

/** Above this a file's content is left out. */
const MOST = 10 * 1024 * 1024

export interface Include {
  content?: boolean
  lfs?: boolean
  commit?: boolean
  message?: boolean
}

export const escaped = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** One entry with all that may be asked of it. `last` spares the search for the commit that touched it. */
export async function one(cx: Cx, repo: Repo, at: At, entry: tree.PathEntry, include: Include, last?: string): Promise<ContentsRecord> {
  const dir = gitDir(cx, repo)
  const found = await inside(cx, dir, at.commit, entry, include)
  const commit = include.commit || include.message ? (last ?? (await log.lastCommit(cx.git, dir, at.commit, entry.path)) ?? undefined) : undefined
  return record(cx, repo, at, entry, found, commit ? await objects.commit(cx.git, dir, commit) : undefined, include)
}

/** The entries of one folder; which commit touched each is found in one walk. */
export async function many(cx: Cx, repo: Repo, at: At, folder: string, entries: readonly tree.PathEntry[], include: Include): Promise<ContentsRecord[]> {
  const dir = gitDir(cx, repo)
  const last = include.commit || include.message ? (await log.lastCommits(cx.git, dir, at.commit, folder)).commits : new Map<string, string>()
  return Promise.all(entries.map(async (entry) => {
    const commit = last.get(entry.name)
    return record(cx, repo, at, entry, await inside(cx, dir, at.commit, entry, {}), commit ? await objects.commit(cx.git, dir, commit) : undefined, include)
  }))
}

interface Inside {
  size: number
  content: Buffer | null
  target: string | null
  module: string | null
  pointer: lfs.Pointer | null
}

async function inside(cx: Cx, dir: GitDir, commit: string, entry: tree.PathEntry, include: Include): Promise<Inside> {
  const found: Inside = { size: 0, content: null, target: null, module: null, pointer: null }
  if (entry.kind === 'dir') return found
  if (entry.kind === 'submodule') return { ...found, module: (await modulesOf(cx, dir, commit)).get(entry.path) ?? null }
  found.size = (await sizeOf(cx, dir, entry.oid)) ?? 0
  if (entry.kind === 'symlink') return { ...found, target: (await bytesOf(cx, dir, entry.oid, MOST)).toString('utf8') }
  const small = include.lfs && found.size <= lfs.maxPointerBytes
  if (found.size > MOST || (!include.content && !small)) return found
  const data = await bytesOf(cx, dir, entry.oid, MOST)
  return { ...found, content: include.content ? data : null, pointer: include.lfs ? lfs.parsePointer(data) : null }
}

async function modulesOf(cx: Cx, dir: GitDir, commit: string): Promise<Map<string, string>> {
  const entry = await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, commit)).tree, '.gitmodules')
  if (!entry || (entry.kind !== 'file' && entry.kind !== 'executable')) return new Map()
  const size = (await sizeOf(cx, dir, entry.oid)) ?? 0
  return size > 1024 * 1024 ? new Map() : parseModules((await bytesOf(cx, dir, entry.oid, size)).toString('utf8'))
}

const types = { file: 'file', executable: 'file', dir: 'dir', symlink: 'symlink', submodule: 'submodule' } as const

function record(cx: Cx, repo: Repo, at: At, entry: tree.PathEntry, found: Inside, last: objects.Commit | undefined, include: Include): ContentsRecord {
  const path = escaped(entry.path)
  const place = `${at.kind}/${escaped(at.name)}/${path}`
  const self = `${repoView.api(cx, repo)}/contents/${path}?ref=${encodeURIComponent(at.ref)}`
  const isModule = entry.kind === 'submodule'
  const html = isModule ? null : `${repoView.html(cx, repo)}/src/${place}`
  const git = isModule ? null : `${repoView.api(cx, repo)}/git/blobs/${entry.oid}`
  return {
    name: entry.name,
    path: entry.path,
    sha: entry.oid,
    last_commit_sha: include.commit ? last?.oid : undefined,
    last_committer_date: include.commit && last ? formatTimeAt(last.committer.date, last.committer.offset) : undefined,
    last_author_date: include.commit && last ? formatTimeAt(last.author.date, last.author.offset) : undefined,
    last_commit_message: include.message ? last?.message : undefined,
    type: types[entry.kind],
    mode: entry.mode.replace(/^0/, ''),
    size: found.size,
    encoding: found.content ? 'base64' : null,
    content: found.content?.toString('base64') ?? null,
    target: found.target,
    url: self,
    html_url: html,
    git_url: git,
    download_url: isModule || entry.kind === 'dir' ? null : `${repoView.html(cx, repo)}/raw/${place}`,
    submodule_git_url: found.module,
    _links: { self, git, html },
    lfs_oid: found.pointer?.oid,
    lfs_size: found.pointer?.size,
  }
}

/** The commit a change of files made, and its signature. */
export async function made(cx: Cx, repo: Repo, oid: string) {
  const commit = await objects.commit(cx.git, gitDir(cx, repo), oid)
  const address = repoView.api(cx, repo)
  const person = ({ name, email, date }: objects.Person) => ({ name, email, date: formatTime(date) })
  return {
    commit: {
      url: `${address}/git/commits/${oid}`,
      sha: oid,
      created: ZERO_TIME,
      html_url: `${repoView.html(cx, repo)}/commit/${oid}`,
      author: person(commit.author),
      committer: person(commit.committer),
      parents: commit.parents.map((sha) => ({ url: `${address}/git/commits/${sha}`, sha, created: ZERO_TIME })),
      message: commit.message,
      tree: { url: `${address}/git/trees/${commit.tree}`, sha: commit.tree, created: ZERO_TIME },
    },
    verification: await signing.verify(cx, commit),
  }
}
