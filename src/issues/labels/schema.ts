import { Bool, Id, record, Str, Uri, type Static } from '../../kernel/schema.ts'

export const Label = record('Label', {
  id: Id,
  name: Str,
  exclusive: Bool,
  is_archived: Bool,
  color: Str,
  description: Str,
  url: Uri,
})
export type LabelRecord = Static<typeof Label>
