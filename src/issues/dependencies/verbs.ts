import { accessTo, canRead, canWrite, findRepo, unitOf, type Access, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { settingsOf } from '../../repos/index.ts'
import { entry } from '../changes/entries.ts'
import type { Allowed } from '../ground/at.ts'
import { dependencyAdded, dependencyRemoved } from '../ground/facts.ts'
import * as issueStore from '../issues/store.ts'
import type { IssueRow } from '../tables.ts'
import * as store from './store.ts'

/** How a body names an issue of any repository. */
export interface IssueName {
  index?: number
  owner?: string
  repo?: string
}
type Asking = Allowed & { actor: Actor }
interface Side {
  repo: Repo
  access: Access
  issue: IssueRow
}

/** The body's issue; the path's own repository only if it is spelled exactly so. */
async function other(cx: Cx, at: Asking, name: IssueName): Promise<Side> {
  const same = name.owner === at.repo.owner.name && name.repo === at.repo.name
  const repo = same ? at.repo : name.owner && name.repo ? await findRepo(cx.db, name.owner, name.repo) : undefined
  const issue = repo && name.index ? await issueStore.find(cx.db, repo.id, name.index) : undefined
  if (!repo || !issue) throw notFound()
  return { repo, issue, access: same ? at.access : await accessTo(cx.db, at.actor, repo) }
}

/** Write where the blocked one is, read where its blocker is; any failure is not found. */
function check(blocked: Side, blocker: Side): void {
  const open = !blocked.repo.is_archived && settingsOf(blocked.repo).enable_issue_dependencies
  if (!open || !canWrite(blocked.access, unitOf(blocked.issue.is_pull)) || !canRead(blocker.access, unitOf(blocker.issue.is_pull))) throw notFound()
}

async function link(cx: Cx, at: Asking, blocked: Side, blocker: Side): Promise<void> {
  check(blocked, blocker)
  await cx.write(async (tx) => {
    if (await store.exists(tx, blocker.issue.id, blocked.issue.id)) throw conflict()
    if (!(await store.insert(tx, blocked.issue.id, blocker.issue.id, cx.now()))) throw conflict()
    await entry(tx, cx.now(), blocked.issue.id, at.by.id, 'add_dependency', { dependent_issue_id: blocker.issue.id })
    await entry(tx, cx.now(), blocker.issue.id, at.by.id, 'add_dependency', { dependent_issue_id: blocked.issue.id })
    await emit(tx, dependencyAdded, { repo_id: blocked.repo.id, by_id: at.by.id, issue_id: blocked.issue.id, blocker_id: blocker.issue.id })
  })
}

async function unlink(cx: Cx, at: Asking, blocked: Side, blocker: Side): Promise<void> {
  check(blocked, blocker)
  await cx.write(async (tx) => {
    if (!(await store.remove(tx, blocked.issue.id, blocker.issue.id))) throw notFound()
    await entry(tx, cx.now(), blocked.issue.id, at.by.id, 'remove_dependency', { dependent_issue_id: blocker.issue.id })
    await entry(tx, cx.now(), blocker.issue.id, at.by.id, 'remove_dependency', { dependent_issue_id: blocked.issue.id })
    await emit(tx, dependencyRemoved, { repo_id: blocked.repo.id, by_id: at.by.id, issue_id: blocked.issue.id, blocker_id: blocker.issue.id })
  })
}

const again = async (cx: Cx, at: Asking): Promise<IssueRow> => (await issueStore.findById(cx.db, at.issue.id)) ?? at.issue

/** The path's issue blocks the body's (`blocks`), or waits for it (`waits`); the path's comes back. */
export async function change(cx: Cx, at: Asking, name: IssueName, how: 'blocks' | 'waits', add: boolean): Promise<IssueRow> {
  const there = await other(cx, at, name)
  await (add ? link : unlink)(cx, at, how === 'blocks' ? there : at, how === 'blocks' ? at : there)
  return again(cx, at)
}

export function needDependencies(repo: Repo): void {
  if (!settingsOf(repo).enable_issue_dependencies) throw notFound()
}
