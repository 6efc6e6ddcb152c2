// The door of releases.
import { tagKeepers } from '../code/index.ts'
import type { Room } from '../kernel/route.ts'
import * as assetRoutes from './assets/routes.ts'
import { downloads } from './ground/download.ts'
import { jobs } from './ground/upkeep.ts'
import { migrations } from './migrations.ts'
import { reactions } from './reactions.ts'
import { pages } from './pages.ts'
import * as releaseRoutes from './routes.ts'
import { keeps } from './verbs.ts'

export const room: Room = { name: 'releases', migrations, reactions, jobs, routes: [releaseRoutes.routes, assetRoutes.routes, pages], start: downloads.start }

tagKeepers.push(keeps)

/** published, updated, removed */
export * as releaseFacts from './ground/facts.ts'
export { Release, type ReleaseRecord } from './schema.ts'
export type { ReleaseRow } from './tables.ts'
/** one(cx, repo, row), many(cx, repo, rows) */
export * as releaseView from './view.ts'
/** findById, list, … */
export * as releaseStore from './store.ts'
/** create(cx, {repo, by}, input), edit, remove */
export * as releases from './verbs.ts'
