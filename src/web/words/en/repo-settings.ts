import { branchRules, largeFiles, tagRules } from './rules.ts'

/** The settings of a repository. */
export const repoSettings = {
  general: {
    size: (size: string) => `Takes ${size}, large files included.`,
    saved: 'The settings are saved.', name: 'Name', description: 'Description', website: 'Website', topics: 'Topics', topicsHint: 'Words it is found by, separated by spaces.', branch: 'Default branch', template: 'Others may begin their repositories from this one', save: 'Save',
    parts: 'Parts', partsHint: 'What is switched off is hidden, not deleted.',
    units: { has_issues: 'Issues', has_pull_requests: 'Pull requests', has_projects: 'Projects', has_releases: 'Releases', has_packages: 'Packages', has_actions: 'Actions', has_wiki: 'Wiki' },
    issues: 'Issues', time: 'Time tracking', timeMembers: 'Only for those who can write', dependencies: 'Issues may block each other',
    merging: 'Pull requests', styles: { allow_merge_commits: 'Merge commit', allow_rebase: 'Rebase, then fast-forward', allow_rebase_explicit: 'Rebase, then merge commit', allow_squash_merge: 'Squash into one commit', allow_fast_forward_only_merge: 'Fast-forward only', allow_manual_merge: 'Mark as merged by hand' },
    preferred: 'Preferred style', preferredStyles: { merge: 'Merge commit', rebase: 'Rebase, then fast-forward', 'rebase-merge': 'Rebase, then merge commit', squash: 'Squash into one commit', 'fast-forward-only': 'Fast-forward only' },
    deleteBranch: 'Delete the branch after merging', rebaseUpdate: 'Branches may be updated by rebase', maintainers: 'Let maintainers edit the branch', manual: 'Notice merges made by hand',
  },
  mirror: { title: 'Mirror', interval: 'Update every', intervalHint: 'Such as 8h; 0 updates only by hand.', username: 'Name at the source', password: 'Password or token', passwordHint: 'Empty keeps the one there is.', last: 'Last update', failed: (why: string) => `The last try failed: ${why}`, sync: 'Update now', synced: 'The update has begun.' },
  danger: {
    title: 'Danger zone', makePrivate: 'Make private', makePrivateHint: 'Only you and those you invited will see it. Stars and watchers who may not see it are lost.', makePublic: 'Make public', makePublicHint: 'Everybody who can reach this site will see it, history included.',
    archive: 'Archive', archiveHint: 'It can still be read, but not changed.', unarchive: 'Take out of the archive', unarchiveHint: 'It can be changed again.',
    transfer: 'Give away', transferHint: 'Somebody else or an organization becomes the owner. People are asked first.', newOwner: 'New owner', pending: (name: string) => `${name} has been asked to take it over.`, cancel: 'Take the offer back', asked: 'The new owner has been asked.', moved: 'The repository has a new owner.',
    remove: 'Delete this repository', removeHint: 'Files, history, issues, pull requests, releases: everything goes. This cannot be undone.', type: (name: string) => `Type ${name} to confirm`, mismatch: 'The name is not the same.', gone: 'The repository is deleted.', done: 'Done.',
    offer: (from: string, org?: string) => `${from} offers ${org ?? 'you'} this repository.`, accept: 'Take it over', decline: 'Decline',
  },
  access: {
    people: 'Collaborators', none: 'Nobody but the owner has access of their own', add: 'Add somebody', name: 'Name', level: 'May', levels: { read: 'Read', write: 'Read and write', admin: 'Administer' }, added: 'Access is granted.', removed: 'Access is taken away.', change: 'Change', sure: (name: string) => `Take access away from ${name}?`,
    teams: 'Teams', noTeams: 'No team of the organization reaches this repository', team: 'Team', addTeam: 'Add team', all: 'reaches every repository',
  },
  keys: {
    lede: 'A deploy key gives a machine access to this repository alone.', none: 'No deploy key yet', title: 'Name', kind: 'Kind', ssh: 'SSH key', token: 'Token for HTTPS', key: 'Public key', keyHint: 'Only for SSH keys. Begins with ssh-ed25519, ecdsa-sha2-… or ssh-rsa.', writes: 'May also push', add: 'Add deploy key', added: 'The key is added.', removed: 'The key is removed.', readOnly: 'Read only', mayPush: 'May push',
    shown: 'This is the new token. It is shown only now: copy it to a safe place.', copy: 'Copy token', remove: (title: string) => `Remove the deploy key ${title}?`,
  },
  branches: branchRules,
  tags: tagRules,
  lfs: largeFiles,
}
