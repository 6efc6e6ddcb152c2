// The door of notifications.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import { pages } from './pages.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const room: Room = { name: 'notifications', migrations, routes: [routes, pages], reactions }

export { NotificationThread } from './schema.ts'
