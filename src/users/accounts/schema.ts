import { Bool, Int, record, Str, Time, Uri, Word, type Static } from '../../kernel/schema.ts'

export const User = record('User', {
  id: Int,
  login: Str,
  login_name: Str,
  source_id: Int,
  full_name: Str,
  email: Str,
  avatar_url: Uri,
  html_url: Uri,
  language: Str,
  is_admin: Bool,
  last_login: Time,
  created: Time,
  restricted: Bool,
  active: Bool,
  prohibit_login: Bool,
  location: Str,
  website: Str,
  description: Str,
  visibility: Word('public', 'limited', 'private'),
  followers_count: Int,
  following_count: Int,
  starred_repos_count: Int,
  type: Word('User', 'Organization', 'Bot'),
  username: Str,
})
export type UserRecord = Static<typeof User>
