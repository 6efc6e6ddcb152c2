// The door of pulls.
import type { Room } from '../kernel/route.ts'
import { pages as openingPages } from './changes/pages.ts'
import { pages as mergingPages } from './merging/pages.ts'
import * as mergingRoutes from './merging/routes.ts'
import * as scheduling from './merges/scheduling.ts'
import { migrations } from './migrations.ts'
import { pages as pullPages } from './pulls/pages.ts'
import * as pullRoutes from './pulls/routes.ts'
import { reactions } from './reactions.ts'
import { pages as reviewerPages } from './reviewers/pages.ts'
import * as reviewerRoutes from './reviewers/routes.ts'
import { pages as reviewPages } from './reviews/pages.ts'
import * as reviewRoutes from './reviews/routes.ts'
import * as state from './state/jobs.ts'
import './merges/settle.ts'

export const room: Room = {
  name: 'pulls',
  migrations,
  routes: [pullRoutes.routes, mergingRoutes.routes, reviewerRoutes.routes, reviewRoutes.routes, pullRoutes.wide, pullPages, reviewPages, reviewerPages, mergingPages, openingPages],
  reactions,
  jobs: [...state.jobs, ...scheduling.jobs],
}

export * as pullFacts from './ground/facts.ts'
export type { AutoMergeRow, ReviewRow, ReviewState } from './tables.ts'

/** Records, and rows → records in batch: one(cx, issue, actor), oneFor(cx, issue, viewer), many. */
export { ChangedFile, PRBranchInfo, PullRequest, type PullRequestRecord } from './pulls/schema.ts'
export * as pullView from './pulls/view.ts'
export { PullReview, PullReviewComment, type PullReviewRecord } from './reviews/schema.ts'
export * as reviewView from './reviews/view.ts'

/** Readers: find(db, repoId, number), load(db, issueId), listOpenFrom, listOpenInto; listStanding, find. */
export * as pullStore from './pulls/store.ts'
export * as reviewStore from './reviews/store.ts'

/** Whole operations: open, edit, merge, refresh. */
export * as opening from './changes/opening.ts'
/** Rows from another server, without a word to anybody. */
export { bringInPull, inspectImported, type ImportedPull } from './changes/importing.ts'
export { edit as editPull, retarget } from './changes/edit.ts'
export { merge } from './merging/verbs.ts'
export { refresh } from './state/verbs.ts'
export { headRef } from './ground/refs.ts'
export type { Doing, PullAt } from './ground/at.ts'
