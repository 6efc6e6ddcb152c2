// The door of projects.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'

export const room: Room = { name: 'projects', migrations }

export type { ProjectRow } from './tables.ts'
