import { Bool, Bytes, input, Int, Nullable, Optional, record, Str, Strings, Text, Time, Type, type Static, Uri } from '../../kernel/schema.ts'
import { CommitMeta, CommitUser, PayloadCommitVerification } from '../commits/schema.ts'

export const FileLinksResponse = record('FileLinksResponse', { self: Nullable(Uri), git: Nullable(Uri), html: Nullable(Uri) })

export const ContentsResponse = record('ContentsResponse', {
  name: Str,
  path: Str,
  sha: Str,
  last_commit_sha: Optional(Str),
  last_committer_date: Optional(Time),
  last_author_date: Optional(Time),
  last_commit_message: Optional(Str),
  type: Str,
  mode: Str,
  size: Int,
  encoding: Nullable(Str),
  content: Nullable(Str),
  target: Nullable(Str),
  url: Nullable(Uri),
  html_url: Nullable(Uri),
  git_url: Nullable(Uri),
  download_url: Nullable(Uri),
  submodule_git_url: Nullable(Str),
  _links: Nullable(FileLinksResponse),
  lfs_oid: Optional(Str),
  lfs_size: Optional(Int),
})
export type ContentsRecord = Static<typeof ContentsResponse>

export const ContentsExtResponse = record('ContentsExtResponse', { file_contents: Optional(ContentsResponse), dir_contents: Optional(Type.Array(ContentsResponse)) })

export const FileCommitResponse = record('FileCommitResponse', {
  url: Uri,
  sha: Str,
  created: Time,
  html_url: Uri,
  author: Nullable(CommitUser),
  committer: Nullable(CommitUser),
  parents: Nullable(Type.Array(CommitMeta)),
  message: Str,
  tree: Nullable(CommitMeta),
})

const made = { commit: Nullable(FileCommitResponse), verification: Nullable(PayloadCommitVerification) }
export const FileResponse = record('FileResponse', { content: Nullable(ContentsResponse), ...made })
export const FilesResponse = record('FilesResponse', { files: Nullable(Type.Array(Nullable(ContentsResponse))), ...made })
export const FileDeleteResponse = record('FileDeleteResponse', { content: Type.Null(), ...made })

const Identity = input('Identity', { name: Optional(Str), email: Optional(Str) })
const CommitDateOptions = input('CommitDateOptions', { author: Optional(Time), committer: Optional(Time) })
const branch = Optional(Text({ maxLength: 100, format: 'newRefName' }))

/** What every change of files may say. */
const around = {
  message: Optional(Str),
  branch,
  new_branch: branch,
  force_push: Optional(Bool),
  author: Optional(Identity),
  committer: Optional(Identity),
  dates: Optional(CommitDateOptions),
  signoff: Optional(Bool),
}
const Around = Type.Object(around)
export type Around = Static<typeof Around>

export const CreateFileOptions = input('CreateFileOptions', { ...around, content: Optional(Bytes) })
export const UpdateFileOptions = input('UpdateFileOptions', { ...around, sha: Optional(Text({ go: 'SHA' })), content: Optional(Bytes), from_path: Optional(Text({ maxLength: 500 })) })
export const ApplyDiffPatchFileOptions = input('ApplyDiffPatchFileOptions', { ...around, content: Optional(Bytes) })
export const DeleteFileOptions = input('DeleteFileOptions', { ...around, sha: Text({ go: 'SHA' }) })
export const ChangeFileOperation = input('ChangeFileOperation', {
  operation: Text({ enum: ['create', 'update', 'upload', 'rename', 'delete'] }),
  path: Text({ maxLength: 500 }),
  content: Optional(Bytes),
  sha: Optional(Text({ go: 'SHA' })),
  from_path: Optional(Text({ maxLength: 500 })),
})
export const ChangeFilesOptions = input('ChangeFilesOptions', { ...around, files: Optional(Type.Array(ChangeFileOperation)) })
export const GetFilesOptions = input('GetFilesOptions', { files: Strings })
