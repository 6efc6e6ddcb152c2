// What notifications does when something happens elsewhere.
import { issueFacts, issueStore, type IssueRow } from '../issues/index.ts'
import type { Db } from '../kernel/db.ts'
import { once, react, type Fact, type FactKind, type Reaction } from '../kernel/outbox.ts'
import { pullFacts } from '../pulls/index.ts'
import { transfers } from '../repos/index.ts'
import * as store from './store.ts'
import { announce, askOfRepo, type Audience } from './verbs.ts'

/** An event of an issue or pull request that is still there. */
const tells = <T extends { issue_id: number }>(kind: FactKind<T>, to: (data: Fact<T>['data'], issue: IssueRow, tx: Db, at: number) => Audience | undefined | Promise<Audience | undefined>): Reaction =>
  react(kind, async (_cx, tx, fact) => {
    const issue = await once(fact, 'issue', () => issueStore.findById(tx, fact.data.issue_id))
    const audience = issue && (await to(fact.data, issue, tx, fact.at))
    if (audience) await announce(tx, fact, issue, audience)
  }, { prompt: true })

export const reactions: Reaction[] = [
  tells(issueFacts.opened, ({ mentioned }) => ({ followers: true, mentioned, opening: true })),
  tells(issueFacts.commented, ({ mentioned }) => ({ followers: true, mentioned })),
  tells(issueFacts.closed, () => ({ followers: true })),
  tells(issueFacts.reopened, () => ({ followers: true })),
  tells(issueFacts.assigned, ({ assignee_id, removed }) => (removed ? undefined : { followers: false, direct: [assignee_id] })),
  tells(pullFacts.opened, ({ mentioned }) => ({ followers: true, mentioned, drafts: true })),
  // whoever merges has seen it
  tells(pullFacts.merged, async ({ by_id }, issue, tx, at) => {
    if (by_id !== undefined) await store.markRead(tx, by_id, issue.id, at)
    return { followers: true }
  }),
  tells(pullFacts.synchronized, () => ({ followers: true })),
  tells(pullFacts.ready, () => ({ followers: true })),
  tells(pullFacts.submitted, ({ mentioned }) => ({ followers: true, mentioned })),
  tells(pullFacts.remarked, ({ reply, mentioned }) => ({ followers: reply, mentioned })),
  tells(pullFacts.dismissed, () => ({ followers: true })),
  tells(pullFacts.requested, async ({ reviewer_id, team_id, removed }, _issue, tx) => {
    if (removed) return undefined
    const team = team_id === undefined ? [] : await store.listTeamMembers(tx, team_id)
    return { followers: false, direct: [...(reviewer_id === undefined ? [] : [reviewer_id]), ...team] }
  }),
  react(transfers.asked, (_cx, tx, fact) => askOfRepo(tx, fact, fact.data.recipient_id), { prompt: true }),
]
