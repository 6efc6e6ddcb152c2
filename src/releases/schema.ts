import { Attachment } from '../issues/index.ts'
import { Bool, Id, input, Nullable, Optional, record, Str, Time, Type, Uri, type Static } from '../kernel/schema.ts'
import { User } from '../users/index.ts'

export const Release = record('Release', {
  id: Id,
  tag_name: Str,
  target_commitish: Str,
  name: Str,
  body: Str,
  url: Uri,
  html_url: Uri,
  tarball_url: Uri,
  zipball_url: Uri,
  upload_url: Uri,
  draft: Bool,
  prerelease: Bool,
  created_at: Time,
  published_at: Nullable(Time),
  author: Nullable(User),
  assets: Nullable(Type.Array(Attachment)),
})
export type ReleaseRecord = Static<typeof Release>

export const CreateReleaseOption = input('CreateReleaseOption', {
  tag_name: Str,
  tag_message: Optional(Str),
  target_commitish: Optional(Str),
  name: Optional(Str),
  body: Optional(Str),
  draft: Optional(Bool),
  prerelease: Optional(Bool),
})

export const EditReleaseOption = input('EditReleaseOption', {
  tag_name: Optional(Str),
  target_commitish: Optional(Str),
  name: Optional(Str),
  body: Optional(Str),
  draft: Optional(Bool),
  prerelease: Optional(Bool),
})
