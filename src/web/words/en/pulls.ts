import { plural } from '../plural.ts'

/** Pull requests: reviews, files, merging. Words in braces are put in. */
export const pulls = {
  title: 'Pull requests',
  new: 'New pull request',
  none: 'No pull requests yet',
  noneMore: 'Push a branch and propose to merge it. Others can read, review and improve it before it lands.',
  commits: (n: number) => plural(n, 'commit', 'commits'),
  noCommits: 'It brings no commits.',
  lost: 'Its commits are not on this server',
  apply: 'Apply',
  tabs: { label: 'Parts of the pull request', talk: 'Conversation', commits: 'Commits', files: 'Files' },
  wantsLine: '{who} wants to merge {commits} into {base} from {head} · {when}',
  mergedLine: '{who} merged {commits} into {base} from {head} · {when}',
  copyBranch: 'Copy the name of the branch',
  editBase: 'Merge into another branch',
  editBaseHint: 'The name of a branch of this repository.',
  retargeted: (base: string) => `It is to be merged into ${base} now.`,
  makeDraft: 'Make it a draft',
  makeReady: 'Ready for review',
  row: {
    approved: (n: number) => (n === 1 ? 'Approved' : `Approved by ${n}`), refused: 'Changes requested', waits: 'Review requested', conflict: 'Conflicts', into: (base: string) => `To be merged into ${base}`,
  },
  maintainers: {
    title: 'Edits by maintainers', allowed: 'Maintainers may push to the branch.', refused: 'Only the author pushes to the branch.', allow: 'Allow', refuse: 'No longer allow',
  },
  create: {
    go: 'Create pull request', choose: 'Choose other branches', able: 'These branches can become a pull request.', signIn: 'Sign in to open a pull request.', branchesOnly: 'Choose two branches to open a pull request.',
    missing: 'These are not two branches', nothing: 'Nothing to merge', nothingMore: 'The base already has everything that the other branch has.', twin: 'There is an open pull request for these branches already: {pull}',
    line: 'Merge {commits} into {base} from {head}', draft: 'This is a draft', draftHint: 'It cannot be merged until it is marked as ready.', maintainers: 'Allow edits by maintainers', maintainersHint: 'Whoever may write to the base may then push to your branch.',
  },
  reviewers: {
    title: 'Reviewers', none: 'Nobody yet', nobody: 'There is nobody to ask yet.', teams: 'Teams', dismissed: 'Review dismissed', again: (name: string) => `Ask ${name} for another review`, asked: (name: string) => `${name} is asked again.`,
    states: { APPROVED: 'Approved', REQUEST_CHANGES: 'Asks for changes', COMMENT: 'Commented', PENDING: 'Not submitted', REQUEST_REVIEW: 'Has not answered yet' },
  },
  review: {
    start: 'Review changes', finish: 'Finish your review', title: 'Review changes', body: 'What you think of it', placeholder: 'What you think of it…', verdict: 'Verdict', submit: 'Submit review', sent: 'Your review is submitted.',
    comment: 'Comment', commentHint: 'Without a verdict.', approve: 'Approve', approveHint: 'It may be merged as it is.', refuse: 'Request changes', refuseHint: 'It should not be merged before; say why.', ownHint: 'Nobody approves their own work.', refuseNeeds: 'Say what should change.', commentNeeds: 'Write something, or comment on a line first.',
    discard: 'Throw away', discardSure: (n: number) => `Throw away your review${n > 0 ? ` and ${plural(n, 'comment', 'comments')}` : ''}?`, discarded: 'Your review is thrown away.', pendingComments: (n: number) => `${n === 1 ? 'comment' : 'comments'} not submitted`,
    unfinished: (n: number) => `Finish your review (${n})`, stale: 'outdated', dismissed: 'dismissed', dismiss: 'Dismiss', undismiss: 'Count it again', dismissTitle: 'Dismiss the review', dismissWhy: 'Why it should no longer count',
    dismissedOf: 'dismissed the review of {who} {when}', merged: 'merged this into {base} {when}', mergedAs: 'merged this into {base} as {commit} {when}',
    says: { APPROVED: 'approved these changes {when}', REQUEST_CHANGES: 'asks for changes {when}', COMMENT: 'reviewed {when}', remarks: 'commented on the changes {when}' },
  },
  pushed: { added: 'pushed {commits} {when}', forced: 'force-pushed from {from} to {to} {when}', compare: 'Compare', gone: 'A commit that is no longer here', more: (n: number) => `${plural(n, 'earlier commit', 'earlier commits')}` },
  thread: {
    count: (n: number) => plural(n, 'comment', 'comments'), pending: 'Not submitted', outdated: 'Outdated', resolvedBy: 'settled by {who}', reply: 'Reply', send: 'Reply', edit: 'Edit', delete: 'Delete', resolve: 'Settle', unresolve: 'Open again', inFiles: 'Show among the files',
  },
  note: {
    on: (line: number) => `Comment on line ${line}`, about: (path: string, line: number) => `${path}, line ${line}`, label: 'Comment on this line', placeholder: 'What about this line?', single: 'Comment now', startReview: 'Start a review', addToReview: 'Add to the review',
    empty: 'Write something first.', moved: 'The pull request has changed meanwhile. Go back and reload the page.', nowhere: 'There is no such line in these changes.',
  },
  files: {
    narrow: 'Filter files…', failed: 'That could not be sent. Try again.', viewed: 'Viewed', progress: '{done} of {all} files viewed', since: 'Changes since your last review', everything: 'Show all changes', onlySince: 'Only what changed since your last review is shown.',
    unsettled: (n: number) => `${plural(n, 'open thread', 'open threads')}`, elsewhere: (n: number) => `${plural(n, 'thread is', 'threads are')} about files that this no longer changes; the conversation shows them.`,
  },
  merge: {
    label: 'Merge', merged: 'This is merged.', closed: 'This is closed without being merged.', closedMore: 'It can be reopened.', closedGone: 'Its branch is gone.', ready: 'This can be merged.', notReady: 'This cannot be merged yet.', mayNot: 'Only people who may write to the base can merge.', signIn: 'Sign in to review or merge.',
    noConflict: 'No conflicts with the base.', conflictsIn: 'These files conflict:', moreConflicts: (n: number) => `and ${n} more`, ruled: 'Asked for by the branch rule', mayBypass: 'you may merge all the same',
    hindrances: {
      draft: 'It is a draft. Mark it as ready first.', checking: 'Looking whether it can be merged…', conflict: 'It conflicts with the base. Merge or rebase the branch onto it and push.', empty: 'There is nothing to merge: the base has everything already.', error: 'The branches have no history in common, so they cannot be merged.', blocked: 'It waits for other issues or pull requests that are open.', baseGone: 'The base branch is gone. Choose another.',
    },
    unmet: {
      checksWait: 'Required checks are not finished.', checksFail: 'Required checks have failed.', approvals: (has: number, needs: number) => `It has ${has} of ${plural(needs, 'required approval', 'required approvals')}.`, refused: 'Somebody whose review counts asks for changes.', asked: 'Somebody whose review counts has not answered yet.', owners: 'Owners of what it changes have not approved it.', outdated: 'The branch must be up to date with the base.', kept: (path: string) => `The file ${path} must not be changed here.`,
    },
    checks: { success: 'All checks passed', pending: 'Checks are under way', failure: 'Some checks failed', error: 'Some checks failed', warning: 'Some checks warn', skipped: 'Checks were skipped' }, checkCount: (n: number) => plural(n, 'check', 'checks'), unnamed: 'Check', required: 'Required', details: 'Details', expected: 'Expected; nothing heard yet',
    behind: (n: number, base: string) => `The branch lacks ${plural(n, 'commit', 'commits')} of ${base}.`, update: { merge: 'Update by merging', rebase: 'Update by rebasing' }, updated: 'The branch is up to date.',
    waiting: '{who} scheduled this: {style}, as soon as everything that the branch rule asks for is there.', waitingChecks: '{who} scheduled this: {style}, as soon as all checks have passed.', cancelWait: 'Cancel', scheduled: 'It will be merged as soon as everything is ready.', cancelled: 'It will not be merged by itself any more.', done: 'Merged.',
    styles: { merge: 'Create a merge commit', rebase: 'Rebase and fast-forward', 'rebase-merge': 'Rebase and merge', squash: 'Squash and merge', 'fast-forward-only': 'Fast-forward', 'manually-merged': 'Mark as merged' },
    hints: {
      merge: 'All commits come as they are, joined by a merge commit.', rebase: 'The commits are put on top of the base, one by one.', 'rebase-merge': 'The commits are put on top of the base and joined by a merge commit.', squash: 'All changes come as one commit.', 'fast-forward-only': 'The base moves to the head; nothing new is made.', 'manually-merged': 'It was merged by hand already.',
    },
    confirm: { merge: 'Merge', rebase: 'Rebase', 'rebase-merge': 'Rebase and merge', squash: 'Squash and merge', 'fast-forward-only': 'Fast-forward', 'manually-merged': 'Mark as merged' },
    diverged: (n: number) => `Not possible: the branch lacks ${plural(n, 'commit', 'commits')} of the base. Update it first.`,
    title: 'Title of the commit', message: 'Message', mergedAs: 'Id of the commit', mergedAsHint: 'The full id of the commit with which it was merged into the base.', removeHead: 'Delete the branch afterwards:', force: 'Merge although the branch rule is not met', forceHint: 'You are allowed to; others are not.', whenReady: 'Merge when everything is ready', whenChecked: 'Merge when all checks have passed', otherWay: 'Other ways', noStyle: 'This repository allows no way of merging.',
    revert: 'Revert…', revertMore: 'What it brought can be taken back by a commit.',
    headIdle: 'The branch {branch} is no longer needed.', headGone: 'The branch {branch} was deleted.', removeBranch: 'Delete branch', restoreBranch: 'Restore branch', branchRemoved: (name: string) => `The branch ${name} is deleted.`, branchRestored: (name: string) => `The branch ${name} is back.`,
    byHand: 'Try or merge it on the command line', getIt: 'Get it', mergeIt: 'Merge it', copy: 'Copy',
  },
}
