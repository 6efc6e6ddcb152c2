import { findAccount } from '../access/index.ts'
import { react } from '../kernel/outbox.ts'
import { collaborators, generated, labelSet, refFacts, repos, repoStore, transfers } from '../repos/index.ts'
import * as assigneeStore from './assignees/store.ts'
import { isAssignable } from './assignees/verbs.ts'
import * as labelStore from './labels/store.ts'
import { followPush, readPush } from './text/commits.ts'

export const reactions = [
  /** A new repository may ask for a set of labels to start with. */
  react(
    repos.created,
    async (cx, tx, { data }) => {
      const set = data.issue_labels ? labelSet(data.issue_labels) : undefined
      if (!set?.length || !data.repo_id || !(await repoStore.findWithOwner(tx, data.repo_id))) return
      const now = cx.now()
      await labelStore.insertMany(tx, set.map((one) => ({ ...one, repo_id: data.repo_id!, org_id: null, is_archived: false, num_issues: 0, num_closed_issues: 0, created_at: now, updated_at: now })))
    },
    { prompt: true },
  ),
  react(
    generated.generated,
    async (cx, tx, { data }) => {
      if (data.items.includes('labels') && (await repoStore.findWithOwner(tx, data.repo_id!))) await labelStore.copy(tx, data.template_id, data.repo_id!, cx.now())
    },
    { prompt: true },
  ),
  react(
    transfers.transferred,
    async (_cx, tx, { data }) => {
      const repo = await repoStore.findWithOwner(tx, data.repo_id!)
      if (repo) await labelStore.takeForeign(tx, repo.id, repo.owner_id)
    },
    { prompt: true },
  ),
  /** Whoever may no longer be assigned is assigned no more. */
  react(
    collaborators.removed,
    async (_cx, tx, { data }) => {
      const [repo, account] = [await repoStore.findWithOwner(tx, data.repo_id!), await findAccount(tx, data.account_id)]
      if (repo && account && !(await isAssignable(tx, repo, account))) await assigneeStore.takeAll(tx, repo.id, account.id)
    },
    { prompt: true },
  ),
  react(refFacts.created, followPush, { prepare: readPush }),
  react(refFacts.pushed, followPush, { prepare: readPush }),
]
