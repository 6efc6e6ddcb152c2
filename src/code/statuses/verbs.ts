import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { type Db, isUniqueViolation } from '../../kernel/db.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import type { CommitStatusRow } from '../tables.ts'
import { combined } from '../checks/combined.ts'
import * as store from './store.ts'

export const created = fact('status.created', { status_id: Id })

export interface NewStatus {
  state?: string
  context?: string
  description?: string
  target_url?: string
}

/** A new row, never a change of an old one. `sha` is a full commit id. */
export async function create(cx: Cx, repo: Repo, sha: string, byId: number | null, input: NewStatus): Promise<CommitStatusRow> {
  for (let tries = 0; ; tries++) {
    try {
      return await cx.write((tx) => add(cx, tx, repo.id, sha, byId, input))
    } catch (error) {
      // two statuses of one commit at the same moment: the second takes the next number
      if (!isUniqueViolation(error) || tries > 20) throw error
    }
  }
}

/** The same inside a transaction that is under way. */
export async function add(cx: Cx, tx: Db, repoId: number, sha: string, byId: number | null, input: NewStatus): Promise<CommitStatusRow> {
  const trimmed = (text: string | undefined) => (text ?? '').trim()
  const row = await store.insert(tx, {
    repo_id: repoId, sha, number: (await store.lastNumber(tx, repoId, sha)) + 1, state: trimmed(input.state), context: trimmed(input.context),
    description: trimmed(input.description), target_url: trimmed(input.target_url), creator_id: byId, created_at: cx.now(),
  })
  await emit(tx, created, { repo_id: repoId, by_id: byId ?? undefined, status_id: row.id })
  return row
}

export interface StateOf {
  state: string
  list: { state: string; context: string; description: string; target_url: string }[]
}

/** What is known of each of these commits; those without any status are left out. */
export async function statesOf(cx: Cx, repo: Repo, shas: readonly string[]): Promise<Map<string, StateOf>> {
  const rows = Map.groupBy(await store.listStates(cx.db, repo.id, shas), (row) => row.sha)
  return new Map([...rows].map(([sha, list]) => [sha, { state: combined(list.map((one) => one.state)), list }]))
}

export { combined } from '../checks/combined.ts'
