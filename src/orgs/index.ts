// The door of orgs.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'

export const room: Room = { name: 'orgs', migrations }
