// A package and the repository it is linked to belong to one owner.
import { findRepoById } from '../access/index.ts'
import { react } from '../kernel/outbox.ts'
import { transfers } from '../repos/index.ts'
import * as store from './packages/store.ts'

export const reactions = [
  react(transfers.transferred, async (_cx, tx, { data }) => {
    const repo = await findRepoById(tx, data.repo_id!)
    if (repo) await store.unlinkForeign(tx, repo.id, repo.owner_id)
  }, { prompt: true }),
]
