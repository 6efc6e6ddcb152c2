import { Id, Int, Nullable, record, Str, Time, Type, Uri, type Static } from '../../kernel/schema.ts'
import { User } from '../../users/index.ts'
import { Attachment } from '../attachments/schema.ts'

export const Comment = record('Comment', {
  id: Id,
  html_url: Uri,
  pull_request_url: Str,
  issue_url: Str,
  user: Nullable(User),
  original_author: Str,
  original_author_id: Int,
  body: Str,
  assets: Nullable(Type.Array(Attachment)),
  created_at: Time,
  updated_at: Time,
})
export type CommentRecord = Static<typeof Comment>
