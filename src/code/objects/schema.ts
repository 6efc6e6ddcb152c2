import { Bool, Int, Nullable, Optional, record, Str, Type } from '../../kernel/schema.ts'
import { CommitUser, PayloadCommitVerification } from '../commits/schema.ts'

export const GitEntry = record('GitEntry', { path: Str, mode: Str, type: Str, size: Int, sha: Str, url: Str })
export const GitTreeResponse = record('GitTreeResponse', { sha: Str, url: Str, tree: Nullable(Type.Array(GitEntry)), truncated: Bool, page: Int, total_count: Int })

export const GitBlobResponse = record('GitBlobResponse', {
  content: Nullable(Str), encoding: Nullable(Str), url: Str, sha: Str, size: Int, lfs_oid: Optional(Str), lfs_size: Optional(Int),
})

export const GitObject = record('GitObject', { type: Str, sha: Str, url: Str })
export const Reference = record('Reference', { ref: Str, url: Str, object: Nullable(GitObject) })

export const AnnotatedTagObject = record('AnnotatedTagObject', { type: Str, url: Str, sha: Str })
export const AnnotatedTag = record('AnnotatedTag', {
  tag: Str, sha: Str, url: Str, message: Str, tagger: Nullable(CommitUser), object: Nullable(AnnotatedTagObject), verification: Nullable(PayloadCommitVerification),
})
