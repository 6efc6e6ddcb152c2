// The door of pulls.
import type { Room } from '../kernel/route.ts'

export const room: Room = {
  name: 'pulls',
}

export * as pullFacts from './ground/facts.ts'
export { PullRequest, type PullRequestRecord } from './pulls/schema.ts'
/** one(cx, issue, actor), oneFor(cx, issue, viewer), many(cx, issues, actor) */
export * as pullView from './pulls/view.ts'
