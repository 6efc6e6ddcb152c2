// The door of repos.
import type { Room } from '../kernel/route.ts'
import * as avatars from './avatars/routes.ts'
import { pages as accessPages } from './collaborators/pages.ts'
import * as collaboration from './collaborators/routes.ts'
import { pages as keyPages } from './deploy-keys/pages.ts'
import * as deploying from './deploy-keys/routes.ts'
import { pages as forkPages } from './forks/pages.ts'
import * as forking from './forks/routes.ts'
import { pages as generatePages } from './generated/pages.ts'
import * as generating from './generated/routes.ts'
import { migrations } from './migrations.ts'
import { pages as quotaPages } from './quota/pages.ts'
import * as quotaRoutes from './quota/routes.ts'
import * as quota from './quota/verbs.ts'
import { pages as ownPages } from './own/pages.ts'
import { reactions } from './reactions.ts'
import { pages as repoPages } from './repos/pages.ts'
import * as repositories from './repos/routes.ts'
import * as searching from './search/routes.ts'
import { pages as settingPages } from './settings/pages.ts'
import { pages as starPages } from './stars/pages.ts'
import * as starring from './stars/routes.ts'
import * as teaming from './teams/routes.ts'
import * as templates from './templates/routes.ts'
import * as topics from './topics/routes.ts'
import { pages as transferPages } from './transfers/pages.ts'
import * as transferring from './transfers/routes.ts'
import { crons, jobs, start } from './upkeep.ts'
import * as watching from './watches/routes.ts'

export const room: Room = {
  name: 'repos',
  migrations,
  routes: [
    repositories.routes, searching.routes, collaboration.routes, topics.routes, starring.routes, watching.routes, forking.routes, transferring.routes,
    deploying.routes, teaming.routes, templates.routes, avatars.routes, generating.routes, quotaRoutes.routes, quotaPages, repoPages, forkPages, starPages, settingPages, transferPages, accessPages, keyPages, ownPages, generatePages,
  ],
  reactions,
  jobs: [...jobs, ...quota.jobs],
  crons: [...crons, ...quota.crons],
  start,
}

/** The frame of a repository's pages: theRepo, repoSheet. */
export { repoAddress, repoAt, repoSheet, theRepo, type RepoTab } from './frame.ts'
export { repoSettings, type RepoSubject } from './settings-frame.ts'
/** Pages for those who administer the repository. */
export { administered } from './settings/pages.ts'
export { repoRows } from './repos/rows.ts'
export { ownersFor } from './ground/owners.ts'
/** Called while a room above loads: mirrorEditors */
export { mirrorEditors, type MirrorChange, type MirrorEditor } from './ground/ports.ts'
export { gitDir, wikiDir } from './folders.ts'
export { CreateRepoOption, Permission, Repository, type RepositoryRecord } from './repos/schema.ts'
export { checkName } from './repos/names.ts'
export { settingsOf } from './repos/settings.ts'
export * as repoView from './repos/view.ts'
/** create, remove, removeAll, found, place, touchRefs; facts created, removed */
export * as repos from './repos/verbs.ts'
/** facts changed, renamed */
export * as repoEdits from './repos/edit.ts'
/** create; fact forked */
export * as forks from './forks/verbs.ts'
/** from; fact generated */
export * as generated from './generated/verbs.ts'
/** set, remove, drop; facts added, removed */
export * as collaborators from './collaborators/verbs.ts'
/** facts asked, rejected, transferred */
export * as transfers from './transfers/verbs.ts'
/** look, room, need, grow, settle, recountSoon, countedBy: what an owner has stored and may store */
export * as quota from './quota/verbs.ts'
export { type QuotaRecord } from './quota/schema.ts'
/** facts starred, unstarred */
export * as stars from './stars/verbs.ts'
/** add, remove, choose (a level), begin (by taking part), end; facts watched, unwatched */
export * as watches from './watches/verbs.ts'
/** facts created, removed */
export * as deployKeys from './deploy-keys/verbs.ts'
export * as repoStore from './repos/store.ts'
export { search as searchRepos, type Filter as RepoFilter, type Order as RepoOrder } from './search/store.ts'
/** The texts of known licences by their names. */
export { licenses as licenseTexts } from './templates/files.ts'
export { labelSet, type LabelTemplateRow } from './templates/labels.ts'
export * as refFacts from './refs-facts.ts'
export type { Via } from './refs-facts.ts'
