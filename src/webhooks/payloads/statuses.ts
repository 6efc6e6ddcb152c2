import { commitView } from '../../code/index.ts'
import { formatTime } from '../../kernel/times.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { around, type Scene } from './parts.ts'
import * as store from './store.ts'

export async function onStatus({ cx, repo, by }: Scene, statusId: number): Promise<Happening[]> {
  const row = await store.findStatus(cx.db, statusId)
  if (!row) return []
  return [{
    type: 'status',
    async payload() {
      const { repository, sender } = around(cx, repo, by)
      return {
        commit: (await commitView.payloads(cx, repo, [row.sha]))[0], context: row.context, created_at: formatTime(row.created_at), description: row.description, id: row.id, repository, sender,
        sha: row.sha, state: row.state, target_url: row.target_url, updated_at: null,
      }
    },
  }]
}
