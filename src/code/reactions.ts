import { react, type Reaction } from '../kernel/outbox.ts'
import { forks } from '../repos/index.ts'
import * as largeFiles from './large-files/store.ts'

export const reactions: Reaction[] = [
  // whoever may fork reads the parent, so the fork may hold what it holds
  react(forks.forked, (cx, tx, { data }) => largeFiles.copy(tx, data.parent_id, data.repo_id!, cx.now()).then(() => undefined), { prompt: true }),
]
