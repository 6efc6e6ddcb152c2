import { Bool, Int, Nullable, Optional, record, Str, Time, Type, Uri, Word, type Static } from '../../kernel/schema.ts'
import { User } from '../../users/index.ts'

export const PayloadUser = record('PayloadUser', { name: Str, email: Str, username: Str })

export const PayloadCommitVerification = record('PayloadCommitVerification', {
  verified: Bool,
  reason: Str,
  signature: Str,
  signer: Nullable(PayloadUser),
  payload: Str,
})
export type Verification = Static<typeof PayloadCommitVerification>

export const CommitUser = record('CommitUser', { name: Str, email: Str, date: Str })
export const CommitMeta = record('CommitMeta', { url: Uri, sha: Str, created: Time })
export const CommitAffectedFiles = record('CommitAffectedFiles', { filename: Str, status: Word('added', 'modified', 'deleted') })
export const CommitStats = record('CommitStats', { total: Int, additions: Int, deletions: Int })

export const RepoCommit = record('RepoCommit', {
  url: Uri,
  author: Nullable(CommitUser),
  committer: Nullable(CommitUser),
  message: Str,
  tree: Nullable(CommitMeta),
  verification: Nullable(PayloadCommitVerification),
})

export const Commit = record('Commit', {
  url: Uri,
  sha: Str,
  created: Time,
  html_url: Uri,
  commit: Nullable(RepoCommit),
  author: Nullable(User),
  committer: Nullable(User),
  parents: Nullable(Type.Array(CommitMeta)),
  files: Nullable(Type.Array(CommitAffectedFiles)),
  stats: Nullable(CommitStats),
})
export type CommitRecord = Static<typeof Commit>

const GitLink = record('GitLink', { sha: Str, url: Str })
/** A commit with the members of GitHub's record that do not contradict ours, for those who ask so. */
export const GitCommit = record('GitCommit', { ...Commit.properties, message: Optional(Str), tree: Optional(GitLink), verification: Optional(Nullable(PayloadCommitVerification)) })

export const Note = record('Note', { message: Str, commit: Nullable(Commit) })

/** A commit as branches and payloads show it. */
export const PayloadCommit = record('PayloadCommit', {
  id: Str,
  message: Str,
  url: Uri,
  author: Nullable(PayloadUser),
  committer: Nullable(PayloadUser),
  verification: Nullable(PayloadCommitVerification),
  timestamp: Time,
  added: Nullable(Type.Array(Str)),
  removed: Nullable(Type.Array(Str)),
  modified: Nullable(Type.Array(Str)),
})
export type PayloadCommitRecord = Static<typeof PayloadCommit>
