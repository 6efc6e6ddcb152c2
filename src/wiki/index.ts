// The door of wiki.
import type { Room } from '../kernel/route.ts'
import { pages } from './pages.ts'
import * as wikiRoutes from './routes.ts'

export const room: Room = { name: 'wiki', routes: [wikiRoutes.routes, pages] }

/** created, edited, removed */
export * as wikiFacts from './facts.ts'
