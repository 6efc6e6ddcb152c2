// The door of repos.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import * as repositories from './repos/routes.ts'
import * as searching from './search/routes.ts'
import * as templates from './templates/routes.ts'
import { crons, jobs } from './upkeep.ts'

export const room: Room = {
  name: 'repos',
  migrations,
  routes: [repositories.routes, searching.routes, templates.routes],
  jobs,
  crons,
}

export { gitDir, wikiDir } from './folders.ts'
export { CreateRepoOption, Permission, Repository, type RepositoryRecord } from './repos/schema.ts'
export { settingsOf } from './repos/settings.ts'
export * as repoView from './repos/view.ts'
/** create, remove, removeAll, found, place, touchRefs; facts created, removed */
export * as repos from './repos/verbs.ts'
/** facts changed, renamed */
export * as repoEdits from './repos/edit.ts'
export * as repoStore from './repos/store.ts'
export { search as searchRepos, type Filter as RepoFilter, type Order as RepoOrder } from './search/store.ts'
export { labelSet, type LabelTemplateRow } from './templates/labels.ts'
export * as refFacts from './refs-facts.ts'
export type { Via } from './refs-facts.ts'
