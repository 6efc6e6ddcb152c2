// What was gathered elsewhere becomes rows, all in one transaction with the repository itself.
import type { Repo } from '../../access/index.ts'
import { objects, refs, type Advertised, type GitDir } from '../../git/index.ts'
import { attachmentStore, bringIn, type ImportedIssue } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bringInPull, headRef, inspectImported, type ImportedPull } from '../../pulls/index.ts'
import { releaseStore } from '../../releases/index.ts'
import { gitDir, repoStore } from '../../repos/index.ts'
import type { Gathered, GatheredPull, GatheredRelease } from '../gitea/read.ts'
import * as assets from './assets.ts'

type Found = Awaited<ReturnType<typeof inspectImported>>

export interface Ready {
  all: Gathered
  pulls: { number: number; pull: ImportedPull; found: Found }[]
  releases: { release: GatheredRelease; sha: string; created_at: number; files: assets.Brought[] }[]
}

/** Heads of pull requests that the source still has, by the names they get here. */
export const headsOf = (there: Advertised, pulls: readonly GatheredPull[]): Map<string, string> =>
  new Map(pulls.flatMap((one): [string, string][] => {
    const oid = there.refs.get(headRef(one.number))
    return oid ? [[headRef(one.number), oid]] : []
  }))

/** Everything that reads git or the network, so that the transaction only writes. */
export async function prepare(cx: Cx, repo: Repo, all: Gathered): Promise<Ready> {
  const issues = new Map(all.issues.map((one) => [one.number, one]))
  const pulls: Ready['pulls'] = []
  for (const one of all.pulls) pulls.push(await preparePull(cx, repo, one, issues.get(one.number)!))
  const placed: Omit<Ready['releases'][number], 'files'>[] = []
  for (const release of all.releases) {
    const at = await anchor(cx, gitDir(cx, repo), release)
    if (at) placed.push({ release, ...at })
  }
  const files = await assets.bring(cx, repo.storage, placed.map((one) => one.release))
  return { all, pulls, releases: placed.map((one) => ({ ...one, files: files.get(one.release) ?? [] })) }
}

const branch = (name: string) => (refs.validRefName(`refs/heads/${name}`) ? name : 'unknown')

/** A head that is nowhere to be had cannot be merged any more, so its pull request does not stay open. */
async function preparePull(cx: Cx, repo: Repo, one: GatheredPull, issue: ImportedIssue): Promise<Ready['pulls'][number]> {
  const dir = gitDir(cx, repo)
  const ref = headRef(one.number)
  const kept = await refs.read(dir, ref)
  const there = kept ?? ((await isCommit(cx, dir, one.head_sha)) ? one.head_sha : null)
  if (kept === null && there !== null) await refs.update(cx.git, dir, [{ ref, old: null, new: there }])
  if (there === null && !issue.is_closed) Object.assign(issue, { is_closed: true, closed_at: issue.updated_at })
  const { number, ...rest } = one
  const pull = { ...rest, title: issue.title, base_branch: branch(one.base_branch), head_branch: branch(one.head_branch), head_sha: there ?? one.head_sha, open: !issue.is_closed && !one.is_merged }
  return { number, pull, found: await inspectImported(cx, repo, pull) }
}

const isCommit = async (cx: Cx, dir: GitDir, oid: string) =>
  oid.length === (dir.format === 'sha1' ? 40 : 64) && (await objects.info(cx.git, dir, oid))?.type === 'commit'

/** A release stands at its tag; one whose tag is not there is none, unless it is still a draft. */
async function anchor(cx: Cx, dir: GitDir, { tag_name, is_draft, created_at }: GatheredRelease): Promise<{ sha: string; created_at: number } | undefined> {
  if (!refs.validRefName(`refs/tags/${tag_name}`)) return undefined
  const tip = await refs.read(dir, `refs/tags/${tag_name}`)
  const at = tip && (await objects.resolve(cx.git, dir, tip, { want: 'commit', prefer: ['sha'] }))
  if (at && !is_draft) return { sha: at.oid, created_at: (await objects.commit(cx.git, dir, at.oid)).committer.date }
  return is_draft ? { sha: '', created_at } : undefined
}

export async function write(cx: Cx, tx: Db, repo: Repo, { all, pulls, releases }: Ready): Promise<void> {
  const { ids, counted } = await bringIn(tx, repo.id, cx.now(), all)
  for (const one of pulls) await bringInPull(tx, repo.id, ids.get(one.number)!, one.pull, one.found)
  const tags = new Set<string>()
  for (const one of releases) {
    const lower = one.release.tag_name.toLowerCase()
    if (!tags.has(lower)) await writeRelease(cx, tx, repo, one)
    tags.add(lower)
  }
  const published = new Set(releases.filter((one) => !one.release.is_draft).map((one) => one.release.tag_name.toLowerCase())).size
  await repoStore.update(tx, repo.id, { ...counted, num_releases: published })
}

async function writeRelease(cx: Cx, tx: Db, repo: Repo, { release, sha, created_at, files }: Ready['releases'][number]): Promise<void> {
  const row = await releaseStore.insert(tx, {
    repo_id: repo.id, author_id: null, tag_name: release.tag_name, lower_tag: release.tag_name.toLowerCase(), target: release.target, sha, title: release.title, note: release.note,
    is_draft: release.is_draft, is_prerelease: release.is_prerelease, original_author: release.author, original_author_id: release.author_id, created_at,
    published_at: release.is_draft ? null : release.published_at,
  })
  for (const file of files) {
    await attachmentStore.insert(tx, { ...file, repo_id: repo.id, issue_id: null, comment_id: null, release_id: row.id, uploader_id: null, download_count: 0, created_at: cx.now() })
  }
}
