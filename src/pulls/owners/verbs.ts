// Those whom a CODEOWNERS file names for what a pull request changes.
import { setImmediate as breathe } from 'node:timers/promises'
import { accountAccess, canRead, findAccountByName, type Repo } from '../../access/index.ts'
import { diff, log, objects, refs, tree, type GitDir } from '../../git/index.ts'
import { issueView } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { teamStore } from '../../orgs/index.ts'
import { gitDir } from '../../repos/index.ts'
import type { PullAt } from '../ground/at.ts'
import { branchRef } from '../ground/refs.ts'
import { ask, askTeam, type Reviewers } from '../reviewers/verbs.ts'
import * as reviewerStore from '../reviewers/store.ts'
import * as reviewStore from '../reviews/store.ts'
import { parseOwners, type OwnerLine } from './lines.ts'

const PLACES = ['CODEOWNERS', 'docs/CODEOWNERS', '.codestead/CODEOWNERS', '.gitea/CODEOWNERS', '.github/CODEOWNERS']
const LONGEST = 256 * 1024

async function linesAt(cx: Cx, dir: GitDir, commit: string): Promise<OwnerLine[]> {
  const root = (await objects.commit(cx.git, dir, commit)).tree
  for (const path of PLACES) {
    const entry = await tree.find(cx.git, dir, root, path)
    if (entry?.kind !== 'file' && entry?.kind !== 'executable') continue
    const info = await objects.info(cx.git, dir, entry.oid)
    return info && info.size <= LONGEST ? parseOwners((await objects.blob(cx.git, dir, entry.oid)).toString('utf8')) : []
  }
  return []
}

/** The owners of each line of the base's file that is about something changed; without the author, and whoever may not read it. */
export async function ownersOf(cx: Cx, repo: Repo, base: string, head: string, posterId: number | null): Promise<Reviewers[]> {
  const dir = gitDir(cx, repo)
  const lines = await linesAt(cx, dir, base)
  if (lines.length === 0) return []
  const { files } = await diff.changes(cx.git, dir, (await log.mergeBase(cx.git, dir, base, head)) ?? base, head)
  const paths = files.flatMap((one) => (one.oldPath === undefined ? [one.path] : [one.path, one.oldPath]))
  const found: Reviewers[] = []
  for (const line of lines) {
    await breathe()
    if (paths.some(line.covers)) found.push(await known(cx.db, repo, line, posterId))
  }
  return found.filter((one) => one.people.length + one.teams.length > 0)
}

async function known(db: Db, repo: Repo, line: OwnerLine, posterId: number | null): Promise<Reviewers> {
  const found: Reviewers = { people: [], teams: [] }
  for (const name of new Set(line.people)) {
    const account = await findAccountByName(db, name)
    if (account && account.type !== 'organization' && account.id !== posterId && canRead(await accountAccess(db, account, repo), 'pulls')) found.people.push(account)
  }
  for (const { org, name } of line.teams) {
    const team = repo.owner.type === 'organization' && org.toLowerCase() === repo.owner.lower_name ? await teamStore.findNamed(db, repo.owner_id, name) : undefined
    if (team && (!repo.is_private || (await reviewerStore.teamReaches(db, team.id, repo.id)))) found.teams.push(team)
  }
  return found
}

/** Asks owners who have neither been asked nor answered yet. */
export async function askOwners(cx: Cx, at: PullAt, byId: number | null): Promise<void> {
  if (issueView.isDraft(at.issue.title) || at.issue.is_closed || at.repo.is_archived) return
  const base = await refs.read(gitDir(cx, at.repo), branchRef(at.pull.base_branch))
  const owners = base === null ? [] : await ownersOf(cx, at.repo, base, at.pull.head_sha, at.issue.poster_id)
  const by = byId ?? at.issue.poster_id
  if (owners.length === 0 || by === null) return
  await cx.write(async (tx) => {
    for (const one of owners.flatMap((line) => line.people)) if (!(await reviewStore.findLatest(tx, at.issue.id, one.id))) await ask(cx, tx, at, by, one)
    const answered = new Set((await reviewStore.listStanding(tx, [at.issue.id])).map((one) => one.reviewer_id))
    for (const one of owners.flatMap((line) => line.teams)) {
      if (!(await teamStore.members(tx, [one.id])).some((member) => answered.has(member.id))) await askTeam(cx, tx, at, by, one)
    }
  })
}

/** Whether somebody has approved for every line. */
export async function isApprovedByOwners(cx: Cx, at: PullAt, ends: { base: string; head: string }, approvers: ReadonlySet<number>): Promise<boolean> {
  for (const { people, teams } of await ownersOf(cx, at.repo, ends.base, ends.head, at.issue.poster_id)) {
    const members = await teamStore.members(cx.db, teams.map((one) => one.id))
    if (![...people, ...members].some((one) => approvers.has(one.id))) return false
  }
  return true
}
