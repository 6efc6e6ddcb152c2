import { sql, type Db } from '../../kernel/db.ts'

export const find = (db: Db, teamId: number, repoId: number) =>
  db.selectFrom('team_repo').selectAll().where('team_id', '=', teamId).where('repo_id', '=', repoId).executeTakeFirst()

export const listTeamIds = async (db: Db, repoId: number) => (await db.selectFrom('team_repo').select('team_id').where('repo_id', '=', repoId).execute()).map((row) => row.team_id)

export const insert = (db: Db, row: { team_id: number; repo_id: number; org_id: number }) => db.insertInto('team_repo').values(row).onConflict((on) => on.doNothing()).execute()

export const remove = (db: Db, teamId: number, repoId: number) => db.deleteFrom('team_repo').where('team_id', '=', teamId).where('repo_id', '=', repoId).execute()

/** Everything the organization has now, row by row. */
export const insertAll = (db: Db, teamId: number) =>
  db
    .insertInto('team_repo')
    .columns(['team_id', 'repo_id', 'org_id'])
    .expression((eb) => eb.selectFrom('repo').innerJoin('team', 'team.org_id', 'repo.owner_id').select(['team.id as team_id', 'repo.id as repo_id', 'team.org_id as org_id']).where('team.id', '=', teamId))
    .onConflict((on) => on.doNothing())
    .execute()

/** The account watches what the team has, where it has not chosen yet; the repositories it did not watch before. */
export async function watchAll(db: Db, team: { id: number; org_id: number; includes_all: boolean }, accountId: number, now: number): Promise<void> {
  const watched = await db
    .insertInto('watch')
    .columns(['account_id', 'repo_id', 'mode', 'created_at'])
    .expression((eb) => {
      const of = eb.selectFrom('repo').innerJoin('account', (on) => on.on('account.id', '=', accountId)).where('repo.owner_id', '=', team.org_id)
      const held = team.includes_all ? of : of.where('repo.id', 'in', eb.selectFrom('team_repo').select('team_repo.repo_id').where('team_repo.team_id', '=', team.id))
      return held.select(['account.id as account_id', 'repo.id as repo_id', sql.lit<'auto'>('auto').as('mode'), sql.lit(now).as('created_at')])
    })
    .onConflict((on) => on.doNothing())
    .returning('repo_id')
    .execute()
  for (let at = 0; at < watched.length; at += 1000) {
    const ids = watched.slice(at, at + 1000).map((row) => row.repo_id)
    await db.updateTable('repo').set((eb) => ({ num_watches: eb('num_watches', '+', 1) })).where('id', 'in', ids).execute()
  }
}

/** What of an organization's repositories an account watches. */
export const listWatched = async (db: Db, orgId: number, accountId: number): Promise<number[]> =>
  (await db.selectFrom('watch').innerJoin('repo', 'repo.id', 'watch.repo_id').select('repo.id').where('repo.owner_id', '=', orgId).where('watch.account_id', '=', accountId).execute()).map((row) => row.id)
