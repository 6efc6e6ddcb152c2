// The door of home.
import type { Room } from '../kernel/route.ts'
import { routes } from './routes.ts'

export const room: Room = { name: 'home', routes: [routes] }

export { firstAdmin, setupToken } from './verbs.ts'
