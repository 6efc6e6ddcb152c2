import { Nullable, Optional, record, Str, Uri, type Static } from '../../kernel/schema.ts'
import { CommitMeta } from '../commits/schema.ts'

export const Tag = record('Tag', {
  name: Str,
  message: Str,
  id: Str,
  commit: Nullable(CommitMeta),
  zipball_url: Optional(Uri),
  tarball_url: Optional(Uri),
})
export type TagRecord = Static<typeof Tag>
