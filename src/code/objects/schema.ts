import { Bool, Bytes, input, Int, Nullable, Optional, record, Str, Strings, Text, TextOrNull, Time, Type, Word, type Static } from '../../kernel/schema.ts'
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

// what programs write, in the form of GitHub's clients

export const NewGitBlob = record('NewGitBlob', { sha: Str, url: Str })

export const CreateGitBlobOption = input('CreateGitBlobOption', { content: Optional(Bytes), encoding: Optional(Text({ enum: ['utf-8', 'base64'] })) })

export const GitTreeEntryOption = input('GitTreeEntryOption', {
  path: Text(),
  mode: Optional(Word('100644', '100755', '120000', '040000', '160000')),
  type: Optional(Word('blob', 'tree', 'commit')),
  sha: Optional(TextOrNull),
  content: Optional(Bytes),
})
export type TreeEntry = Static<typeof GitTreeEntryOption>
export const CreateGitTreeOption = input('CreateGitTreeOption', { base_tree: Optional(Str), tree: Type.Array(GitTreeEntryOption) })

const Signature = input('GitSignatureOption', { name: Optional(Str), email: Optional(Str), date: Optional(Time) })
export type SignatureInput = Static<typeof Signature>
export const CreateGitCommitOption = input('CreateGitCommitOption', { message: Text(), tree: Text(), parents: Optional(Strings), author: Optional(Signature), committer: Optional(Signature) })
export const CreateGitTagOption = input('CreateGitTagOption', { tag: Text(), message: Text(), object: Text(), type: Word('commit', 'tree', 'blob', 'tag'), tagger: Optional(Signature) })
export const CreateGitRefOption = input('CreateGitRefOption', { ref: Text(), sha: Text() })
export const UpdateGitRefOption = input('UpdateGitRefOption', { sha: Text(), force: Optional(Bool) })
