import { ADMIN, OWNER, READ, WRITE, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { userView } from '../../users/index.ts'
import type { OrganizationRecord } from './schema.ts'

export const one = (cx: Cx, org: Account): OrganizationRecord => ({
  id: org.id,
  name: org.name,
  full_name: org.full_name,
  email: org.email,
  avatar_url: userView.avatarUrl(cx, org),
  description: org.description,
  website: org.website,
  location: org.location,
  visibility: org.visibility,
  repo_admin_change_team_access: org.repo_admin_change_team_access,
  username: org.name,
})

export const many = (cx: Cx, orgs: readonly Account[]): OrganizationRecord[] => orgs.map((org) => one(cx, org))

export const permissions = ({ level, canCreate }: { level: number; canCreate: boolean }) => ({
  is_owner: level >= OWNER,
  is_admin: level >= ADMIN,
  can_write: level >= WRITE,
  can_read: level >= READ,
  can_create_repository: canCreate,
})
