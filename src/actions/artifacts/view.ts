import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { repoView } from '../../repos/index.ts'
import * as runView from '../runs/view.ts'
import type { ArtifactRow } from '../tables.ts'
import { isOver } from './lifetime.ts'
import * as store from './store.ts'

export const api = (cx: Cx, repo: Repo, id: number) => `${repoView.api(cx, repo)}/actions/artifacts/${id}`

export const one = async (cx: Cx, repo: Repo, row: ArtifactRow) => (await many(cx, repo, [row]))[0]

/** The same number of queries for one and for fifty. */
export async function many(cx: Cx, repo: Repo, rows: readonly ArtifactRow[]) {
  const runs = await runView.many(cx, await store.listRuns(cx.db, rows.map((row) => row.run_id)), { pulls: false })
  const runOf = new Map(runs.map((run) => [run.id, { ...run, repository_id: repo.id }]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    size_in_bytes: row.size,
    url: api(cx, repo, row.id),
    archive_download_url: `${api(cx, repo, row.id)}/zip`,
    expired: isOver(cx, row),
    workflow_run: runOf.get(row.run_id) ?? null,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    expires_at: formatTime(row.expires_at),
  }))
}
