import { prepared, type Db } from '../../kernel/db.ts'

const assigned = prepared((db, issueIds: readonly number[]) => db.selectFrom('issue_assignee').selectAll().where('issue_id', 'in', issueIds).orderBy('account_id')).all

/** The assignees of each issue, by account id. */
export async function listOfIssues(db: Db, issueIds: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  if (issueIds.length === 0) return found
  const rows = await assigned(db, issueIds)
  for (const { issue_id, account_id } of rows) {
    const list = found.get(issue_id)
    if (list) list.push(account_id)
    else found.set(issue_id, [account_id])
  }
  return found
}

export const listOf = async (db: Db, issueId: number): Promise<number[]> => (await listOfIssues(db, [issueId])).get(issueId) ?? []

/** False if nothing changed. */
export async function put(db: Db, issueId: number, accountId: number): Promise<boolean> {
  const row = await db.insertInto('issue_assignee').values({ issue_id: issueId, account_id: accountId }).onConflict((on) => on.doNothing()).returning('account_id').executeTakeFirst()
  return row !== undefined
}

export async function take(db: Db, issueId: number, accountId: number): Promise<boolean> {
  const row = await db.deleteFrom('issue_assignee').where('issue_id', '=', issueId).where('account_id', '=', accountId).returning('account_id').executeTakeFirst()
  return row !== undefined
}

/** Off everything in a repository. */
export const takeAll = (db: Db, repoId: number, accountId: number) =>
  db.deleteFrom('issue_assignee').where('account_id', '=', accountId).where('issue_id', 'in', (eb) => eb.selectFrom('issue').select('issue.id').where('issue.repo_id', '=', repoId)).execute()

/** Collaborators and team members who may write to issues or pulls, by name. */
export const listWriters = (db: Db, repo: { id: number; owner_id: number }) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('type', '=', 'user')
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('collaboration').select('collaboration.level').whereRef('collaboration.account_id', '=', 'account.id').where('collaboration.repo_id', '=', repo.id).where('collaboration.level', '>=', 2)),
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
            )
            .where((t) =>
              t.or([
                t('team.level', '>=', 3),
                t.exists(t.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.level', '>=', 2)),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('lower_name')
    .execute()
