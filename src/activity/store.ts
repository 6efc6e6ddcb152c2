import type { Insertable } from 'kysely'
import { repoPublic, repoVisibleTo, visibleTo, type Actor } from '../access/index.ts'
import { prepared, sql, type Db, type Tables } from '../kernel/db.ts'
import type { Slice } from '../kernel/paging.ts'

const AT_ONCE = 500
const insertRows = prepared((db, rows: Insertable<Tables['activity']>[]) => db.insertInto('activity').values(rows)).all

export async function insert(db: Db, rows: Insertable<Tables['activity']>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) await insertRows(db, rows.slice(from, from + AT_ONCE))
}

/** The entry a state change left in the timeline. */
export const findStateEntry = (db: Db, issueId: number, type: 'close' | 'reopen') =>
  db.selectFrom('comment').select('id').where('issue_id', '=', issueId).where('type', '=', type).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Past acts follow a repository that becomes private, or public. */
export const hide = (db: Db, repoId: number, isPrivate: boolean) =>
  db.updateTable('activity').set({ is_private: isPrivate }).where('repo_id', '=', repoId).where('is_private', '=', !isPrivate).execute()

export const removeBefore = (db: Db, time: number) => db.deleteFrom('activity').where('created_at', '<', time).execute()

export interface Feed {
  actor: Actor
  /** entries of this account's feed */
  inbox?: number
  /** original entries of this repository, about these units and about itself */
  repo?: { id: number; units: readonly string[] }
  /** of the inbox only what happened in the repositories of this team */
  team?: number
  performedBy?: number
  /** private entries too, and those of actors who hide */
  everything: boolean
  /** unix seconds of a day's beginning */
  day?: number
}

const DAY = 24 * 3600

function entries(db: Db, feed: Feed) {
  const { actor } = feed
  let found = db
    .selectFrom('activity')
    .innerJoin('repo', 'repo.id', 'activity.repo_id')
    .innerJoin('account', 'account.id', 'activity.act_user_id')
    // whoever asks must still be able to see what it is about, their own feed included
    .where(repoVisibleTo(actor, 'activity.unit'))
  if (actor.publicOnly) found = found.where(repoPublic()).where('activity.is_private', '=', false)
  if (feed.inbox !== undefined) found = found.where('activity.user_id', '=', feed.inbox)
  if (feed.repo) {
    found = found.where('activity.repo_id', '=', feed.repo.id).whereRef('activity.user_id', '=', 'activity.act_user_id').where('activity.unit', 'in', ['', ...feed.repo.units])
  }
  if (feed.team !== undefined) {
    const { team } = feed
    found = found.where((eb) => eb.or([
      eb.exists(eb.selectFrom('team_repo').select('team_repo.repo_id').where('team_repo.team_id', '=', team).whereRef('team_repo.repo_id', '=', 'activity.repo_id')),
      eb.exists(eb.selectFrom('team').select('team.id').where('team.id', '=', team).where('team.includes_all', '=', true)),
    ]))
  }
  if (feed.performedBy !== undefined) found = found.where('activity.act_user_id', '=', feed.performedBy)
  if (feed.day !== undefined) found = found.where('activity.created_at', '>=', feed.day).where('activity.created_at', '<', feed.day + DAY)
  if (!feed.everything) {
    const mine = actor.account?.id ?? 0
    found = found.where((eb) => eb.or([eb('account.hide_activity', '=', false), eb('account.id', '=', mine)]))
    if (feed.repo === undefined) found = found.where('activity.is_private', '=', false).where(visibleTo(actor.account, actor.publicOnly) as never)
  }
  return found
}

export async function list(db: Db, feed: Feed, at: Slice) {
  const found = entries(db, feed)
  const rows = await found.selectAll('activity').orderBy('activity.created_at', 'desc').orderBy('activity.id', 'desc').limit(at.limit).offset(at.offset).execute()
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

const QUARTER = 900

/** How much somebody did in each quarter of an hour, as far as the viewer may know; of an organization what was done in it. */
export async function heat(db: Db, actor: Actor, of: { id: number; type: string }, since: number): Promise<{ quarter: number; acts: number }[]> {
  const quarter = sql<number>`activity.created_at / ${sql.lit(QUARTER)}`
  let found = db.selectFrom('activity').innerJoin('repo', 'repo.id', 'activity.repo_id').where(repoVisibleTo(actor)).where('activity.user_id', '=', of.id).where('activity.created_at', '>', since)
  if (of.type !== 'organization') found = found.whereRef('activity.user_id', '=', 'activity.act_user_id')
  const rows = await found.select((eb) => [quarter.as('quarter'), eb.fn.countAll<number>().as('acts')]).groupBy(quarter).orderBy('quarter').execute()
  return rows.map((row) => ({ quarter: Number(row.quarter) * QUARTER, acts: Number(row.acts) }))
}
