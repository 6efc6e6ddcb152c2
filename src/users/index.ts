// The door of users.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import * as accounts from './accounts/routes.ts'
import * as tokens from './tokens/routes.ts'

export const room: Room = {
  name: 'users',
  migrations,
  routes: [accounts.routes, tokens.routes],
}

export { User, type UserRecord } from './accounts/schema.ts'
/** User records for whoever looks. */
export * as userView from './accounts/view.ts'
/** create, claim, rename, depart; facts account.created and so on */
export * as accounts from './accounts/verbs.ts'
export { onDeparture } from './accounts/departures.ts'
export { isEmail } from './emails/addresses.ts'
export * as accountStore from './accounts/store.ts'
export * as tokens from './tokens/verbs.ts'
