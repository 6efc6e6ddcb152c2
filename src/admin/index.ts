// The door of admin.
import type { Room } from '../kernel/route.ts'
import * as accounts from './accounts/routes.ts'
import * as cron from './cron/routes.ts'
import * as settings from './settings/routes.ts'

export const room: Room = { name: 'admin', routes: [accounts.routes, cron.routes, settings.routes] }
