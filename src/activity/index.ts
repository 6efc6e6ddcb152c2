// The door of activity.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { crons } from './upkeep.ts'

export const room: Room = { name: 'activity', migrations, routes: [routes], reactions, crons }

export { Activity } from './schema.ts'
/** A feed as rows of a page, and one entry taken apart for whoever shows it otherwise. */
export { heatMap } from './feed/heat.ts'
export { feedRows } from './feed/rows.ts'
export { told, type ActivityRecord, type Told } from './feed/told.ts'
