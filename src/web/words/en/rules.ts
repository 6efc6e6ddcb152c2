import { plural } from '../plural.ts'

/** Rules that protect branches and tags, and what a repository holds beside git. */
export const branchRules = {
  lede: 'Rules say who may push to a branch, and what a pull request needs before it is merged. The first rule whose name fits a branch holds for it.',
  protect: 'Protect', rules: 'Rules', create: 'New rule', none: 'No branch is protected', noneHint: 'Everybody with write access may push, force-push and merge. A rule for the default branch is a good beginning.',
  title: 'New rule for branches', edit: (name: string) => `Rule for ${name}`, name: 'Branches', nameHint: 'The name of a branch or a pattern: release/* fits release/1.0, release/** also release/1.0/fix.', nameNeeded: 'Say which branches the rule is for.',
  up: (name: string) => `Ask ${name} earlier`, down: (name: string) => `Ask ${name} later`, covers: 'Holds for', coversNone: 'Fits no branch at present', more: (n: number) => `and ${n} more`,
  sure: (name: string) => `Remove the rule for ${name}?`, made: 'The rule is made.', saved: 'The rule is saved.', gone: 'The rule is removed.', moved: 'The order is changed.',
  people: 'People', peopleHint: 'Names, separated by commas. Those without the right to it are left out.', teams: 'Teams', teamsHint: 'Names, separated by commas.', keys: 'Deploy keys that may write, too',
  says: {
    push: { nobody: 'No pushes', writers: 'Writers push', list: 'Some push' }, force: 'Force pushes', merge: 'Some merge', approvals: (n: number) => plural(n, 'approval', 'approvals'), checks: 'Checks', signed: 'Signed commits', files: 'Protected files', admins: 'Administrators too',
  },
  push: {
    title: 'Pushing', legend: 'Who may push', choices: { nobody: 'Nobody', writers: 'Everybody with write access', list: 'Only these' }, hints: { nobody: 'Changes come by pull request.', writers: 'Pushing works as without a rule.', list: 'Others need a pull request.' },
    force: 'Who may force-push', forceChoices: { nobody: 'Nobody', writers: 'Everybody who may push', list: 'Only these' }, forceHint: 'A force push may leave commits behind.',
    signed: 'Every commit must be signed', signedHint: 'With a signature that can be verified here.',
  },
  merging: {
    title: 'Merging', legend: 'Who may merge pull requests', choices: { writers: 'Everybody with write access', list: 'Only these' },
    outdated: 'The branch must be up to date', outdatedHint: 'A pull request that lacks commits of its target has to be updated first.',
    admins: 'Administrators are held to this rule too', adminsHint: 'Otherwise they may merge although something is missing.',
    bypass: 'Who else may merge although something is missing', bypassChoices: { nobody: 'Nobody', list: 'Only these' },
  },
  approvals: {
    title: 'Approvals', count: 'Approvals needed', countHint: '0 needs none.', legend: 'Whose approval counts', choices: { writers: 'Everybody with write access', list: 'Only these' },
    rejected: 'A request for changes stops the merge', rejectedHint: 'Until it is dismissed or the reviewer approves.', requests: 'Open requests for a review stop the merge', requestsHint: 'Those asked officially must have answered.',
    owners: 'Owners of the changed code must approve', ownersHint: 'As the CODEOWNERS file names them.', dismiss: 'New commits dismiss approvals', dismissHint: 'What was approved is no longer what would be merged.', ignore: 'Approvals of earlier commits do not count', ignoreHint: 'They stay, but are not counted.',
  },
  checks: {
    title: 'Checks', legend: 'Which checks must succeed', choices: { none: 'None', all: 'Every check that reports', list: 'These' }, names: 'Checks', namesHint: 'One name or pattern a line, such as ci/*. A check that does not report keeps the merge waiting.', seen: 'Seen lately:',
  },
  files: {
    title: 'Files', kept: 'Protected files', keptHint: 'Nobody changes them by push or merge. Patterns separated by semicolons, such as .github/**;*.lock.', open: 'Free files', openHint: 'Everybody with write access may push changes to these alone, although the rule says otherwise. Patterns as above.',
  },
  save: 'Save rule', makeIt: 'Create rule',
}

export const tagRules = {
  lede: 'Only those on the list of a rule may create, move or delete the tags it fits.', none: 'No tag is protected', noneHint: 'Everybody with write access may create, move and delete tags.', add: 'New rule', edit: (name: string) => `Rule for ${name}`,
  pattern: 'Tags', patternHint: 'A name, a pattern such as v*, or a regular expression between slashes: /^v\\d/.', patternNeeded: 'Say which tags the rule is for.', whoNeeded: 'Name at least one person or team.', allowed: 'Allowed:', nobody: 'nobody', sure: (name: string) => `Remove the rule for ${name}?`,
  made: 'The rule is made.', saved: 'The rule is saved.', gone: 'The rule is removed.', save: 'Save rule', makeIt: 'Create rule',
}

export const largeFiles = {
  ways: 'Large files', files: 'Files', locks: 'Locks', lede: 'Files that git-lfs keeps beside the history, each under the SHA-256 checksum of its content.', none: 'No large files', noneHint: 'With git-lfs, big files such as pictures and models are stored outside of git.', sum: (n: number, size: string) => `${plural(n, 'file', 'files')}, ${size} together`,
  find: 'Find by checksum', unmatched: 'No file has a checksum that begins so', stored: 'Stored', download: 'Download', downloadOf: (oid: string) => `Download ${oid}`,
  locksLede: 'Files that cannot be merged can be locked while somebody works on them.', noLocks: 'Nothing is locked', noLocksHint: 'Lock a file here or with git lfs lock.', path: 'Path of a file', lock: 'Lock', locked: 'The file is locked.', alreadyLocked: (path: string, who: string) => `${path} is locked by ${who} already.`,
  unlock: 'Unlock', unlockSure: (path: string, who: string) => `${who} has locked ${path}. Unlock it?`, unlocked: 'The file is unlocked.', by: 'locked by',
}
