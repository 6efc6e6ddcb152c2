// The one place that reads memberships and decides. API, git, SSH, packages and runners all ask here.
import type { Db } from '../kernel/db.ts'
import type { Actor } from './actor.ts'
import { ADMIN, allUnits, NONE, OWNER, READ, units, WRITE, type Level, type Unit } from './levels.ts'
import * as store from './store.ts'
import type { Account, Repo } from './store.ts'

/** What an actor may do in a repository. */
export interface Access {
  /** over the whole repository */
  level: Level
  /** per unit, NONE where the unit is switched off */
  units: Record<Unit, Level>
}

const nothing: Access = { level: NONE, units: allUnits(NONE) }

/** The access of whoever is asking, token limits aside (guards check scopes). */
export async function accessTo(db: Db, actor: Actor, repo: Repo): Promise<Access> {
  if (actor.deploy) {
    if (actor.deploy.repo_id !== repo.id) return nothing
    return limited(repo, { level: READ, units: { ...allUnits(NONE), code: actor.deploy.read_only ? READ : WRITE } })
  }
  if (actor.job) return jobAccess(db, actor, repo)
  if (actor.publicOnly && (repo.is_private || repo.owner.visibility !== 'public')) return nothing
  return accountAccess(db, actor.account, repo)
}

/** The access of an account, whoever is asking. */
export async function accountAccess(db: Db, account: Account | null, repo: Repo): Promise<Access> {
  return (await accountAccessToMany(db, account, [repo])).get(repo.id)!
}

/** The same for a list of repositories, by id; at most three queries however long it is. */
export async function accessToMany(db: Db, actor: Actor, repos: readonly Repo[]): Promise<Map<number, Access>> {
  if (!actor.deploy && !actor.job && !actor.publicOnly) return accountAccessToMany(db, actor.account, repos)
  if (!actor.publicOnly) return new Map(await Promise.all(repos.map(async (repo) => [repo.id, await accessTo(db, actor, repo)] as const)))
  const open = await accountAccessToMany(db, actor.account, repos.filter((repo) => !repo.is_private && repo.owner.visibility === 'public'))
  return new Map(repos.map((repo) => [repo.id, open.get(repo.id) ?? nothing]))
}

export async function accountAccessToMany(db: Db, account: Account | null, repos: readonly Repo[]): Promise<Map<number, Access>> {
  const owns = (repo: Repo) => account !== null && (account.is_admin || account.id === repo.owner_id)
  const others = account === null ? [] : repos.filter((repo) => !owns(repo))
  const hidden = others.filter((repo) => !repo.is_private && repo.owner.visibility === 'private').map((repo) => repo.owner_id)
  const letIn = hidden.length > 0 ? await store.seenOf(db, account!, hidden) : new Set<number>()
  const levels = others.length > 0 ? await store.collaboratorLevels(db, account!.id, others.map((repo) => repo.id)) : new Map<number, number>()
  const inOrgs = others.filter((repo) => repo.owner.type === 'organization')
  const teams = inOrgs.length > 0 ? await store.teamLevels(db, account!.id, inOrgs.map((repo) => repo.id)) : []
  return new Map(repos.map((repo) => {
    if (owns(repo)) return [repo.id, limited(repo, { level: OWNER, units: allUnits(OWNER) })]
    const open = !repo.is_private && !account?.is_restricted && seesOwner(account, repo.owner, letIn)
    const access: Access = { level: open ? READ : NONE, units: allUnits(open ? READ : NONE) }
    raise(access, (levels.get(repo.id) ?? NONE) as Level)
    for (const team of teams) {
      if (team.repo_id !== repo.id) continue
      raise(access, team.level as Level)
      if (team.unit) raiseUnit(access, team.unit, (team.unit_level ?? NONE) as Level)
    }
    return [repo.id, limited(repo, access)]
  }))
}

const seesOwner = (viewer: Account | null, owner: Account, letIn: Set<number>) =>
  owner.visibility === 'public' || (viewer !== null && (owner.visibility === 'limited' || letIn.has(owner.id)))

function raise(access: Access, level: Level) {
  if (level > access.level) access.level = level
  for (const unit of units) if (level > access.units[unit]) access.units[unit] = level
}

function raiseUnit(access: Access, name: string, level: Level) {
  // reaching one unit, even a tracker elsewhere, is enough to see the repository
  if (level > NONE && access.level < READ) access.level = READ
  const unit = name.replace(/^repo\./, '') as Unit
  if (!units.includes(unit)) return
  if (level > access.units[unit]) access.units[unit] = level
  if (level > access.level && level <= WRITE) access.level = level
}

/** Units that are switched off are nobody's. */
function limited(repo: Repo, access: Access): Access {
  const on: Record<Unit, boolean> = {
    code: repo.has_code, issues: repo.has_issues, pulls: repo.has_pulls, releases: repo.has_releases,
    wiki: repo.has_wiki, projects: repo.has_projects, packages: repo.has_packages, actions: repo.has_actions,
  }
  const left = { ...access.units }
  for (const unit of units) if (!on[unit]) left[unit] = NONE
  return { level: access.level, units: left }
}

/** A job's token reaches its own repository, and reads public ones. */
async function jobAccess(db: Db, actor: Actor, repo: Repo): Promise<Access> {
  const job = actor.job!
  if (job.repo_id !== repo.id) return accountAccess(db, null, repo)
  return limited(repo, { level: READ, units: { ...allUnits(NONE), ...job.units } })
}

/** Whether an account's page, and what it owns publicly, may be seen. */
export async function canSeeAccount(db: Db, viewer: Account | null, account: Account): Promise<boolean> {
  if (account.visibility === 'public') return true
  if (!viewer) return false
  if (viewer.is_admin || viewer.id === account.id) return true
  if (account.visibility === 'limited' && !viewer.is_restricted) return true
  if (account.type === 'organization') return (await store.findMembership(db, account.id, viewer.id)) !== undefined
  return !viewer.is_restricted && (await store.knows(db, account.id, viewer.id))
}

/** Roles in an organization: the owners' team, another team, or a stranger. */
export async function orgRole(db: Db, account: Account | null, org: Account): Promise<'owner' | 'member' | 'none'> {
  if (!account) return 'none'
  if (account.is_admin) return 'owner'
  if (!(await store.findMembership(db, org.id, account.id))) return 'none'
  return (await store.bestTeam(db, org.id, account.id)).level >= OWNER ? 'owner' : 'member'
}

export async function canCreateRepoIn(db: Db, account: Account, owner: Account): Promise<boolean> {
  if (account.is_admin || account.id === owner.id) return true
  return owner.type === 'organization' && (await store.bestTeam(db, owner.id, account.id)).canCreate
}

/** May the account write to issues or pulls, whichever the number is. */
export const unitOf = (isPull: boolean): Unit => (isPull ? 'pulls' : 'issues')
export const canRead = (access: Access, unit: Unit) => access.units[unit] >= READ
export const canWrite = (access: Access, unit: Unit) => access.units[unit] >= WRITE
export const isRepoAdmin = (access: Access) => access.level >= ADMIN
