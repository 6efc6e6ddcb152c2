// The door of packages.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'

export const room: Room = { name: 'packages', migrations }

export * as packageFacts from './ground/facts.ts'
export type { PackageFileRow, PackageRow, PackageVersionRow } from './tables.ts'
