import { Bool, Id, Nullable, record, Str, StringMap, Strings, Word, type Static } from '../../kernel/schema.ts'
import { Organization } from '../orgs/schema.ts'

export const Team = record('Team', {
  id: Id,
  name: Str,
  description: Str,
  organization: Nullable(Organization),
  includes_all_repositories: Bool,
  permission: Word('none', 'read', 'write', 'admin', 'owner'),
  units: Nullable(Strings),
  units_map: Nullable(StringMap),
  can_create_org_repo: Bool,
  visibility: Word('public', 'limited', 'private'),
})
export type TeamRecord = Static<typeof Team>
