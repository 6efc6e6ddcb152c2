import { accessTo, accountAccessToMany, ADMIN, findAccount, findRepo, OWNER, READ, type Account, type Actor, type Repo, type SignedIn } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden, invalid, notAllowed, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { teamStore, type TeamRow } from '../../orgs/index.ts'
import { listWithOwners } from '../repos/store.ts'
import * as watches from '../watches/verbs.ts'
import * as store from './store.ts'

export const added = fact('team.repo.added', { team_id: Id })
export const removed = fact('team.repo.removed', { team_id: Id })

/** The repository of that name in the team's organization, if the caller may see it. */
export async function named(cx: Cx, org: Account, name: string, actor: Actor): Promise<Repo> {
  const repo = await findRepo(cx.db, org.name, name)
  if (!repo || (await accessTo(cx.db, actor, repo)).level < READ) throw notFound()
  return repo
}

/** The same, if the team has it. */
export async function held(cx: Cx, org: Account, team: TeamRow, name: string, actor: Actor): Promise<Repo> {
  const repo = await named(cx, org, name, actor)
  if (!team.includes_all && !(await store.find(cx.db, team.id, repo.id))) throw notFound()
  return repo
}

export async function add(cx: Cx, org: Account, team: TeamRow, name: string, by: SignedIn): Promise<void> {
  await give(cx, team, await changeable(cx, org, name, by), by)
}

/** A team that includes all keeps all. */
export async function remove(cx: Cx, org: Account, team: TeamRow, name: string, by: SignedIn): Promise<void> {
  await take(cx, team, await changeable(cx, org, name, by), by)
}

async function give(cx: Cx, team: TeamRow, repo: Repo, by: SignedIn): Promise<void> {
  if (team.includes_all || (await store.find(cx.db, team.id, repo.id))) return
  await cx.write(async (tx) => {
    await store.insert(tx, { team_id: team.id, repo_id: repo.id, org_id: team.org_id })
    await emit(tx, added, { repo_id: repo.id, by_id: by.account.id, team_id: team.id })
  })
}

async function take(cx: Cx, team: TeamRow, repo: Repo, by: SignedIn): Promise<void> {
  if (team.includes_all || !(await store.find(cx.db, team.id, repo.id))) return
  await cx.write(async (tx) => {
    await store.remove(tx, team.id, repo.id)
    await emit(tx, removed, { repo_id: repo.id, by_id: by.account.id, team_id: team.id })
  })
}

/** By an owner, or where the organization lets them by the repository's administrators. */
async function changeable(cx: Cx, org: Account, name: string, by: SignedIn): Promise<Repo> {
  const repo = await named(cx, org, name, by)
  const owner = await teamStore.findMember(cx.db, (await teamStore.findOwners(cx.db, org.id)).id, by.account.id)
  if (!org.repo_admin_change_team_access && !owner) throw forbidden('user is nor repo admin nor owner')
  if ((await accessTo(cx.db, by, repo)).level < ADMIN) throw forbidden('Must have admin-level access to the repository')
  return repo
}

/** The teams of the owning organization that reach the repository. */
export async function reaching(cx: Cx, repo: Repo): Promise<TeamRow[]> {
  needOrg(repo)
  const held = new Set(await store.listTeamIds(cx.db, repo.id))
  return (await teamStore.listAll(cx.db, repo.owner_id)).filter((team) => team.includes_all || held.has(team.id))
}

/** A team of the owning organization by its name, and whether it reaches the repository. */
async function byName(cx: Cx, repo: Repo, name: string): Promise<{ team: TeamRow; reaches: boolean }> {
  needOrg(repo)
  const team = await teamStore.findNamed(cx.db, repo.owner_id, name)
  if (!team) throw notFound()
  return { team, reaches: team.includes_all || (await store.find(cx.db, team.id, repo.id)) !== undefined }
}

function needOrg(repo: Repo): void {
  if (repo.owner.type !== 'organization') throw notAllowed('repo is not owned by an organization')
}

export async function reached(cx: Cx, repo: Repo, name: string): Promise<TeamRow> {
  const { team, reaches } = await byName(cx, repo, name)
  if (!reaches) throw notFound()
  return team
}

/** Lets a team in, or keeps it out; what is so already is refused. The caller administers the repository. */
export async function change(cx: Cx, repo: Repo, name: string, by: SignedIn, wanted: boolean): Promise<void> {
  needOrg(repo)
  if (!repo.owner.repo_admin_change_team_access && (await accessTo(cx.db, by, repo)).level < OWNER) throw forbidden('user is nor repo admin nor owner')
  const { team, reaches } = await byName(cx, repo, name)
  if (reaches === wanted) throw invalid(wanted ? `team '${team.name}' was already added to repo` : `team '${team.name}' was not added to repo`)
  await (wanted ? give : take)(cx, team, repo, by)
}

/** A team that no longer includes all still has what there was. */
export async function settle(tx: Db, change: { team_id: number; includes_all: boolean; included_all: boolean }): Promise<void> {
  if (change.included_all && !change.includes_all) await store.insertAll(tx, change.team_id)
}

/** Whoever joins a team watches what it has. */
export async function welcome(cx: Cx, tx: Db, teamId: number, accountId: number): Promise<void> {
  const team = await teamStore.find(tx, teamId)
  if (!team || !(await teamStore.findMember(tx, teamId, accountId))) return
  await store.watchAll(tx, team, accountId, cx.now())
}

/** Whoever leaves stops watching what may no longer be seen. */
export async function forget(tx: Db, orgId: number, accountId: number): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (!account) return
  const repos = await listWithOwners(tx, await store.listWatched(tx, orgId, accountId))
  const rights = await accountAccessToMany(tx, account, repos)
  for (const repo of repos) if (rights.get(repo.id)!.level < READ) await watches.end(tx, repo.id, accountId)
}

