import { Id, Int, Nullable, record, Str, Time, Uri, type Static } from '../../kernel/schema.ts'
import { Repository } from '../../repos/index.ts'
import { User } from '../../users/index.ts'

export const Package = record('Package', {
  id: Id,
  owner: Nullable(User),
  repository: Nullable(Repository),
  creator: Nullable(User),
  type: Str,
  name: Str,
  version: Str,
  html_url: Uri,
  created_at: Time,
})
export type PackageRecord = Static<typeof Package>

export const PackageFile = record('PackageFile', {
  id: Id,
  size: Int,
  name: Str,
  md5: Str,
  sha1: Str,
  sha256: Str,
  sha512: Str,
})
