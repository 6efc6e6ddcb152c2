import { Bool, Id, record, Str, Uri, Word, type Static } from '../../kernel/schema.ts'

export const Organization = record('Organization', {
  id: Id,
  name: Str,
  full_name: Str,
  email: Str,
  avatar_url: Uri,
  description: Str,
  website: Str,
  location: Str,
  visibility: Word('public', 'limited', 'private'),
  repo_admin_change_team_access: Bool,
  username: Str,
})
export type OrganizationRecord = Static<typeof Organization>

/** What an account may do in an organization, by the best of its teams. */
export const OrganizationPermissions = record('OrganizationPermissions', {
  is_owner: Bool,
  is_admin: Bool,
  can_write: Bool,
  can_read: Bool,
  can_create_repository: Bool,
})
