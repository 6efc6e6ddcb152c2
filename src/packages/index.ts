// The door of packages.
import type { Room } from '../kernel/route.ts'
import { quota } from '../repos/index.ts'
import { onDeparture } from '../users/index.ts'
import * as genericRoutes from './generic/routes.ts'
import { departure } from './ground/departure.ts'
import { downloads } from './ground/download.ts'
import { crons } from './ground/upkeep.ts'
import { migrations } from './migrations.ts'
import { pages as packagePages } from './packages/pages.ts'
import * as packageRoutes from './packages/routes.ts'
import { bytesOwned } from './packages/store.ts'
import { reactions } from './reactions.ts'

export const room: Room = { name: 'packages', migrations, reactions, crons, routes: [packageRoutes.routes, genericRoutes.routes, packagePages], start: downloads.start }

onDeparture(departure)
quota.countedBy('packages', bytesOwned)

/** created, removed */
export * as packageFacts from './ground/facts.ts'
export { Package, type PackageRecord } from './packages/schema.ts'
/** one(cx, version, actor), many */
export * as packageView from './packages/view.ts'
/** findVersionById(db, id), list(db, {type, q}, at) for administrators */
export * as packageStore from './packages/store.ts'
/** upload, removeFile, removeVersion, remove, link, unlink */
export * as packages from './packages/verbs.ts'
export type { PackageFileRow, PackageRow, PackageVersionRow } from './tables.ts'
