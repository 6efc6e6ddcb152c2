import { Bool, Id, Optional, record, Str, Time, Uri } from '../../kernel/schema.ts'
import { User } from '../accounts/schema.ts'

export const PublicKey = record('PublicKey', {
  id: Id,
  key: Str,
  url: Uri,
  title: Str,
  fingerprint: Str,
  created_at: Time,
  last_used_at: Time,
  updated_at: Time,
  user: Optional(User),
  read_only: Bool,
  key_type: Optional(Str),
})
