import type { Actor, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import * as repoView from '../repos/view.ts'
import type { DeployKeyFound } from './store.ts'

const one = (cx: Cx, repo: Repo, row: DeployKeyFound) => ({
  id: row.id,
  key_id: row.key_id ?? 0,
  key: row.content ?? '',
  url: `${repoView.api(cx, repo)}/keys/${row.id}`,
  title: row.title,
  fingerprint: row.fingerprint ?? '',
  created_at: formatTime(row.created_at),
  read_only: row.read_only,
  key_type: row.key_type,
})

/** With the repository for administrators of the site and the person who owns it. */
export async function many(cx: Cx, repo: Repo, rows: readonly DeployKeyFound[], actor: Actor) {
  const told = actor.account !== null && (actor.account.is_admin || actor.account.id === repo.owner_id)
  const repository = told && rows.length > 0 ? await repoView.one(cx, repo, actor) : undefined
  return rows.map((row) => ({ ...one(cx, repo, row), repository }))
}

/** The answer to its creation: the only one that shows a token. */
export const fresh = (cx: Cx, repo: Repo, { row, token }: { row: DeployKeyFound; token?: string }) => ({ ...one(cx, repo, row), token })
