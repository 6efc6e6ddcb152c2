import type { Repo } from '../access/index.ts'
import { log, objects, type GitDir } from '../git/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { formatTime } from '../kernel/times.ts'
import { repoView } from '../repos/index.ts'
import { isPage, named } from './names.ts'
import { files, pageAt, type Found, type Wiki } from './places.ts'
import type { WikiCommitRecord, WikiMetaRecord, WikiPageRecord } from './schema.ts'

/** Revisions on a page of a list. */
export const REVISIONS = 50

export const addressOf = (cx: Cx, repo: Repo, subUrl: string): string => `${repoView.html(cx, repo)}/wiki/${subUrl}`

const person = ({ name, email, date }: objects.Person) => ({ name, email, date: formatTime(date) })

const commit = ({ oid, author, committer, message }: objects.Commit): WikiCommitRecord => ({ sha: oid, author: person(author), commiter: person(committer), message })

async function commits(cx: Cx, dir: GitDir, oids: string[]): Promise<WikiCommitRecord[]> {
  return (await objects.commits(cx.git, dir, oids)).map(commit)
}

/** The page, what stands beside and below every page, and how often it was changed. */
export async function one(cx: Cx, repo: Repo, wiki: Wiki, page: Found): Promise<WikiPageRecord> {
  const content = async (found: Found | undefined) => (found ? (await objects.blob(cx.git, wiki.dir, found.oid, { max: 10 * 1024 * 1024 })).toString('base64') : '')
  const aside = async (name: string) => content(await pageAt(cx, wiki, name))
  const [text, sidebar, footer, last, count] = await Promise.all([
    content(page), aside('_Sidebar'), aside('_Footer'), log.lastCommit(cx.git, wiki.dir, wiki.tip, page.path), log.count(cx.git, wiki.dir, { from: wiki.tip, path: page.path }),
  ])
  return {
    title: page.title, html_url: addressOf(cx, repo, page.sub_url), sub_url: page.sub_url, last_commit: last ? (await commits(cx, wiki.dir, [last]))[0] : null,
    content_base64: text, commit_count: count, sidebar, footer,
  }
}

/** One slice of the wiki's files; those that are no pages take a place without being shown. */
export async function many(cx: Cx, repo: Repo, wiki: Wiki, at: { offset: number; limit: number }): Promise<{ records: WikiMetaRecord[]; total: number }> {
  const all = await files(cx, wiki)
  const shown = all.slice(at.offset, at.offset + at.limit).filter((one) => one.kind === 'file' && isPage(one.name))
  const last = shown.length > 0 ? (await log.lastCommits(cx.git, wiki.dir, wiki.tip)).commits : new Map<string, string>()
  const known = new Map((await commits(cx, wiki.dir, [...new Set(shown.flatMap((one) => last.get(one.name) ?? []))])).map((one) => [one.sha, one]))
  const records = shown.map((one) => {
    const { title, sub_url } = named(one.name)
    return { title, html_url: addressOf(cx, repo, sub_url), sub_url, last_commit: known.get(last.get(one.name) ?? '') ?? null }
  })
  return { records, total: all.length }
}

export async function revisions(cx: Cx, wiki: Wiki, page: Found, number: number): Promise<{ commits: WikiCommitRecord[]; count: number }> {
  const walk = { from: wiki.tip, path: page.path }
  const [oids, count] = await Promise.all([log.list(cx.git, wiki.dir, { ...walk, skip: (number - 1) * REVISIONS, limit: REVISIONS }), log.count(cx.git, wiki.dir, walk)])
  return { commits: await commits(cx, wiki.dir, oids), count }
}
