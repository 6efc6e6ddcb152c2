import { accountAccess, canCreateRepoIn, canSeeAccount, findAccount, findAccountByName, isBlocked, READ, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { exists, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { teamStore } from '../../orgs/index.ts'
import * as collaboratorStore from '../collaborators/store.ts'
import * as quota from '../quota/verbs.ts'
import * as repoStore from '../repos/store.ts'
import { isFull } from '../repos/verbs.ts'
import * as teamRepos from '../teams/store.ts'
import * as store from './store.ts'

export const asked = fact('repo.transfer.asked', { recipient_id: Id })
export const rejected = fact('repo.transfer.rejected', { recipient_id: Id })
export const transferred = fact('repo.transferred', { old_owner_id: Id })

/** At once where the caller may create repositories for the new owner, else when that one accepts. */
export async function start(cx: Cx, repo: Repo, by: Account, input: { new_owner?: string; team_ids?: number[] }): Promise<{ repo: Repo; pending: boolean }> {
  const owner = input.new_owner ? await findAccountByName(cx.db, input.new_owner) : undefined
  if (!owner || owner.type === 'bot' || !(await canSeeAccount(cx.db, by, owner))) throw notFound()
  if (input.team_ids && owner.type !== 'organization') throw invalid('teams can only be named where the new owner is an organization')
  const teamIds = [...new Set(input.team_ids ?? [])]
  await checkTeams(cx, owner, teamIds)
  if (await store.find(cx.db, repo.id)) throw exists('the repository is being transferred already')
  await checkTarget(cx, repo, owner, by)
  if (await canCreateRepoIn(cx.db, by, owner)) return { repo: await cx.write((tx) => move(cx, tx, repo, owner, teamIds, by)), pending: false }
  await cx.write(async (tx) => {
    const granted = owner.type === 'user' && (await accountAccess(tx, owner, repo)).level < READ
    if (granted) await collaboratorStore.set(tx, repo.id, owner.id, READ, cx.now())
    await store.insert(tx, { repo_id: repo.id, doer_id: by.id, recipient_id: owner.id, team_ids: JSON.stringify(teamIds), was_granted: granted, created_at: cx.now() })
    await emit(tx, asked, { repo_id: repo.id, by_id: by.id, recipient_id: owner.id })
  })
  return { repo, pending: true }
}

async function checkTeams(cx: Cx, owner: Account, teamIds: number[]): Promise<void> {
  for (const id of teamIds) {
    const team = await teamStore.find(cx.db, id)
    if (!team) throw invalid(`team ${id} not found`)
    if (team.org_id !== owner.id) throw forbidden(`team ${id} belongs to another organization`)
  }
}

async function checkTarget(cx: Cx, repo: Repo, owner: Account, by: Account): Promise<void> {
  if (await isBlocked(cx.db, owner.id, by.id)) throw forbidden('the new owner has blocked you')
  if (await repoStore.findNamed(cx.db, owner.id, repo.name)) throw invalid('The new owner has a repository with the same name')
  if (isFull(cx, owner) && !by.is_admin) throw forbidden(`user has reached maximum limit of repositories [limit: ${owner.max_repos}]`)
  if (!by.is_admin) await quota.need(cx, owner, repo.size * 1024)
}

/** The person who is offered it, or those who may create repositories in the organization that is; administrators only as one of them. */
const mayAnswer = async (cx: Cx, recipient: Account, by: Account): Promise<boolean> =>
  recipient.type === 'organization' ? canCreateRepoIn(cx.db, { ...by, is_admin: false }, recipient) : recipient.id === by.id

/** Whether it waits for this account's yes or no. */
export async function waitsFor(cx: Cx, repoId: number, by: Account): Promise<boolean> {
  const transfer = await store.find(cx.db, repoId)
  const recipient = transfer && (await findAccount(cx.db, transfer.recipient_id))
  return recipient !== undefined && mayAnswer(cx, recipient, by)
}

/** Only those who are to take over may say yes or no. */
async function pendingFor(cx: Cx, repo: Repo, by: Account) {
  const transfer = await store.find(cx.db, repo.id)
  const recipient = transfer && (await findAccount(cx.db, transfer.recipient_id))
  if (!transfer || !recipient) throw notFound()
  if (!(await mayAnswer(cx, recipient, by))) throw forbidden('permission denied')
  return { transfer, recipient }
}

export async function accept(cx: Cx, repo: Repo, by: Account): Promise<Repo> {
  const { transfer, recipient } = await pendingFor(cx, repo, by)
  await checkTarget(cx, repo, recipient, by)
  return cx.write(async (tx) => {
    if (!(await store.remove(tx, repo.id))) throw notFound()
    return move(cx, tx, repo, recipient, JSON.parse(transfer.team_ids), by)
  })
}

export async function reject(cx: Cx, repo: Repo, by: Account): Promise<void> {
  await pendingFor(cx, repo, by)
  await end(cx, repo, by)
}

/** By the owner, who is asked for at the door. */
export const takeBack = (cx: Cx, repo: Repo, by: Account): Promise<void> => end(cx, repo, by)

async function end(cx: Cx, repo: Repo, by: Account): Promise<void> {
  await cx.write(async (tx) => {
    const transfer = await store.find(tx, repo.id)
    if (!transfer || !(await store.remove(tx, repo.id))) throw notFound()
    if (transfer.was_granted) await collaboratorStore.remove(tx, repo.id, transfer.recipient_id)
    await emit(tx, rejected, { repo_id: repo.id, by_id: by.id, recipient_id: transfer.recipient_id })
  })
}

async function move(cx: Cx, tx: Db, repo: Repo, owner: Account, teamIds: number[], by: Account): Promise<Repo> {
  if (await repoStore.findNamed(tx, owner.id, repo.name)) throw invalid('The new owner has a repository with the same name')
  const row = await repoStore.update(tx, repo.id, { owner_id: owner.id })
  await store.cutTies(tx, repo.id, owner.id)
  for (const id of teamIds) await teamRepos.insert(tx, { team_id: id, repo_id: repo.id, org_id: owner.id })
  await repoStore.dropRedirect(tx, owner.id, repo.lower_name)
  await repoStore.redirect(tx, repo.owner_id, repo.lower_name, repo.id)
  await repoStore.countOwned(tx, repo.owner_id, -1)
  await repoStore.countOwned(tx, owner.id, 1)
  for (const id of [repo.owner_id, owner.id]) await quota.recountSoon(cx, tx, id)
  await emit(tx, transferred, { repo_id: repo.id, by_id: by.id, old_owner_id: repo.owner_id })
  return { ...row, owner }
}
