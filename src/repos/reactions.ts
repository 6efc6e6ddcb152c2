import { findAccount } from '../access/index.ts'
import type { Db } from '../kernel/db.ts'
import { react, type Reaction } from '../kernel/outbox.ts'
import { teams } from '../orgs/index.ts'
import { blocks, onDeparture } from '../users/index.ts'
import * as collaborators from './collaborators/verbs.ts'
import * as repoStore from './repos/store.ts'
import * as repos from './repos/verbs.ts'
import * as starStore from './stars/store.ts'
import * as teamRepos from './teams/verbs.ts'
import * as transferStore from './transfers/store.ts'
import * as watches from './watches/verbs.ts'
import * as watchStore from './watches/store.ts'

/** What an account did or was given in the repositories of another. */
async function undo(tx: Db, ownerId: number, accountId: number, byId: number | undefined): Promise<void> {
  const account = await findAccount(tx, accountId)
  const ties = await repoStore.listTies(tx, ownerId, accountId)
  if (!account) return
  for (const repo of await repoStore.listWithOwners(tx, ties)) {
    if (await starStore.remove(tx, accountId, repo.id)) await starStore.count(tx, accountId, repo.id, -1)
    await watches.end(tx, repo.id, accountId)
    await collaborators.drop(tx, repo, account, byId)
  }
}

export const reactions: Reaction[] = [
  react(blocks.blocked, async (_cx, tx, { data }) => {
    await undo(tx, data.account_id, data.blocked_id, data.by_id)
    await undo(tx, data.blocked_id, data.account_id, data.by_id)
    await transferStore.removeBetween(tx, data.account_id, data.blocked_id)
  }, { prompt: true }),
  react(teams.changed, (_cx, tx, { data }) => teamRepos.settle(tx, data), { prompt: true }),
  react(teams.memberAdded, (cx, tx, { data }) => teamRepos.welcome(cx, tx, data.team_id, data.account_id), { prompt: true }),
  react(teams.memberRemoved, (_cx, tx, { data }) => teamRepos.forget(tx, data.org_id, data.account_id), { prompt: true }),
]

onDeparture({
  async purge(cx, account, by) {
    for (const repo of await repoStore.listWithOwners(cx.db, await repoStore.listIdsOwnedBy(cx.db, account.id))) await repos.remove(cx, repo, by)
  },
  async goes(tx, account) {
    await starStore.uncount(tx, account.id)
    await watchStore.uncount(tx, account.id)
  },
})
