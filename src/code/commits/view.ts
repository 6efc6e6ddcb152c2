import type { Account, Repo } from '../../access/index.ts'
import { diff, objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { remake } from '../../kernel/remake.ts'
import { formatTimeAt, ZERO_TIME } from '../../kernel/times.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import { userView } from '../../users/index.ts'
import * as signing from '../signing/verify.ts'
import type { CommitRecord, PayloadCommitRecord, Verification } from './schema.ts'
import * as store from './store.ts'

type GitCommit = objects.Commit

export interface Show {
  stat?: boolean
  files?: boolean
  verification?: boolean
}

export const html = (cx: Cx, repo: Repo, oid: string) => `${repoView.html(cx, repo)}/commit/${oid}`
const api = (cx: Cx, repo: Repo, oid: string) => `${repoView.api(cx, repo)}/git/commits/${oid}`
const tree = (cx: Cx, repo: Repo, oid: string) => `${repoView.api(cx, repo)}/git/trees/${oid}`
const when = (person: objects.Person) => formatTimeAt(person.date, person.offset)
export const person = (one: objects.Person) => ({ name: one.name, email: one.email, date: when(one) })

/** Whole records of commits; everything but the accounts and signatures comes from what is kept for ever. */
export async function many(cx: Cx, repo: Repo, oids: readonly string[], show: Show = {}): Promise<CommitRecord[]> {
  const dir = gitDir(cx, repo)
  const commits = await objects.commits(cx.git, dir, [...oids])
  const accounts = await store.accountsByEmail(cx.db, commits.flatMap((one) => [one.author.email, one.committer.email]))
  const changes = show.stat === false && show.files === false ? [] : await Promise.all(oids.map((oid) => diff.ofCommit(cx.git, dir, oid)))
  const signed = show.verification === false ? [] : await signing.verifyAll(cx, commits)
  return commits.map((commit, i) => record(cx, repo, commit, accounts, changes[i], signed[i] ?? null, show))
}

export const one = async (cx: Cx, repo: Repo, oid: string, show: Show = {}) => (await many(cx, repo, [oid], show))[0]

/** The same with what GitHub's clients look for besides. */
export async function asGit(cx: Cx, repo: Repo, oid: string, show: Show = {}) {
  const [record, { tree, message }] = await Promise.all([one(cx, repo, oid, show), objects.commit(cx.git, gitDir(cx, repo), oid)])
  return { ...record, message, tree: { sha: tree, url: `${repoView.api(cx, repo)}/git/trees/${tree}` }, verification: record.commit!.verification }
}

const kept = remake<CommitRecord>(300)
/** characters of a message; files are counted as a hundred each */
const KEPT = 20_000

function record(cx: Cx, repo: Repo, commit: GitCommit, accounts: Map<string, Account>, changes: diff.Changes | undefined, verification: Verification | null, show: Show): CommitRecord {
  const { oid } = commit
  const account = (email: string) => {
    const found = accounts.get(email.toLowerCase())
    return found ? userView.one(cx, found, null) : null
  }
  const [author, committer] = [account(commit.author.email), account(commit.committer.email)]
  const make = (): CommitRecord => ({
    url: api(cx, repo, oid),
    sha: oid,
    created: when(commit.committer),
    html_url: html(cx, repo, oid),
    commit: {
      url: api(cx, repo, oid),
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
      // the wire names the commit here, not its tree
      tree: { url: tree(cx, repo, oid), sha: oid, created: when(commit.committer) },
      verification,
    },
    author,
    committer,
    parents: commit.parents.map((sha) => ({ url: api(cx, repo, sha), sha, created: ZERO_TIME })),
    files: show.files === false ? null : affected(changes!.files),
    stats: show.stat === false ? null : { total: changes!.additions + changes!.deletions, additions: changes!.additions, deletions: changes!.deletions },
  })
  if (commit.message.length > KEPT || (changes?.files.length ?? 0) > KEPT / 100) return make()
  // all else follows from the id
  return kept(`${repo.id} ${oid} ${show.stat} ${show.files}`, [html(cx, repo, oid), author, committer, verification], make)
}

/** A rename is told as the old name deleted and the new one added. */
const affected = (changes: diff.FileChange[]) =>
  changes.flatMap((one) => {
    if (one.status === 'renamed') return [{ filename: one.oldPath!, status: 'deleted' as const }, { filename: one.path, status: 'added' as const }]
    return [{ filename: one.path, status: one.status === 'added' || one.status === 'copied' ? ('added' as const) : one.status === 'deleted' ? ('deleted' as const) : ('modified' as const) }]
  })

/** Commits as branches and webhook payloads show them; `changed` adds the lists of paths. */
export async function payloads(cx: Cx, repo: Repo, oids: readonly string[], changed = false): Promise<PayloadCommitRecord[]> {
  const dir = gitDir(cx, repo)
  const commits = await objects.commits(cx.git, dir, [...oids])
  const accounts = await store.accountsByEmail(cx.db, commits.flatMap((one) => [one.author.email, one.committer.email]))
  const changes = changed ? await Promise.all(oids.map((oid) => diff.ofCommit(cx.git, dir, oid))) : []
  const user = (one: objects.Person) => ({ name: one.name, email: one.email, username: accounts.get(one.email.toLowerCase())?.name ?? '' })
  const signed = await signing.verifyAll(cx, commits)
  return commits.map((commit, i) => {
    const files = changed ? affected(changes[i].files) : undefined
    const named = (status: string) => files?.filter((one) => one.status === status).map((one) => one.filename) ?? null
    return {
      id: commit.oid,
      message: commit.message,
      url: html(cx, repo, commit.oid),
      author: user(commit.author),
      committer: user(commit.committer),
      verification: signed[i],
      timestamp: when(commit.author),
      added: named('added'),
      removed: named('deleted'),
      modified: named('modified'),
    }
  })
}
