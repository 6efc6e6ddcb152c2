// The rooms from the ground up: a room may call those listed before it.
import type { Room } from './kernel/route.ts'
import { room as actions } from './actions/index.ts'
import { room as activity } from './activity/index.ts'
import { room as notifications } from './notifications/index.ts'
import { room as webhooks } from './webhooks/index.ts'
import { room as admin } from './admin/index.ts'
import { room as home } from './home/index.ts'
import { room as issues } from './issues/index.ts'
import { room as code } from './code/index.ts'
import { room as orgs } from './orgs/index.ts'
import { room as packages } from './packages/index.ts'
import { room as projects } from './projects/index.ts'
import { room as pulls } from './pulls/index.ts'
import { room as releases } from './releases/index.ts'
import { room as repos } from './repos/index.ts'
import { room as users } from './users/index.ts'

export const rooms: Room[] = [users, orgs, repos, code, issues, releases, packages, pulls, projects, actions, activity, notifications, webhooks, admin, home]
