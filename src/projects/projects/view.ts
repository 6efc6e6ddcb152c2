import type { Account } from '../../access/index.ts'
import { people, type ProjectRecord } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { repoStore, repoView } from '../../repos/index.ts'
import { readableOn, type Seen } from '../ground/owner.ts'
import type { ProjectRow } from '../tables.ts'
import * as store from './store.ts'

/** Boards with the numbers of their cards; an account's board counts only those that may be read. */
export async function many(cx: Cx, rows: readonly ProjectRow[], seen: Seen): Promise<ProjectRecord[]> {
  const ids = rows.map((row) => row.id)
  const readable = seen.owner.repo ? undefined : await readableOn(cx, seen, ids)
  return records(cx, rows, seen.actor.account, await store.counts(cx.db, ids, readable))
}

export const one = async (cx: Cx, row: ProjectRow, seen: Seen): Promise<ProjectRecord> => (await many(cx, [row], seen))[0]

/** Without counts, as issues show them. */
export async function records(cx: Cx, rows: readonly ProjectRow[], viewer: Account | null, counts = new Map<number, store.Counts>()): Promise<ProjectRecord[]> {
  const known = await people(cx, rows.flatMap((row) => [row.creator_id, row.owner_id]))
  const repos = new Map((await repoStore.listWithOwners(cx.db, rows.flatMap((row) => row.repo_id ?? []))).map((repo) => [repo.id, repo]))
  return rows.map((row) => {
    const creator = known.record(row.creator_id, viewer)
    const owner = row.owner_id === null ? undefined : known.row(row.owner_id)!
    const count = counts.get(row.id) ?? { open: 0, closed: 0 }
    return {
      id: row.id,
      title: row.title,
      description: row.description,
      owner_id: row.owner_id ?? 0,
      repo_id: row.repo_id ?? 0,
      creator_id: creator.id,
      creator,
      is_closed: row.is_closed,
      state: row.is_closed ? 'closed' : 'open',
      template_type: row.template_type,
      card_type: row.card_type,
      type: !owner ? 'repository' : owner.type === 'organization' ? 'organization' : 'individual',
      num_open_issues: count.open,
      num_closed_issues: count.closed,
      num_issues: count.open + count.closed,
      created_at: formatTime(row.created_at),
      updated_at: formatTime(row.updated_at),
      closed_at: row.is_closed && row.closed_at !== null ? formatTime(row.closed_at) : undefined,
      html_url: owner ? `${cx.root}/${encodeURIComponent(owner.name)}/-/projects/${row.id}` : `${repoView.html(cx, repos.get(row.repo_id!)!)}/projects/${row.id}`,
    }
  })
}
