// Changing a pull request, member by member in the wire's order; what was done before a refusal stays done.
import { accountAccess, canWrite, findRepoById, type Account } from '../../access/index.ts'
import { refs } from '../../git/index.ts'
import { endOfDay, entry, issueChanges, issues, isWriter, labelChanges, labelStore, milestoneStore, needAuthorOrWriter, refuseBlocked } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, conflict, exists, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { gitDir } from '../../repos/index.ts'
import type { Doing, PullAt } from '../ground/at.ts'
import { retargeted } from '../ground/facts.ts'
import { branchRef } from '../ground/refs.ts'
import { reweigh } from '../reviewers/verbs.ts'
import { commitsBetween, inspect } from '../state/inspect.ts'
import { retellPushes } from '../state/verbs.ts'
import * as store from '../pulls/store.ts'

export interface PullEdit {
  content_version?: number
  title?: string
  body?: string
  due_date?: string
  unset_due_date?: boolean
  assignee?: string
  assignees?: string[]
  milestone?: number
  labels?: number[]
  state?: string
  base?: string
  allow_maintainer_edit?: boolean
}

export async function edit(cx: Cx, given: Doing, input: PullEdit): Promise<void> {
  needAuthorOrWriter(given)
  const at = { ...given }
  if (input.content_version !== undefined && input.content_version !== at.issue.content_version) throw conflict()
  if (input.title && input.title !== at.issue.title) {
    await refuseBlocked(cx.db, at)
    at.issue = await cx.write((tx) => issueChanges.retitle(cx, tx, at, input.title!))
  }
  if (input.body !== undefined && input.body !== at.issue.content) at.issue = await issues.rewrite(cx, at, input.body, input.content_version)
  if (input.unset_due_date || input.due_date) {
    const deadline = input.unset_due_date ? null : endOfDay(input.due_date!, 'given')
    at.issue = await cx.write((tx) => issueChanges.setDeadline(cx, tx, at, deadline))
  } else if (input.unset_due_date === false) throw bad('a due date is needed unless it is unset')
  if (isWriter(at)) await editAsWriter(cx, at, input)
  if (input.state !== undefined) at.issue = await issues.setState(cx, at, input.state)
  const base = input.base?.trim()
  if (base && base !== at.pull.base_branch && !at.pull.is_merged) await retarget(cx, at, base)
  if (input.allow_maintainer_edit !== undefined) await allowMaintainers(cx, at, input.allow_maintainer_edit)
}

async function editAsWriter(cx: Cx, at: Doing, input: PullEdit): Promise<void> {
  if (input.assignees !== undefined || input.assignee) {
    await issues.setAssignees(cx, at, [...(input.assignee ? [input.assignee] : []), ...(input.assignees ?? [])].filter((one) => one !== ''))
  }
  if (input.milestone) {
    const milestone = await milestoneStore.find(cx.db, at.repo.id, input.milestone)
    if (!milestone) throw notFound()
    at.issue = await cx.write((tx) => issueChanges.setMilestone(cx, tx, at, milestone))
  }
  if (input.labels !== undefined) {
    const labels = await labelStore.listUsable(cx.db, at.repo, input.labels)
    await cx.write((tx) => labelChanges.replace(cx, tx, at, labels, true))
  }
}

/** Another branch to be merged into; reviews given to the old one still stand, but count by what the new one's rule says of who gave them. */
export async function retarget(cx: Cx, at: PullAt & { by: Account }, base: string): Promise<void> {
  const { repo, issue, pull, by } = at
  const sha = await refs.read(gitDir(cx, repo), branchRef(base))
  if (sha === null) throw notFound()
  if (issue.is_closed) throw invalid('the base of a closed pull request cannot be changed')
  const wanted = { base_repo_id: repo.id, base_branch: base, head_repo_id: pull.head_repo_id ?? 0, head_branch: pull.head_branch }
  const identical = pull.head_repo_id === repo.id && pull.head_branch === base
  const twin = identical ? undefined : await store.findOpen(cx.db, wanted)
  if (twin) throw exists(`a pull request for these branches exists already: #${twin.number}`)
  if (identical || sha === pull.head_sha) throw invalid('head and base are the same')
  const found = await inspect(cx, repo, sha, pull.head_sha)
  const commits = await commitsBetween(cx, repo, found.merge_base, pull.head_sha)
  await cx.write(async (tx) => {
    await store.update(tx, issue.id, { base_branch: base, ...found })
    await reweigh(tx, { repo, issue, pull: { ...pull, base_branch: base } })
    await entry(tx, cx.now(), issue.id, by.id, 'change_target_branch', { old_ref: pull.base_branch, new_ref: base })
    await retellPushes(cx, tx, issue.id, by.id, commits)
    await emit(tx, retargeted, { repo_id: repo.id, by_id: by.id, issue_id: issue.id, old_base: pull.base_branch })
  })
}

/** Only the author may let maintainers of the base write to the head, and only if it is theirs to give. */
async function allowMaintainers(cx: Cx, at: Doing, allow: boolean): Promise<void> {
  const head = at.pull.head_repo_id === null ? undefined : await findRepoById(cx.db, at.pull.head_repo_id)
  if (at.by.id !== at.issue.poster_id || !head || !canWrite(await accountAccess(cx.db, at.by, head), 'code')) throw forbidden('only the author may change this')
  await cx.write((tx) => store.update(tx, at.issue.id, { allow_maintainer_edit: allow }))
}
