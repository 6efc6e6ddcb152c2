// The door of releases.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'

export const room: Room = { name: 'releases', migrations }

export * as releaseFacts from './facts.ts'
export type { ReleaseRow } from './tables.ts'
