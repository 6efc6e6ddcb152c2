// The door of webhooks.
import type { Room } from '../kernel/route.ts'
import * as deliveries from './deliveries/verbs.ts'
import { pages as hookPages } from './hooks/pages.ts'
import * as gitHooks from './git-hooks/routes.ts'
import * as hooks from './hooks/routes.ts'
import { migrations } from './migrations.ts'
import { reactions } from './reactions.ts'

export const room: Room = {
  name: 'webhooks',
  migrations,
  routes: [gitHooks.routes, hooks.routes, hookPages],
  reactions,
  jobs: [deliveries.deliver],
  crons: [deliveries.cleanup],
}

/** create, edit, remove, copyDefaults; facts hook.created, hook.edited, hook.removed */
export * as hooks from './hooks/verbs.ts'
