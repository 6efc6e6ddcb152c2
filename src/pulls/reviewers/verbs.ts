// Who is asked to review.
import { accountAccess, canRead, findAccount, findAccountByEmail, findAccountByName, type Account, type Repo } from '../../access/index.ts'
import { rules } from '../../code/index.ts'
import { entry } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { teamStore, type TeamRow } from '../../orgs/index.ts'
import type { Doing, PullAt } from '../ground/at.ts'
import { requested } from '../ground/facts.ts'
import * as pullStore from '../pulls/store.ts'
import * as reviewStore from '../reviews/store.ts'
import type { ReviewRow } from '../tables.ts'
import * as store from './store.ts'

export interface Named {
  reviewers?: string[]
  team_reviewers?: string[]
}
export interface Reviewers {
  people: Account[]
  teams: TeamRow[]
}

/** All of them must exist; a name with @ is an address. Teams are an organization's matter and ignored elsewhere. */
export async function named(db: Db, repo: Repo, input: Named): Promise<Reviewers> {
  const people: Account[] = []
  for (const name of new Set(input.reviewers ?? [])) {
    const found = name.includes('@') ? await findAccountByEmail(db, name) : await findAccountByName(db, name)
    if (!found) throw notFound()
    people.push(found)
  }
  const teams: TeamRow[] = []
  for (const name of repo.owner.type === 'organization' ? new Set(input.team_reviewers ?? []) : []) {
    const found = await teamStore.findNamed(db, repo.owner_id, name)
    if (!found) throw notFound()
    teams.push(found)
  }
  return { people, teams }
}

/** The author, the owner, and those who were given the repository by name or team. */
export async function mayManage(db: Db, repo: Repo, posterId: number | null, by: Account): Promise<boolean> {
  if (repo.is_archived) return false
  if (by.id === posterId || by.id === repo.owner_id) return true
  return (await pullStore.isRelated(db, repo.id, by.id)) && canRead(await accountAccess(db, by, repo), 'pulls')
}

/** Whose word counts: those on the list of the base branch's rule if it has one, else those who may write code. */
export const isOfficial = async (db: Db, { repo, pull }: Pick<PullAt, 'repo' | 'pull'>, account: Account): Promise<boolean> =>
  rules.mayApprove(db, repo, await rules.ruleFor(db, repo, pull.base_branch), account)

export async function checkPerson(db: Db, repo: Repo, posterId: number | null, person: Account): Promise<void> {
  if (person.type === 'organization') throw invalid('an organization cannot be asked to review')
  if (person.id === posterId) throw invalid('the author of a pull request cannot review it')
  if (!canRead(await accountAccess(db, person, repo), 'pulls')) throw invalid(`${person.name} cannot read the pull requests of this repository`)
}

export async function checkTeam(db: Db, repo: Repo, team: TeamRow): Promise<void> {
  if (repo.is_private && !(await store.teamReaches(db, team.id, repo.id))) throw invalid(`the team ${team.name} has no access to the repository`)
}

/** One by one; those before a refusal stay asked. The requests that are new. */
export async function request(cx: Cx, at: Doing, input: Named): Promise<ReviewRow[]> {
  const { people, teams } = await named(cx.db, at.repo, input)
  const manages = await mayManage(cx.db, at.repo, at.issue.poster_id, at.by)
  const made: (ReviewRow | undefined)[] = []
  for (const one of people) {
    await checkPerson(cx.db, at.repo, at.issue.poster_id, one)
    if (!manages) throw invalid('you may not choose reviewers here')
    made.push(await cx.write((tx) => ask(cx, tx, at, at.by.id, one)))
  }
  for (const one of teams) {
    await checkTeam(cx.db, at.repo, one)
    if (!manages) throw invalid('you may not choose reviewers here')
    made.push(await cx.write((tx) => askTeam(cx, tx, at, at.by.id, one)))
  }
  return made.filter((one) => one !== undefined)
}

/** Tells that somebody is asked. */
export const tell = (tx: Db, { repo, issue }: Pick<PullAt, 'repo' | 'issue'>, byId: number, whom: { reviewer_id: number } | { team_id: number }): Promise<void> =>
  emit(tx, requested, { repo_id: repo.id, by_id: byId, issue_id: issue.id, ...whom, removed: false })

/** Undefined if the person is asked already. `quiet` where it was told before. */
export async function ask(cx: Cx, tx: Db, at: PullAt, byId: number, person: Account, quiet = false): Promise<ReviewRow | undefined> {
  const { issue, pull } = at
  const latest = await reviewStore.findLatest(tx, issue.id, person.id)
  if (latest?.state === 'REQUEST_REVIEW') return undefined
  if (latest && (issue.is_closed || pull.is_merged)) throw forbidden('a review cannot be asked for again once the pull request is closed')
  const official = await isOfficial(tx, at, person)
  if (official) await reviewStore.unofficial(tx, issue.id, person.id)
  const row = await insert(cx, tx, issue.id, { reviewer_id: person.id, official })
  await entry(tx, cx.now(), issue.id, byId, 'review_request', { assignee_id: person.id, review_id: row.id })
  if (!quiet) await tell(tx, at, byId, { reviewer_id: person.id })
  return row
}

export async function askTeam(cx: Cx, tx: Db, { repo, issue, pull }: PullAt, byId: number, team: TeamRow, quiet = false): Promise<ReviewRow | undefined> {
  if (await reviewStore.findTeamRequest(tx, issue.id, team.id)) return undefined
  const official = await rules.mayTeamApprove(tx, repo, await rules.ruleFor(tx, repo, pull.base_branch), team.id)
  const row = await insert(cx, tx, issue.id, { team_id: team.id, official })
  await entry(tx, cx.now(), issue.id, byId, 'review_request', { assignee_team_id: team.id, review_id: row.id })
  if (!quiet) await tell(tx, { repo, issue }, byId, { team_id: team.id })
  return row
}

const insert = (cx: Cx, tx: Db, issueId: number, more: { reviewer_id?: number; team_id?: number; official?: boolean }) =>
  reviewStore.insert(tx, {
    issue_id: issueId, reviewer_id: null, team_id: null, state: 'REQUEST_REVIEW', content: '', commit_id: '', official: false, stale: false, dismissed: false,
    created_at: cx.now(), updated_at: cx.now(), ...more,
  })

/** Those who were not asked are passed over. Whoever was asked may decline. */
export async function withdraw(cx: Cx, at: Doing, input: Named): Promise<void> {
  const { people, teams } = await named(cx.db, at.repo, input)
  const manages = await mayManage(cx.db, at.repo, at.issue.poster_id, at.by)
  for (const one of people) {
    const asked = (await reviewStore.findLatest(cx.db, at.issue.id, one.id))?.state === 'REQUEST_REVIEW'
    if (!manages && !(asked && one.id === at.by.id)) throw invalid('you may not choose reviewers here')
    if (asked) await cx.write((tx) => unask(cx, tx, at, one))
  }
  for (const one of teams) {
    if (!manages) throw invalid('you may not choose reviewers here')
    await cx.write(async (tx) => {
      if ((await reviewStore.removeTeamRequests(tx, at.issue.id, [one.id])).length === 0) return
      await entry(tx, cx.now(), at.issue.id, at.by.id, 'review_request', { assignee_team_id: one.id, removed: true })
      await emit(tx, requested, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, team_id: one.id, removed: true })
    })
  }
}

async function unask(cx: Cx, tx: Db, at: Doing, person: Account): Promise<void> {
  if ((await reviewStore.removeRequests(tx, at.issue.id, person.id)).length === 0) return
  await restoreOfficial(tx, at, person)
  await entry(tx, cx.now(), at.issue.id, at.by.id, 'review_request', { assignee_id: person.id, removed: true })
  await emit(tx, requested, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, reviewer_id: person.id, removed: true })
}

/** The last verdict of a person counts again. */
export async function restoreOfficial(tx: Db, at: PullAt, person: Account): Promise<void> {
  const last = await reviewStore.findLatestVerdict(tx, at.issue.id, person.id)
  if (last && !last.official && (await isOfficial(tx, at, person))) await reviewStore.update(tx, last.id, { official: true })
}

/** With another base others may be the ones who count; only the newest word of each does. */
export async function reweigh(tx: Db, at: PullAt): Promise<void> {
  const rule = await rules.ruleFor(tx, at.repo, at.pull.base_branch)
  const standing = await reviewStore.listStanding(tx, [at.issue.id])
  for (const row of standing) {
    const reviewer = row.reviewer_id === null ? undefined : await findAccount(tx, row.reviewer_id)
    const newest = reviewer !== undefined && standing.findLast((one) => one.reviewer_id === reviewer.id) === row
    const official = row.team_id !== null ? await rules.mayTeamApprove(tx, at.repo, rule, row.team_id) : newest && (await rules.mayApprove(tx, at.repo, rule, reviewer))
    if (official !== row.official) await reviewStore.update(tx, row.id, { official })
  }
}

/** Whoever may be asked: those around the repository who may read its pull requests, the owner last. */
export async function listPossible(db: Db, repo: Repo): Promise<Account[]> {
  const around = await store.listAround(db, repo)
  const readers: Account[] = []
  for (const one of around) if (canRead(await accountAccess(db, one, repo), 'pulls')) readers.push(one)
  return repo.owner.type === 'user' ? [...readers, repo.owner] : readers
}
