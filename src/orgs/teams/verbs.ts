import { findMembership, isBlocked, NONE, OWNER, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import { bad, forbidden, invalid } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Bool, Id, Str } from '../../kernel/schema.ts'
import * as orgStore from '../orgs/store.ts'
import type { TeamRow } from '../tables.ts'
import { decide, ownersUnits, type Asked } from '../ground/levels.ts'
import * as store from './store.ts'

export const created = fact('team.created', { org_id: Id, team_id: Id })
export const changed = fact('team.changed', { org_id: Id, team_id: Id, includes_all: Bool, included_all: Bool })
export const removed = fact('team.removed', { org_id: Id, team_id: Id, name: Str })
export const memberAdded = fact('team.member.added', { org_id: Id, team_id: Id, account_id: Id })
export const memberRemoved = fact('team.member.removed', { org_id: Id, team_id: Id, account_id: Id })
/** follows the last team.member.removed of an account in the organization */
export const left = fact('org.member.removed', { org_id: Id, account_id: Id })

export interface TeamInput extends Asked {
  name?: string
  description?: string
  includes_all_repositories?: boolean
  can_create_org_repo?: boolean
  visibility?: 'public' | 'limited' | 'private'
}

export const isOwners = (team: TeamRow) => team.level >= OWNER

/** The owners' team of a new organization. */
export async function found(tx: Db, org: Account): Promise<TeamRow> {
  const team = await store.insert(tx, { org_id: org.id, ...named('Owners'), ...described(''), level: OWNER, includes_all: true, can_create_repo: true, visibility: 'limited' })
  await store.setUnits(tx, team.id, ownersUnits())
  return team
}

export async function create(cx: Cx, org: Account, by: Account, input: TeamInput & { name: string }): Promise<TeamRow> {
  const decided = decide(input)
  if (!decided) throw bad('no permission specified')
  return cx.write(async (tx) => {
    await mustBeFree(tx, org.id, input.name)
    const { description = '', includes_all_repositories: all = false, can_create_org_repo: create = false, visibility = 'private' } = input
    const team = await store.insert(tx, { org_id: org.id, ...named(input.name), ...described(description), level: decided.level ?? 0, includes_all: all, can_create_repo: create, visibility }).catch(lost(org.id, input.name))
    await store.setUnits(tx, team.id, decided.units)
    await emit(tx, created, { by_id: by.id, org_id: org.id, team_id: team.id })
    return team
  })
}

/** Of the owners' team only the description can be changed. */
export async function edit(cx: Cx, team: TeamRow, by: Account, input: TeamInput): Promise<TeamRow> {
  const decided = isOwners(team) ? undefined : decide(input)
  return cx.write(async (tx) => {
    const renamed = input.name && input.name !== team.name && !isOwners(team) ? input.name : undefined
    if (renamed && renamed.toLowerCase() !== team.lower_name) await mustBeFree(tx, team.org_id, renamed)
    const row = await store.update(tx, team.id, {
      ...(renamed ? named(renamed) : {}),
      ...described(input.description ?? team.description),
      ...(isOwners(team)
        ? {}
        : {
            level: decided?.level ?? team.level,
            includes_all: input.includes_all_repositories ?? team.includes_all,
            can_create_repo: input.can_create_org_repo ?? team.can_create_repo,
            visibility: input.visibility || team.visibility,
          }),
    }).catch(lost(team.org_id, renamed ?? team.name))
    if (decided) await store.setUnits(tx, team.id, decided.units)
    await emit(tx, changed, { by_id: by.id, org_id: team.org_id, team_id: team.id, includes_all: row.includes_all, included_all: team.includes_all })
    return row
  })
}

/** From now on only what its units say. */
export async function levelByUnits(cx: Cx, org: Account, id: number, by: Account): Promise<void> {
  await cx.write(async (tx) => {
    const team = await store.find(tx, id)
    if (!team || team.org_id !== org.id || isOwners(team) || team.level === NONE) return
    await store.update(tx, team.id, { level: NONE })
    await emit(tx, changed, { by_id: by.id, org_id: org.id, team_id: team.id, includes_all: team.includes_all, included_all: team.includes_all })
  })
}

/** Members that are in no other team leave the organization with it. */
export async function remove(cx: Cx, team: TeamRow, by: Account): Promise<void> {
  if (isOwners(team)) throw invalid('the team of the owners cannot be removed')
  await cx.write(async (tx) => {
    for (const member of await store.members(tx, [team.id])) await part(tx, team, member.id, by)
    await store.remove(tx, team.id)
    await emit(tx, removed, { by_id: by.id, org_id: team.org_id, team_id: team.id, name: team.name })
  })
}

export async function add(cx: Cx, org: Account, team: TeamRow, account: Account, by: Account): Promise<void> {
  if (account.type !== 'user') throw invalid('only people can be members of a team')
  if (await isBlocked(cx.db, org.id, account.id)) throw forbidden('user is blocked')
  if (await store.findMember(cx.db, team.id, account.id)) return
  await cx.write(async (tx) => {
    await join(tx, org, team, account.id)
    await emit(tx, memberAdded, { by_id: by.id, org_id: org.id, team_id: team.id, account_id: account.id })
  })
}

export async function drop(cx: Cx, team: TeamRow, account: Account, by: Account): Promise<void> {
  if (!(await store.findMember(cx.db, team.id, account.id))) return
  await cx.write((tx) => part(tx, team, account.id, by))
}

/** Joining a team makes a member of the organization. */
export async function join(tx: Db, org: Account, team: TeamRow, accountId: number): Promise<void> {
  await orgStore.insertMember(tx, org.id, accountId)
  await store.insertMember(tx, { team_id: team.id, account_id: accountId, org_id: org.id })
}

/** Leaving the last team is leaving the organization; the last owner stays. */
export async function part(tx: Db, team: TeamRow, accountId: number, by: Account): Promise<void> {
  if (isOwners(team)) {
    await store.hold(tx, team.id)
    if (await isLastOwner(tx, team.org_id, accountId)) throw invalid(`user is the last member of owner team [uid: ${accountId}]`)
  }
  await store.removeMember(tx, team.id, accountId)
  await emit(tx, memberRemoved, { by_id: by.id, org_id: team.org_id, team_id: team.id, account_id: accountId })
  if (!(await store.anyMembership(tx, team.org_id, accountId))) await leave(tx, team.org_id, accountId, by)
}

/** Nothing more ties the account to the organization. */
export async function leave(tx: Db, orgId: number, accountId: number, by: Account): Promise<void> {
  if (!(await findMembership(tx, orgId, accountId))) return
  await orgStore.removeMember(tx, orgId, accountId)
  await emit(tx, left, { by_id: by.id, org_id: orgId, account_id: accountId })
}

export async function isLastOwner(db: Db, orgId: number, accountId: number): Promise<boolean> {
  const owners = await store.members(db, [(await store.findOwners(db, orgId)).id])
  return owners.length === 1 && owners[0].id === accountId
}

async function mustBeFree(tx: Db, orgId: number, name: string): Promise<void> {
  const lower = name.toLowerCase()
  if (lower === 'new') throw invalid(`name is reserved [name: ${lower}]`)
  if (await store.findNamed(tx, orgId, name)) throw taken(orgId, name)
}

const taken = (orgId: number, name: string) => invalid(`team already exists [org_id: ${orgId}, name: ${name.toLowerCase()}]`)

/** Somebody else took the name between our look and our write. */
const lost = (orgId: number, name: string) => (error: unknown) => {
  throw isUniqueViolation(error) ? taken(orgId, name) : error
}

const named = (name: string) => ({ name, lower_name: name.toLowerCase() })
const described = (description: string) => ({ description, lower_description: description.toLowerCase() })
