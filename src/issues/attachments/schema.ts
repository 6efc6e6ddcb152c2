import { Id, Int, record, Str, Time, Uri, type Static } from '../../kernel/schema.ts'

export const Attachment = record('Attachment', {
  id: Id,
  name: Str,
  size: Int,
  download_count: Int,
  created_at: Time,
  uuid: Str,
  browser_download_url: Uri,
})
export type AttachmentRecord = Static<typeof Attachment>
