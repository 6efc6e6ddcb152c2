// The door of admin.
import type { Room } from '../kernel/route.ts'
import { pages as accountPages } from './accounts/pages.ts'
import * as accounts from './accounts/routes.ts'
import { migrations } from './badges/migrations.ts'
import { pages as cronPages } from './cron/pages.ts'
import * as cron from './cron/routes.ts'
import { pages as healthPages } from './health/pages.ts'
import * as markup from './markup/routes.ts'
import * as settings from './settings/routes.ts'

/** How long facts are kept after everybody has heard them. */
const REMEMBERED = 30 * 86400

export const room: Room = {
  name: 'admin',
  migrations,
  routes: [accounts.routes, cron.routes, settings.routes, markup.routes, healthPages, accountPages, cronPages],
  crons: [
    {
      name: 'sweep_storage',
      schedule: '@hourly',
      enabled: true,
      async run(cx) {
        await cx.blobs.sweep()
        await cx.outbox.forget(cx.now() - REMEMBERED)
      },
    },
  ],
}
