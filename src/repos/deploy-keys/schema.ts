import { Bool, Id, Int, Optional, record, Str, Time, Uri, Word } from '../../kernel/schema.ts'
import { Repository } from '../repos/schema.ts'

export const DeployKey = record('DeployKey', {
  id: Id,
  key_id: Int,
  key: Str,
  url: Uri,
  title: Str,
  fingerprint: Str,
  created_at: Time,
  read_only: Bool,
  repository: Optional(Repository),
  key_type: Word('ssh', 'token'),
  token: Optional(Str),
})
