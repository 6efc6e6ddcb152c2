import { Id, Nullable, record, Str, Strings, Time } from '../../kernel/schema.ts'

export const AccessToken = record('AccessToken', {
  id: Id,
  name: Str,
  sha1: Str,
  token_last_eight: Str,
  scopes: Nullable(Strings),
  created_at: Time,
  last_used_at: Time,
})

/** The token a request came with, seen from itself. */
export const CurrentAccessToken = record('CurrentAccessToken', {
  id: Id,
  name: Str,
  scopes: Nullable(Strings),
  created_at: Time,
  last_used_at: Time,
  user: record('UserMeta', { id: Id, login: Str }),
})
