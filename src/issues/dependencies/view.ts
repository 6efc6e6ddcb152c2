import { accessTo, canRead, unitOf, type Access, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { IssueRecord } from '../issues/schema.ts'
import * as issueView from '../issues/view.ts'
import type { IssueRow } from '../tables.ts'

interface Asking {
  repo: Repo
  access: Access
  actor: Actor
}

/** Queries grow with the repositories concerned, not with the issues. */
async function records(cx: Cx, at: Asking, rows: readonly IssueRow[]): Promise<Map<number, IssueRecord>> {
  const repos = await issueView.reposOf(cx, rows, [at.repo])
  const access = new Map([[at.repo.id, at.access]])
  for (const [id, repo] of repos) if (!access.has(id)) access.set(id, await accessTo(cx.db, at.actor, repo))
  const seen = rows.filter((row) => canRead(access.get(row.repo_id)!, unitOf(row.is_pull)))
  return new Map((await issueView.many(cx, seen, { viewer: at.actor.account, repos: [...repos.values()] })).map((one) => [one.id, one]))
}

/** What may not be read is there without saying what it is. */
export async function blockers(cx: Cx, at: Asking, rows: readonly IssueRow[]): Promise<IssueRecord[]> {
  const known = await records(cx, at, rows)
  return rows.map((row) => known.get(row.id) ?? issueView.hidden(cx))
}

/** What may not be read is left out. */
export async function blocked(cx: Cx, at: Asking, rows: readonly IssueRow[]): Promise<IssueRecord[]> {
  const known = await records(cx, at, rows)
  return rows.flatMap((row) => known.get(row.id) ?? [])
}
