// Merging in the browser: now, later, by hand; and what belongs to it.
import { gates, signedIn } from '../../access/index.ts'
import { placeOf } from '../../issues/index.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { form, redirect, type PageCx } from '../../web/index.ts'
import { pullAct, pullAddress } from '../ground/acts.ts'
import { openPull } from '../ground/opened.ts'
import type { PullRequestRecord } from '../pulls/schema.ts'
import { talkSheet } from '../pulls/talk.ts'

const merge = form({
  id: 'mergePull', at: '/:owner/:repo/pulls/:index/merge', says: 'Merge a pull request', needs: gates(signedIn),
  fields: input('MergePullForm', { style: Str, title: Optional(Str), message: Optional(Str), commit: Optional(Str), head: Optional(Str), delete_branch: Optional(Bool), force: Optional(Bool), when: Optional(Str) }),
  async show(page) {
    const on = await openPull(page)
    if (!page.viewer || (page.problem === undefined && (on.pull.merged || on.lost))) throw forbidden(page.w.pulls.merge.mayNot)
    return talkSheet(page, on, { ...page.given, problem: page.problem })
  },
  async send(page) {
    const { ask, given, w } = page
    const later = given.when === 'checks'
    await ask('createReposPullsMergeByIndex', placeOf(page), {
      do: given.style, merge_title_field: given.title ?? '', merge_message_field: given.message ?? '', merge_commit_id: given.commit?.trim(), head_commit_id: given.style === 'manually-merged' ? undefined : given.head,
      delete_branch_after_merge: given.delete_branch ?? false, force_merge: given.force ?? false, merge_when_checks_succeed: later,
    })
    return redirect(pullAddress(page, later ? '#merge' : ''), later ? w.pulls.merge.scheduled : w.pulls.merge.done)
  },
})

const cancel = pullAct('cancelMerge', 'merge/cancel', 'Cancel the scheduled merge', {}, async ({ ask, w }, at) => {
  await ask('deleteReposPullsMergeByIndex', at)
  return w.pulls.merge.cancelled
})

const update = pullAct('updatePull', 'update', 'Bring what the base has gained into the head', { style: Optional(Str) }, async ({ ask, given, w }, at) => {
  await ask('createReposPullsUpdateByIndex', { ...at, style: given.style === 'rebase' ? 'rebase' : 'merge' })
  return w.pulls.merge.updated
})

/** The branch it came from, if it can be seen. */
async function headOf(page: PageCx) {
  const pull = await page.ask<PullRequestRecord>('getReposPullsByIndex', placeOf(page))
  const from = pull.head?.repo
  if (!from) throw notFound()
  return { at: { owner: from.owner!.login, repo: from.name }, branch: pull.head!.label, sha: pull.head!.sha }
}

const removeBranch = pullAct('removeHead', 'branch/remove', 'Delete the head branch', {}, async (page) => {
  const { at, branch } = await headOf(page)
  await page.ask('deleteReposBranchesByBranch', { ...at, branch })
  return page.w.pulls.merge.branchRemoved(branch)
})

const restoreBranch = pullAct('restoreHead', 'branch/restore', 'Bring the head branch back', {}, async (page) => {
  const { at, branch, sha } = await headOf(page)
  await page.ask('createReposBranches', at, { new_branch_name: branch, old_ref_name: sha })
  return page.w.pulls.merge.branchRestored(branch)
})

export const pages = [merge, cancel, update, removeBranch, restoreBranch].flat()
