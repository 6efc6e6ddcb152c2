import { CommitUser } from '../code/index.ts'
import { Int, Nullable, record, Str, Type, Uri, type Static } from '../kernel/schema.ts'

/** `commiter` is spelt so on the wire. */
export const WikiCommit = record('WikiCommit', {
  sha: Str,
  author: Nullable(CommitUser),
  commiter: Nullable(CommitUser),
  message: Str,
})
export type WikiCommitRecord = Static<typeof WikiCommit>

const head = { title: Str, html_url: Uri, sub_url: Str, last_commit: Nullable(WikiCommit) }

export const WikiPageMetaData = record('WikiPageMetaData', head)
export type WikiMetaRecord = Static<typeof WikiPageMetaData>

export const WikiPage = record('WikiPage', {
  ...head,
  content_base64: Str,
  commit_count: Int,
  sidebar: Str,
  footer: Str,
})
export type WikiPageRecord = Static<typeof WikiPage>

export const WikiCommitList = record('WikiCommitList', { commits: Nullable(Type.Array(WikiCommit)), count: Int })
