// The door of projects.
import { connectBoards } from '../issues/index.ts'
import type { Room } from '../kernel/route.ts'
import { boards } from './ground/boards.ts'
import { pages as boardPages } from './cards/pages.ts'
import * as cardRoutes from './cards/routes.ts'
import * as columnRoutes from './columns/routes.ts'
import { migrations } from './migrations.ts'
import { pages as projectPages } from './projects/pages.ts'
import * as projectRoutes from './projects/routes.ts'
import { reactions } from './reactions.ts'

export const room: Room = { name: 'projects', migrations, reactions, routes: [projectRoutes.routes, columnRoutes.routes, cardRoutes.routes, projectPages, boardPages] }

connectBoards(boards)

export type { ProjectRow } from './tables.ts'
/** create, edit, remove */
export * as projects from './projects/verbs.ts'
