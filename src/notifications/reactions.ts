// What notifications does when something happens elsewhere.
import { issueFacts, issueStore, type IssueRow } from '../issues/index.ts'
import type { Db } from '../kernel/db.ts'
import { react, type FactKind, type Reaction } from '../kernel/outbox.ts'
import { announce, type Audience } from './verbs.ts'

/** An event of an issue or pull request that is still there. */
const tells = <T extends { issue_id: number }>(kind: FactKind<T>, to: (data: T, issue: IssueRow, tx: Db) => Audience | undefined | Promise<Audience | undefined>): Reaction =>
  react(kind, async (_cx, tx, fact) => {
    const issue = await issueStore.findById(tx, fact.data.issue_id)
    const audience = issue && (await to(fact.data, issue, tx))
    if (audience) await announce(tx, fact, issue, audience)
  }, { prompt: true })

export const reactions: Reaction[] = [
  tells(issueFacts.opened, ({ mentioned }) => ({ followers: true, mentioned })),
  tells(issueFacts.commented, ({ mentioned }) => ({ followers: true, mentioned })),
  // a merge tells of itself
  tells(issueFacts.closed, async (_data, issue, tx) => ((await issueStore.findPull(tx, issue.id))?.is_merged ? undefined : { followers: true })),
  tells(issueFacts.reopened, () => ({ followers: true })),
  tells(issueFacts.assigned, ({ assignee_id, removed }) => (removed ? undefined : { followers: false, direct: [assignee_id] })),
]
