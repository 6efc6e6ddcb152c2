import { plural } from '../plural.ts'

/** Issues and what pull requests share with them: lists, conversation, side panel, labels, milestones. Words in braces are put in. */
export const issues = {
  title: 'Issues',
  new: 'New issue',
  labels: 'Labels',
  milestones: 'Milestones',
  find: { issues: 'Search titles, texts and comments…', pulls: 'Search titles, texts and comments…' },
  state: { open: 'Open', closed: 'Closed', all: 'All', merged: 'Merged', draft: 'Draft' },
  counted: (n: number, state: string) => `${n} ${state}`,
  states: 'State',
  orders: {
    latest: 'Newest', oldest: 'Oldest', recentupdate: 'Recently updated', leastupdate: 'Least recently updated', mostcomment: 'Most comments', leastcomment: 'Fewest comments',
    nearduedate: 'Due soonest', farduedate: 'Due latest',
  },
  filters: {
    label: 'Filters', labelled: 'Label', milestone: 'Milestone', assignee: 'Assignee', author: 'Author', mine: 'Yours', sort: 'Order',
    noLabel: 'Without a label', noMilestone: 'Without a milestone', nobody: 'Assigned to nobody', anyone: 'Everybody', any: 'Any',
    assigned: 'Assigned to you', created: 'Created by you', mentioned: 'Mentioning you', everything: 'Everything',
    name: 'A name…', narrow: 'Filter…', clear: 'Clear all filters', without: (name: string) => `not ${name}`, drop: (name: string) => `Remove the filter ${name}`, go: 'Show',
    excludeHint: 'Leave out what has it', text: (q: string) => `“${q}”`,
  },
  row: {
    opened: '#{number} opened {when} by {who}', closed: '#{number} by {who} was closed {when}', merged: '#{number} by {who} was merged {when}',
    due: (day: string) => `Due ${day}`, late: (day: string) => `Overdue since ${day}`, tasks: (done: number, all: number) => `${done} of ${all} tasks`, assignedTo: (names: string) => `Assigned to ${names}`,
    select: (number: number) => `Select #${number}`, selectAll: 'Select all on this page',
  },
  none: {
    issues: 'No issues yet', issuesMore: 'Issues are for bugs, plans and questions. Write down the first one.',
    pulls: 'No pull requests yet', match: 'Nothing matches these filters', allDone: 'Nothing is open', off: 'Issues are switched off in this repository.',
  },
  bulk: {
    label: 'Change the selected ones', close: 'Close', reopen: 'Reopen', addLabel: 'Add label', removeLabel: 'Remove label', milestone: 'Set milestone', assign: 'Assign', noMilestone: 'No milestone', nobody: 'Nobody',
    nothing: 'Nothing was selected.', done: (n: number) => `${plural(n, 'issue', 'issues')} changed.`, some: (done: number, all: number, why: string) => `${done} of ${all} changed. ${why}`,
  },
  pinned: 'Pinned',
  talk: {
    label: 'Conversation', opened: 'opened this {when}', commented: 'commented {when}', edited: 'edited', author: 'Author', empty: 'No description.',
    copyLink: 'Copy link', quote: 'Quote', edit: 'Edit', delete: 'Delete', menu: 'More about this comment', sure: 'Delete this comment?', deleted: 'The comment is deleted.', history: 'Earlier versions',
    react: 'Add a reaction', reacted: (n: number, what: string, who: string) => `${n} × ${what}: ${who}`, files: 'Attachments',
    more: (n: number) => `Show ${plural(n, 'more entry', 'more entries')}`, events: (n: number) => plural(n, 'event', 'events'), attach: 'Attach a file', attached: 'The file is attached.', removeFile: (name: string) => `Remove ${name}`, fileGone: 'The file is removed.', upload: 'Upload',
  },
  reactions: { '+1': 'thumbs up', '-1': 'thumbs down', laugh: 'laugh', hooray: 'hooray', confused: 'confused', heart: 'heart', rocket: 'rocket', eyes: 'eyes' } as Record<string, string>,
  write: {
    comment: 'Comment', placeholder: 'Write a comment…', send: 'Comment', close: 'Close', closeWith: 'Close with comment', reopen: 'Reopen', reopenWith: 'Reopen with comment',
    signIn: 'Sign in to join this conversation.', locked: 'This conversation is locked. Only people who may write here can comment.', archived: 'This repository is archived; nothing can be added.', nothing: 'Write something first.',
    save: 'Save', cancel: 'Cancel', editComment: 'Edit comment',
  },
  events: {
    close: 'closed this {when}', closeWith: 'closed this with {commit} {when}', reopen: 'reopened this {when}',
    labelAdded: 'added {labels} {when}', labelRemoved: 'removed {labels} {when}', labelBoth: 'added {labels} and removed {others} {when}', aLabel: 'a label that is gone',
    milestoneSet: 'put this on the milestone {new} {when}', milestoneMoved: 'moved this from the milestone {old} to {new} {when}', milestoneGone: 'took this off the milestone {old} {when}', aMilestone: 'a milestone that is gone',
    self: 'took this on {when}', selfOff: 'gave this up {when}', assigned: 'assigned {people} {when}', unassigned: 'took {people} off {when}',
    title: 'changed the title from {old} to {new} {when}', ref: 'changed the branch or tag from {old} to {new} {when}', refSet: 'set the branch or tag to {new} {when}',
    issueRef: 'mentioned this in {issue} {when}', closesRef: 'will close this with {issue} {when}', reopensRef: 'will reopen this with {issue} {when}', commitRef: 'mentioned this in the commit {commit} {when}',
    deadlineSet: 'set the due date to {new} {when}', deadlineMoved: 'moved the due date from {old} to {new} {when}', deadlineGone: 'removed the due date {old} {when}',
    dependencyAdded: 'linked {issue} as a dependency {when}', dependencyRemoved: 'removed the dependency on {issue} {when}', hiddenIssue: 'something that you cannot see',
    timeStart: 'started working {when}', timeStop: 'worked for {span}, {when}', timeAdd: 'added {span} of work {when}', timeCancel: 'dropped the stopwatch {when}', timeDelete: 'removed {span} of work {when}', estimate: 'set the estimate to {span} {when}',
    lock: 'locked the conversation {when}', lockWhy: 'locked the conversation ({why}) {when}', unlock: 'unlocked the conversation {when}', pin: 'pinned this {when}', unpin: 'unpinned this {when}',
    projectAdded: 'added this to {project} {when}', projectRemoved: 'removed this from {project} {when}', projectMoved: 'moved this on {project} {when}', aProject: 'a project',
    merge: 'merged the commit {commit} {when}', deleteBranch: 'deleted the branch {old} {when}', target: 'changed the target from {old} to {new} {when}', pushed: 'pushed {commits} {when}', forced: 'force-pushed {commits} {when}',
    reviewAsked: 'asked {people} for a review {when}', reviewUnasked: 'no longer asks {people} for a review {when}', dismissed: 'dismissed a review {when}', reviewed: 'reviewed {when}', scheduled: 'scheduled this to merge when everything is ready {when}', unscheduled: 'cancelled the scheduled merge {when}',
    other: 'changed something ({type}) {when}', commits: (n: number) => plural(n, 'commit', 'commits'),
  },
  side: {
    label: 'About this', assignees: 'Assignees', nobody: 'Nobody', takeIt: 'Assign yourself', labels: 'Labels', noLabels: 'None yet', milestone: 'Milestone', noMilestone: 'None', projects: 'Projects', noProjects: 'None', deadline: 'Due date', noDeadline: 'None', overdue: 'overdue',
    clear: 'Remove', apply: 'Apply', change: (what: string) => `Change ${what.toLowerCase()}`, none: 'None', editLabels: 'Manage labels', dependencies: 'Dependencies', blockedBy: 'Blocked by', blocks: 'Blocks', noDependencies: 'None', addDependency: 'Number or owner/repository#number', way: 'Which way',
    thisWaits: 'This waits for it', thisBlocks: 'It waits for this', badIssue: 'There is no such issue. Write a number like 12, or owner/repository#12.', known: 'They depend on each other already.', time: 'Time', noTime: 'Nothing recorded', start: 'Start working', stop: 'Stop and record', cancel: 'Drop', add: 'Add time', hours: 'Hours', minutes: 'Minutes', running: (span: string) => `Running for ${span}`,
    elsewhere: 'A stopwatch runs on {issue}; starting here stops it.', removeTime: 'Remove', total: 'Total', estimated: (span: string) => `Estimated: ${span}`, notifications: 'Notifications', subscribe: 'Subscribe', unsubscribe: 'Unsubscribe', subscribed: 'You hear of everything that happens here.', unsubscribed: 'You hear of this only when you are mentioned.',
    participants: (n: number) => plural(n, 'participant', 'participants'), reference: 'Reference', copyReference: 'Copy the reference', lock: 'Lock the conversation', unlock: 'Unlock the conversation', reason: 'Reason', reasons: ['Too heated', 'Off-topic', 'Resolved', 'Spam'], pin: 'Pin', unpin: 'Unpin', delete: 'Delete',
    sure: (title: string) => `Delete “${title}” with all its comments? It cannot be brought back.`, deleted: 'It is deleted.', manage: 'Manage', badTime: 'Write how many hours and minutes.', badDay: 'Choose a day.',
  },
  span: (seconds: number) => {
    const [h, m] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
    return [...(h > 0 ? [`${h} h`] : []), ...(m > 0 ? [`${m} min`] : []), ...(h + m === 0 ? [`${seconds} s`] : [])].join(' ')
  },
  form: {
    title: 'Title', body: 'Description', bodyHint: 'Markdown works here: lists, tables, task lists, code, mentions with @ and #.', create: 'Create issue', choose: 'What is it about?', blank: 'Start from nothing', blankMore: 'When none of the above fits.', begin: 'Begin', other: 'Choose another', elsewhere: 'Open',
    edit: 'Edit issue', save: 'Save', conflict: 'Somebody else changed this text while you were writing. What you wrote is below; what it says now stands under it. Saving again replaces it.', now: 'What it says now', titleNeeded: 'It needs a title.', required: 'Please fill in', editTitle: 'Edit the title',
  },
  fields: { choose: 'Choose…', needed: '(needed)', missing: (name: string) => `Please fill in “${name}”.`, number: (name: string) => `“${name}” should be a number.`, unlike: (name: string) => `“${name}” does not have the form that is asked for.` },
  task: { stale: 'The text was changed meanwhile. Reload the page.', failed: 'That could not be saved.' },
  history: { title: 'Earlier versions', back: 'Back to the conversation', was: 'changed by {who} {when}', now: 'Now', none: 'It was never changed.', skipped: (n: number) => `… ${plural(n, 'line', 'lines')} unchanged …`, tooFar: 'Too much changed to mark it. This is what it said before:' },
  label: {
    title: 'Labels', new: 'New label', edit: 'Edit label', name: 'Name', nameNeeded: 'It needs a name.', nameHint: 'With a slash, as in priority/high, it belongs to a group.', description: 'Description', color: 'Colour', exclusive: 'Only one of its group at a time', archived: 'Archived: no longer offered', archivedMark: 'archived', exclusiveMark: 'one of its group',
    create: 'Create label', save: 'Save', delete: 'Delete', sure: (name: string) => `Delete the label “${name}”? It disappears from every issue and pull request.`, created: 'The label is there.', saved: 'Saved.', deleted: 'The label is deleted.', ofOrg: 'Labels of the organization', orgLede: 'Every repository of the organization may use these labels.', none: 'No labels yet', noneMore: 'Labels sort issues and pull requests. Create some, or begin with a set.',
    fromSet: 'Begin with a set', set: 'Set', use: 'Add these', added: (n: number) => `${plural(n, 'label', 'labels')} added.`, find: 'Find a label…', open: (n: number) => `${n} open`, closed: (n: number) => `${n} closed`, sort: 'Order', orders: { name: 'Name', most: 'Most used', least: 'Least used' }, preview: 'Preview', more: (name: string) => `Change ${name}`,
  },
  milestone: {
    title: 'Milestones', new: 'New milestone', edit: 'Edit milestone', name: 'Title', description: 'Description', due: 'Due date', dueHint: 'May be left empty.', create: 'Create milestone', save: 'Save', close: 'Close', reopen: 'Reopen', delete: 'Delete', sure: (title: string) => `Delete the milestone “${title}”? Its issues stay.`,
    none: 'No milestones yet', noneMore: 'A milestone gathers issues and pull requests for a goal or a date.', noneClosed: 'No closed milestones', done: (percent: number) => `${percent} % done`, open: (n: number) => `${n} open`, closed: (n: number) => `${n} closed`, dueOn: (day: string) => `Due ${day}`, late: (day: string) => `Overdue since ${day}`, noDue: 'No due date', closedOn: 'Closed',
    created: 'The milestone is there.', saved: 'Saved.', deleted: 'The milestone is deleted.', titleNeeded: 'It needs a title.', find: 'Find a milestone…', progress: 'Progress', updated: 'Updated', issues: 'Issues', pulls: 'Pull requests', badDay: 'Choose a day.',
  },
}
