// The door of home.
import type { Room } from '../kernel/route.ts'
import { unknownPage } from '../web/index.ts'
import { pages as apiPages } from './api/pages.ts'
import { pages as explorePages } from './explore/pages.ts'
import { pages as feedPages } from './feeds/pages.ts'
import { pages as frontPages } from './front/pages.ts'
import { pages as milestonePages } from './milestones/pages.ts'
import { pages as profilePages } from './profile/pages.ts'
import { routes } from './routes.ts'
import { pages as searchPages } from './search/pages.ts'
import { pages as setupPages } from './setup/pages.ts'
import { pages as workPages } from './work/pages.ts'

export const room: Room = { name: 'home', routes: [routes, setupPages, frontPages, explorePages, profilePages, workPages, milestonePages, searchPages, feedPages, apiPages], unknown: unknownPage }

export { firstAdmin, setupToken } from './setup/verbs.ts'
