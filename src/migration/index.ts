// The door of migration.
import type { Room } from '../kernel/route.ts'
import { mirrorEditors } from '../repos/index.ts'
import * as intentions from './imports/intentions.ts'
import { pages as importPages } from './imports/pages.ts'
import * as importRoutes from './imports/routes.ts'
import { migrations } from './migrations.ts'
import * as mirrorRoutes from './mirrors/routes.ts'
import { adjust, crons, jobs } from './mirrors/verbs.ts'
import * as pushMirrorRoutes from './push-mirrors/routes.ts'
import * as pushMirrors from './push-mirrors/verbs.ts'
import { pages as unadoptedPages } from './unadopted/pages.ts'
import * as unadoptedRoutes from './unadopted/routes.ts'
import * as unadopted from './unadopted/verbs.ts'

mirrorEditors.push(adjust)

export const room: Room = {
  name: 'migration',
  migrations,
  routes: [importRoutes.routes, mirrorRoutes.routes, pushMirrorRoutes.routes, unadoptedRoutes.routes, importPages, unadoptedPages],
  reactions: pushMirrors.reactions,
  jobs: [...jobs, ...pushMirrors.jobs, ...unadopted.jobs],
  crons,
  start: intentions.start,
}
