import type { Db } from '../../kernel/db.ts'

/** Whether a team was given the repository. */
export const teamReaches = async (db: Db, teamId: number, repoId: number): Promise<boolean> =>
  (await db
    .selectFrom('team')
    .select('team.id')
    .where('team.id', '=', teamId)
    .where((eb) =>
      eb.or([
        eb('team.includes_all', '=', true),
        eb('team.level', '>=', 4),
        eb.exists(eb.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').where('team_repo.repo_id', '=', repoId)),
      ]),
    )
    .executeTakeFirst()) !== undefined

export const listTeams = async (db: Db, ids: readonly number[]) => (ids.length === 0 ? [] : db.selectFrom('team').selectAll().where('id', 'in', [...new Set(ids)]).execute())

/** Collaborators and members of teams that reach the repository, by name. */
export const listAround = (db: Db, repo: { id: number; owner_id: number }) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('type', '=', 'user')
    .where('id', '<>', repo.owner_id)
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('collaboration').select('collaboration.level').whereRef('collaboration.account_id', '=', 'account.id').where('collaboration.repo_id', '=', repo.id).where('collaboration.level', '>=', 1)),
        eb.exists(
          eb
            .selectFrom('team_member')
            .innerJoin('team', 'team.id', 'team_member.team_id')
            .select('team.id')
            .whereRef('team_member.account_id', '=', 'account.id')
            .where('team_member.org_id', '=', repo.owner_id)
            .where((t) =>
              t.or([
                t('team.includes_all', '=', true),
                t('team.level', '>=', 4),
                t.exists(t.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').where('team_repo.repo_id', '=', repo.id)),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('lower_name')
    .execute()
