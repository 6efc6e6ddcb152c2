// Who of a list of accounts may read a unit of a repository: what accessTo decides one by one, asked of the database at once.
import type { Db } from '../kernel/db.ts'
import { READ, type Unit } from './levels.ts'
import type { Account, Repo } from './store.ts'

const AT_ONCE = 5000

/** In no particular order; organizations and bots read nothing by themselves. */
export async function readersOf(db: Db, repo: Repo, unit: Unit, ids: readonly number[]): Promise<Account[]> {
  if (!repo[`has_${unit}`]) return []
  const wanted = [...new Set(ids)]
  const found: Account[] = []
  for (let from = 0; from < wanted.length; from += AT_ONCE) found.push(...(await some(db, repo, unit, wanted.slice(from, from + AT_ONCE))))
  return found
}

const some = (db: Db, repo: Repo, unit: Unit, ids: number[]): Promise<Account[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('account.id', 'in', ids)
    .where('account.type', '=', 'user')
    .where((eb) => {
      const collaborates = eb.exists(
        eb.selectFrom('collaboration').select('collaboration.level').whereRef('collaboration.account_id', '=', 'account.id').where('collaboration.repo_id', '=', repo.id).where('collaboration.level', '>=', READ),
      )
      const inTeam = eb.exists(
        eb
          .selectFrom('team_member')
          .innerJoin('team', 'team.id', 'team_member.team_id')
          .select('team.id')
          .whereRef('team_member.account_id', '=', 'account.id')
          .where('team_member.org_id', '=', repo.owner_id)
          .where((q) => q.or([
            q('team.includes_all', '=', true),
            q('team.level', '>=', 4),
            q.exists(q.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').where('team_repo.repo_id', '=', repo.id)),
          ]))
          .where((q) => q.or([
            q('team.level', '>=', READ),
            q.exists(q.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.unit', 'in', [unit, `repo.${unit}`]).where('team_unit.level', '>=', READ)),
          ])),
      )
      const member = eb.exists(eb.selectFrom('org_member').select('org_member.org_id').where('org_member.org_id', '=', repo.owner_id).whereRef('org_member.account_id', '=', 'account.id'))
      const unrestricted = eb('account.is_restricted', '=', false)
      const open = repo.is_private ? [] : [repo.owner.visibility === 'private' ? eb.and([unrestricted, member]) : unrestricted]
      return eb.or([eb('account.is_admin', '=', true), eb('account.id', '=', repo.owner_id), collaborates, inTeam, ...open])
    })
    .execute()
