import { findRepoById } from '../access/index.ts'
import { react, type Reaction } from '../kernel/outbox.ts'
import { forks, generated, quota } from '../repos/index.ts'
import * as largeFiles from './large-files/store.ts'
import * as protectionStore from './protections/store.ts'
import * as trigrams from './trigrams/verbs.ts'

quota.countedBy('lfs', largeFiles.bytesOwned)

export const reactions: Reaction[] = [
  // whoever may fork reads the parent, so the fork may hold what it holds
  react(forks.forked, async (cx, tx, { data }) => {
    await largeFiles.copy(tx, data.parent_id, data.repo_id!, cx.now())
    await trigrams.enqueue(cx, tx, { repo_id: data.repo_id! })
    const fork = await findRepoById(tx, data.repo_id!)
    if (fork) await quota.recountSoon(cx, tx, fork.owner_id)
  }, { prompt: true }),
  react(generated.generated, async (cx, tx, { data }) => {
    const [from, to] = [data.template_id, data.repo_id!]
    const made = await findRepoById(tx, to)
    if (!made) return
    if (data.items.includes('git_content')) {
      await largeFiles.copy(tx, from, to, cx.now())
      await quota.recountSoon(cx, tx, made.owner_id)
      await cx.jobs.enqueue(tx, 'code.tidy', { repo_id: to }, { key: String(to) })
    }
    if (data.items.includes('protected_branch')) await protectionStore.copy(tx, from, to, cx.now())
  }, { prompt: true }),
]
