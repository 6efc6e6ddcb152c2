// The door of repos.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import * as repositories from './repos/routes.ts'

export const room: Room = {
  name: 'repos',
  migrations,
  routes: [repositories.routes],
}

export { gitDir, wikiDir } from './folders.ts'
export { Permission, Repository, type RepositoryRecord } from './repos/schema.ts'
export { settingsOf } from './repos/settings.ts'
export * as repoView from './repos/view.ts'
export * as repos from './repos/verbs.ts'
export * as repoStore from './repos/store.ts'
export * as refFacts from './refs-facts.ts'
export type { Via } from './refs-facts.ts'
