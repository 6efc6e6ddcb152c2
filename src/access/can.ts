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
  if (account && (account.is_admin || account.id === repo.owner_id)) return limited(repo, { level: OWNER, units: allUnits(OWNER) })
  const open = !repo.is_private && !account?.is_restricted && (await canSeeAccount(db, account, repo.owner))
  const access: Access = { level: open ? READ : NONE, units: allUnits(open ? READ : NONE) }
  if (!account) return limited(repo, access)
  raise(access, (await store.collaboratorLevel(db, repo.id, account.id)) as Level)
  if (repo.owner.type === 'organization') {
    for (const team of await store.teamLevels(db, repo.owner_id, account.id, repo.id)) {
      if (team.level >= ADMIN) raise(access, team.level as Level)
      else if (team.unit) raiseUnit(access, team.unit, (team.unit_level ?? NONE) as Level)
    }
  }
  return limited(repo, access)
}

function raise(access: Access, level: Level) {
  if (level > access.level) access.level = level
  for (const unit of units) if (level > access.units[unit]) access.units[unit] = level
}

function raiseUnit(access: Access, name: string, level: Level) {
  const unit = name.replace(/^repo\./, '').replace(/^ext_/, '') as Unit
  if (!units.includes(unit)) return
  if (level > access.units[unit]) access.units[unit] = level
  // reaching one unit is enough to see the repository
  if (level > NONE && access.level < READ) access.level = READ
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
  if (account.visibility === 'public') return !viewer?.is_restricted || viewer.id === account.id || (await store.sharesPrivateGround(db, account, viewer.id)) || account.type !== 'organization'
  if (!viewer) return false
  if (viewer.is_admin || viewer.id === account.id) return true
  if (account.visibility === 'limited' && !viewer.is_restricted) return true
  return store.sharesPrivateGround(db, account, viewer.id)
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
