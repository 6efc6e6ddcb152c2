// A new pull request. Its number is taken first; its rows are written when its ref stands in git.
import { accountAccess, canWrite, findAccount, findRepoById, isBlocked, type Account, type Repo, type SignedIn } from '../../access/index.ts'
import { moves } from '../../code/index.ts'
import { refs } from '../../git/index.ts'
import { assignees, equip, issueView, labelStore, milestoneStore, moment, openRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { exists, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { gitDir, repoStore, settingsOf } from '../../repos/index.ts'
import { opened } from '../ground/facts.ts'
import { branchRef, headRef } from '../ground/refs.ts'
import { ownersOf } from '../owners/verbs.ts'
import * as reviewers from '../reviewers/verbs.ts'
import * as reviewerStore from '../reviewers/store.ts'
import { commitsBetween, inspect, type Inspection } from '../state/inspect.ts'
import { bringHead, tellPush } from '../state/verbs.ts'
import * as heads from './heads.ts'
import * as store from '../pulls/store.ts'

export interface NewPull extends reviewers.Named {
  head: string
  base: string
  title: string
  body?: string
  due_date?: string
  milestone?: number
  labels?: number[]
  assignee?: string
  assignees?: string[]
  allow_maintainer_edit?: boolean
}

/** All that its rows need, so that they can be written after a crash as well. */
interface Planned {
  number: number
  title: string
  body: string
  deadline_at: number | null
  milestone_id: number | null
  labels: number[]
  assignees: number[]
  reviewers: number[]
  teams: number[]
  allow_maintainer_edit: boolean
  base_branch: string
  head_repo_id: number
  head_branch: string
  head_sha: string
  found: Inspection
  commits: string[]
  flow: 'branch' | 'push'
}

/** The number of the new pull request. */
export async function open(cx: Cx, repo: Repo, actor: SignedIn, input: NewPull): Promise<number> {
  const by = actor.account
  if (input.head === input.base) throw invalid('head and base are the same')
  const { repo: from, branch } = await heads.parse(cx, repo, input.head)
  await heads.needReadable(cx.db, repo, actor)
  await heads.needReadable(cx.db, from, actor)
  const base_branch = await heads.branchOf(cx, repo, input.base)
  const head_branch = await heads.branchOf(cx, from, branch)
  if (from.id === repo.id && head_branch === base_branch) throw invalid('head and base are the same')
  const wanted = { base_repo_id: repo.id, base_branch, head_repo_id: from.id, head_branch }
  const twin = await store.findOpen(cx.db, wanted)
  if (twin) throw taken(twin.number)
  const milestone = input.milestone ? await milestoneStore.find(cx.db, repo.id, input.milestone) : undefined
  if (input.milestone && !milestone) throw notFound()
  const people = await assignees.named(cx.db, [input.assignee ?? '', ...(input.assignees ?? [])].filter((one) => one !== ''))
  await assignees.checkAssignable(cx.db, repo, by, people)
  const asked = await reviewers.named(cx.db, repo, input)
  for (const one of asked.people) await reviewers.checkPerson(cx.db, repo, by.id, one)
  for (const one of asked.teams) await reviewers.checkTeam(cx.db, repo, one)
  await needOpener(cx.db, repo, from, by)
  const plan = { ...wanted, from, input, milestone_id: milestone?.id ?? null, assignees: people, asked }
  return make(cx, repo, by, plan)
}

export interface PushedPull {
  base_branch: string
  head_branch: string
  head_sha: string
  title: string
  body: string
}

/** One whose commits were pushed for it and lie in no branch. */
export function openPushed(cx: Cx, repo: Repo, by: Account, { base_branch, head_branch, head_sha, title, body }: PushedPull): Promise<number> {
  const input = { head: head_branch, base: base_branch, title, body, allow_maintainer_edit: false }
  return make(cx, repo, by, { base_repo_id: repo.id, base_branch, head_repo_id: repo.id, head_branch, from: repo, input, milestone_id: null, assignees: [], asked: { people: [], teams: [] }, pushed: head_sha })
}

const taken = (number: number) => exists(`a pull request for these branches exists already: #${number}`)

/** Those around the base, and whoever may write to the head. */
async function needOpener(db: Db, repo: Repo, from: Repo, by: Account): Promise<void> {
  if (by.id !== repo.owner_id && (await isBlocked(db, repo.owner_id, by.id))) throw forbidden('you are blocked by the owner')
  if (by.is_admin || (await store.isRelated(db, repo.id, by.id))) return
  if (!canWrite(await accountAccess(db, by, from), 'code')) throw forbidden('you must be a collaborator or be able to write to the head')
}

interface Plan {
  base_repo_id: number
  base_branch: string
  head_repo_id: number
  head_branch: string
  from: Repo
  input: NewPull
  milestone_id: number | null
  assignees: Account[]
  asked: reviewers.Reviewers
  /** the commit, where no branch names it */
  pushed?: string
}

async function make(cx: Cx, repo: Repo, by: Account, plan: Plan): Promise<number> {
  const { input } = plan
  const head_sha = plan.pushed ?? await bringHead(cx, repo, plan.from, plan.head_branch)
  const base = await refs.read(gitDir(cx, repo), branchRef(plan.base_branch))
  if (head_sha === null || base === null) throw notFound()
  const found = await inspect(cx, repo, base, head_sha)
  const labels = await labelStore.listUsable(cx.db, repo, input.labels ?? [])
  const owners = issueView.isDraft(input.title) ? [] : await ownersOf(cx, repo, base, head_sha, by.id)
  const number = await cx.write((tx) => repoStore.nextNumber(tx, repo.id))
  const data: Planned = {
    number, title: input.title, body: input.body ?? '', deadline_at: input.due_date ? moment(input.due_date) : null, milestone_id: plan.milestone_id,
    labels: labels.map((one) => one.id), assignees: plan.assignees.map((one) => one.id), reviewers: idsOf(plan.asked.people, owners.flatMap((one) => one.people)), teams: idsOf(plan.asked.teams, owners.flatMap((one) => one.teams)),
    allow_maintainer_edit: input.allow_maintainer_edit ?? settingsOf(repo).default_allow_maintainer_edit,
    base_branch: plan.base_branch, head_repo_id: plan.head_repo_id, head_branch: plan.head_branch, head_sha, found, commits: await commitsBetween(cx, repo, found.merge_base, head_sha),
    flow: plan.pushed === undefined ? 'branch' : 'push',
  }
  const ref = headRef(number)
  const result = await moves.move(cx, repo, { by, via: 'api', kind: 'pull.open', moves: [{ ref, old: null, new: head_sha }], data })
  if (!result.ok) throw new Error(`the head of a new pull request cannot be kept: ${result.message}`)
  if (await store.find(cx.db, repo.id, number)) return number
  // another one for the same branches was faster
  await moves.move(cx, repo, { by, via: 'api', moves: [{ ref, old: head_sha, new: null }] })
  throw taken((await store.findOpen(cx.db, plan))?.number ?? number)
}

const idsOf = (...lists: { id: number }[][]): number[] => [...new Set(lists.flat().map((one) => one.id))]

moves.settleWith('pull.open', async (cx, tx, repo, done) => {
  const plan = done.data as Planned
  const by = done.by_id === null ? undefined : await findAccount(tx, done.by_id)
  const from = await findRepoById(tx, plan.head_repo_id)
  const wanted = { base_repo_id: repo.id, base_branch: plan.base_branch, head_repo_id: plan.head_repo_id, head_branch: plan.head_branch }
  if (!by || !from || (await store.findOpen(tx, wanted))) return
  const { issue, mentioned } = await openRow(cx, tx, repo, by, { number: plan.number, title: plan.title, body: plan.body, deadline_at: plan.deadline_at, is_pull: true })
  const pull = await store.insert(tx, {
    issue_id: issue.id, ...wanted, head_sha: plan.head_sha, ...plan.found, is_merged: false, merged_at: null, merged_by_id: null, merge_commit: '', merge_style: '',
    allow_maintainer_edit: plan.allow_maintainer_edit, is_draft: issueView.isDraft(issue.title), flow: plan.flow,
  })
  const people = await existing(tx, [...plan.assignees, ...plan.reviewers])
  const asked = plan.reviewers.flatMap((id) => people.get(id) ?? [])
  const teams = await reviewerStore.listTeams(tx, plan.teams)
  // the wire hears of those who are asked before it hears of the pull request; the timeline tells of them last
  for (const one of asked) await reviewers.tell(tx, { repo, issue }, by.id, { reviewer_id: one.id })
  for (const one of teams) await reviewers.tell(tx, { repo, issue }, by.id, { team_id: one.id })
  await emit(tx, opened, { repo_id: repo.id, by_id: by.id, issue_id: issue.id, mentioned })
  await equip(cx, tx, { repo, by, issue }, {
    milestone: plan.milestone_id === null ? undefined : await milestoneStore.find(tx, repo.id, plan.milestone_id),
    labels: await labelStore.listUsable(tx, repo, plan.labels),
    assignees: plan.assignees.flatMap((id) => people.get(id) ?? []),
  })
  for (const one of asked) await reviewers.ask(cx, tx, { repo, issue, pull }, by.id, one, true)
  for (const one of teams) await reviewers.askTeam(cx, tx, { repo, issue, pull }, by.id, one, true)
  await tellPush(cx, tx, issue.id, by.id, { is_force_push: false, commit_ids: plan.commits })
})

async function existing(db: Db, ids: readonly number[]): Promise<Map<number, Account>> {
  const found = new Map<number, Account>()
  for (const id of ids) {
    const account = await findAccount(db, id)
    if (account) found.set(id, account)
  }
  return found
}
