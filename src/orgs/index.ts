// The door of orgs.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import * as blockRoutes from './blocks/routes.ts'
import * as members from './members/routes.ts'
import { pages as orgPages } from './orgs/pages.ts'
import { pages as membershipPages } from './memberships/pages.ts'
import { pages as memberPages } from './members/pages.ts'
import * as organizations from './orgs/routes.ts'
import { pages as teamPages } from './teams/pages.ts'
import * as teamRoutes from './teams/routes.ts'

export const room: Room = { name: 'orgs', migrations, routes: [organizations.routes, members.routes, teamRoutes.routes, blockRoutes.routes, memberPages, teamPages, orgPages, membershipPages] }

/** The frame of an organization's pages and settings. */
export { orgSettings, orgSheet, theOrg, type OrgShown, type OrgSubject, type OrgTab } from './frame.ts'
export { Organization, type OrganizationRecord } from './orgs/schema.ts'
export { CreateOrgOption } from './orgs/routes.ts'
/** create, edit, remove; facts org.created, org.changed, org.removed */
export * as orgs from './orgs/verbs.ts'
export * as orgView from './orgs/view.ts'
/** list, listAll, listOf, memberships */
export * as orgStore from './orgs/store.ts'
export { Team, type TeamRecord } from './teams/schema.ts'
/** create, edit, remove, add, drop, isLastOwner; facts created, changed, removed, memberAdded, memberRemoved, left (org.member.removed) */
export * as teams from './teams/verbs.ts'
export * as teamView from './teams/view.ts'
/** find, findNamed, listAll(org), members(teamIds), idsOf(org, account) */
export * as teamStore from './teams/store.ts'
export { teamMember, teamReadable, teamShown } from './ground/gates.ts'
/** remove, publish */
export * as orgMembers from './members/verbs.ts'
export type { TeamRow } from './tables.ts'
