import { react } from '../kernel/outbox.ts'
import { generated, labelSet, refFacts, repos, repoStore } from '../repos/index.ts'
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
  react(refFacts.created, followPush, { prepare: readPush }),
  react(refFacts.pushed, followPush, { prepare: readPush }),
]
