// The door of activity.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const room: Room = { name: 'activity', migrations, routes: [routes], reactions }

export { Activity } from './schema.ts'
