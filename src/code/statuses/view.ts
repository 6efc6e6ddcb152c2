import type { Actor, Access, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Paged, type Slice } from '../../kernel/paging.ts'
import { formatTime } from '../../kernel/times.ts'
import { repoView } from '../../repos/index.ts'
import { accountStore, userView } from '../../users/index.ts'
import type { CommitStatusRow } from '../tables.ts'
import { combined } from '../checks/combined.ts'

export async function many(cx: Cx, repo: Repo, rows: CommitStatusRow[]) {
  const creators = new Map((await accountStore.listByIds(cx.db, rows.flatMap((row) => row.creator_id ?? []))).map((one) => [one.id, one]))
  return rows.map((row) => {
    const creator = row.creator_id === null ? undefined : creators.get(row.creator_id)
    return {
      id: row.number,
      status: row.state,
      target_url: row.target_url,
      description: row.description,
      url: `${repoView.api(cx, repo)}/statuses/${row.sha}`,
      context: row.context,
      creator: creator ? userView.one(cx, creator, null) : null,
      created_at: formatTime(row.created_at),
      updated_at: formatTime(row.created_at),
    }
  })
}

export const one = async (cx: Cx, repo: Repo, row: CommitStatusRow) => (await many(cx, repo, [row]))[0]

/** State and count are of this page; the header counts all contexts. */
export async function combine(cx: Cx, repo: Repo, actor: Actor, access: Access, sha: string, latest: CommitStatusRow[], at: Slice) {
  const page = latest.slice(at.offset, at.offset + at.limit).reverse()
  const record = {
    state: combined(page.map((row) => row.state)),
    sha,
    total_count: page.length,
    statuses: page.length > 0 ? await many(cx, repo, page) : null,
    repository: await repoView.one(cx, repo, actor, access),
    commit_url: `${repoView.api(cx, repo)}/commits/${sha}`,
    url: `${repoView.api(cx, repo)}/commits/${sha}/status`,
  }
  return new Paged(record, latest.length, at)
}
