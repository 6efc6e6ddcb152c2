// An owner's boards hold issues of the owner's repositories only.
import { findRepoById } from '../access/index.ts'
import { react } from '../kernel/outbox.ts'
import { transfers } from '../repos/index.ts'
import * as cardStore from './cards/store.ts'

export const reactions = [
  react(transfers.transferred, async (_cx, tx, { data }) => {
    const repo = await findRepoById(tx, data.repo_id!)
    if (repo) await cardStore.removeForeign(tx, repo.id, repo.owner_id)
  }, { prompt: true }),
]
