import type { Actor } from '../access/index.ts'
import { commentStore, commentView } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Static } from '../kernel/schema.ts'
import { formatTime } from '../kernel/times.ts'
import { repoStore, repoView } from '../repos/index.ts'
import { accountStore, userView } from '../users/index.ts'
import type { Activity } from './schema.ts'
import type { ActivityRow } from './tables.ts'

/** Actors, repositories and comments are read once each, however often they appear. */
export async function many(cx: Cx, rows: ActivityRow[], actor: Actor): Promise<Static<typeof Activity>[]> {
  const accounts = new Map((await accountStore.listByIds(cx.db, rows.map((row) => row.act_user_id))).map((one) => [one.id, userView.one(cx, one, actor.account)]))
  const repos = await repoStore.listWithOwners(cx.db, [...new Set(rows.map((row) => row.repo_id))])
  const records = new Map((await repoView.many(cx, repos, actor)).map((one) => [one.id, one]))
  const comments = new Map((await commentView.many(cx, await commentStore.listByIds(cx.db, rows.flatMap((row) => row.comment_id ?? [])), { repos })).map((one) => [one.id, one]))
  return rows.map((row) => ({
    id: row.id,
    user_id: row.user_id,
    op_type: row.op_type as Static<typeof Activity>['op_type'],
    act_user_id: row.act_user_id,
    act_user: accounts.get(row.act_user_id) ?? null,
    repo_id: row.repo_id,
    repo: records.get(row.repo_id) ?? null,
    comment_id: row.comment_id ?? 0,
    comment: (row.comment_id !== null && comments.get(row.comment_id)) || null,
    ref_name: row.ref_name,
    is_private: row.is_private,
    content: row.content,
    created: formatTime(row.created_at),
  }))
}
