// The pull requests a run belongs to.
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Static } from '../../kernel/schema.ts'
import { repoStore, repoView } from '../../repos/index.ts'
import type { RunRow } from '../tables.ts'
import type { PullRequestMinimal } from './schema.ts'
import * as store from './store.ts'

type Minimal = Static<typeof PullRequestMinimal>

/** Run → the pull request it was made for, or the open ones whose head branch was pushed. */
export async function pullsOf(cx: Cx, runs: readonly RunRow[], repos: Map<number, Repo>): Promise<Map<number, Minimal[]>> {
  const made = runs.filter((run) => run.event === 'pull_request' || run.event === 'pull_request_target')
  const pushed = runs.filter((run) => run.event === 'push' && run.ref.startsWith('refs/heads/'))
  const rows = await store.listPulls(cx.db, made.flatMap((run) => run.pull_id ?? []), pushed.map((run) => ({ repo_id: run.repo_id, branch: run.ref.slice(11) })))
  if (rows.length === 0) return new Map()
  const known = new Map(repos)
  const missing = rows.flatMap((row) => [row.base_repo_id, row.head_repo_id ?? 0]).filter((id) => id > 0 && !known.has(id))
  for (const repo of await repoStore.listWithOwners(cx.db, missing)) known.set(repo.id, repo)
  // a private fork is not named to those who merely see the run
  const side = (run: RunRow, id: number | null, ref: string, sha: string) => {
    const found = id === null ? undefined : known.get(id)
    const repo = found?.is_private && found.id !== run.repo_id ? undefined : found
    return { ref, sha, repo: { id: repo?.id ?? 0, url: repo ? repoView.api(cx, repo) : '', name: repo?.name ?? '' } }
  }
  return new Map(runs.map((run) => [run.id, rows.flatMap((row): Minimal[] => {
    const push = run.event === 'push'
    if (push ? row.is_merged || row.head_repo_id !== run.repo_id || `refs/heads/${row.head_branch}` !== run.ref : row.issue_id !== run.pull_id) return []
    const base = known.get(row.base_repo_id)
    if (!base || (base.is_private && base.id !== run.repo_id)) return []
    return [{
      id: row.issue_id, number: row.number, url: `${repoView.api(cx, base)}/pulls/${row.number}`,
      head: side(run, row.head_repo_id, row.head_branch, push ? run.sha : row.head_sha), base: side(run, row.base_repo_id, row.base_branch, row.merge_base),
    }]
  })]))
}
