import { plural } from '../plural.ts'

/** Files, history, branches, differences, the editor. */
export const code = {
  home: {
    about: 'About', noDescription: 'No description yet.', activity: 'Activity', releases: 'Releases', latest: 'Latest', contributors: 'Contributors this year', languages: 'Languages',
  },
  clone: {
    button: 'Clone', copyHttp: 'Copy the HTTP address', copySsh: 'Copy the SSH address', zip: 'Download as ZIP', tar: 'Download as TAR.GZ',
    emptyTitle: 'Nothing here yet', emptyHow: 'Push what you have, or begin with a file in the browser.', emptyWait: 'Once somebody pushes to this repository, its files appear here.',
    fresh: 'A new repository on the command line', existing: 'A repository you have already', copyCommands: 'Copy the commands', addFile: 'Add a file', newFile: 'New file', upload: 'Upload files',
  },
  refs: {
    switch: 'Branch or tag', find: 'Find a branch or tag…', none: 'No branch or tag with that name.', branches: 'Branches', tags: 'Tags', all: (n: number) => `All ${n}`, branchCount: (n: number) => plural(n, 'branch', 'branches'),
  },
  folder: {
    files: 'Files', name: 'Name', message: 'Last commit', changed: 'Changed', up: 'One folder up', executable: 'executable', looking: 'The last commits are still being looked for. Load the page again in a moment to see them.', commits: (n: number) => plural(n, 'commit', 'commits'),
  },
  file: {
    lines: (n: number) => plural(n, 'line', 'lines'), rendered: 'Preview', source: 'Source', raw: 'Raw', history: 'History', blame: 'Blame', permalink: 'Permanent link', copy: 'Copy the content', download: 'Download',
    edit: 'Edit this file', delete: 'Delete this file', binary: 'This file is binary and cannot be shown here.', tooLong: 'This file is too long to be shown here.', empty: 'This file is empty.',
    pdf: 'A PDF document', openPdf: 'Open it', linkTo: 'A link to', firstRows: (n: number) => `Only the first ${n} rows are shown.`, part: (from: number, to: number, all: number) => `Lines ${[from, to].map((n) => n.toLocaleString('en')).join(' to ')} of ${all.toLocaleString('en')}`, partBefore: 'Lines before', partAfter: 'Lines after',
    absent: 'There is no {path} on {ref}. This is the nearest folder.', absentRoot: 'There is no {path} on {ref}.',
    largeFile: (size: string) => `This file is kept in large file storage (${size}); what follows is the pointer to it.`, getLarge: 'Get the file itself', largeMissing: 'This file is a pointer to a large file that was not uploaded to this server.',
    odd: 'This file holds characters that cannot be seen or that change the order of the text. They are shown by their number, because what you read may not be what runs.',
  },
  find: { go: 'Go to file', title: 'Find a file', hint: 'Part of its path…', none: 'No file with that name.', tooMany: 'There are too many files; not all of them are searched.' },
  commit: {
    committedBy: 'committed by', verified: 'Verified', unverified: 'Unverified', verifiedBy: (name: string) => `Signed by ${name}`, byServer: 'This server made the commit for its committer and signed it.', key: 'Key',
    notVerified: {
      'gpg.error.no_gpg_keys_found': 'Signed with a key that nobody has registered here', 'gpg.error.probable_bad_signature': 'The signature does not fit the commit', 'gpg.error.probable_bad_default_signature': 'The signature does not stand for this committer', otherwise: 'The signature cannot be verified',
    },
    copySha: 'Copy the id', browse: 'Browse the files at this point', none: 'No commits here.', more: 'The whole message', renamedFrom: 'Renamed from', noMessage: '(no message)',
    states: { success: 'All checks passed', failure: 'Some checks failed', pending: 'Checks are under way' }, unnamedCheck: 'Check',
    commit: 'Commit', parents: (n: number) => (n === 1 ? 'Parent' : 'Parents'), root: 'First commit', note: 'Note', merge: (n: number) => `A merge of ${n} parents. What follows is what it changed against the first.`, emptyMerge: 'Everything came from the merged branch as it is.', moreRefs: 'and more',
  },
  history: { title: 'History', noneFound: 'No commit matches.', find: 'Message, author or id…', browse: 'View file', graph: 'Graph',
  },
  compare: {
    title: 'Compare', lede: 'Choose two branches, tags or commits to see what the second has that the first has not.', base: 'Base', head: 'Compare', repositories: 'Repositories', forks: 'Forks', swap: 'Swap the sides', missing: 'One of the two sides does not exist, or you may not see it. Choose others.',
    same: 'Both sides are the same', sameHow: 'Choose another branch to see what differs.', noCommits: 'No commits that the base has not.', moreCommits: (n: number) => `and ${plural(n, 'more commit', 'more commits')}`,
    contained: (head: string, base: string) => `${base} has everything of ${head} already`,
  },
  branches: {
    title: 'Branches', none: 'No branches here', new: 'New branch', find: 'Find a branch…', name: 'Name', from: 'From', create: 'Create', created: (name: string) => `Created ${name}.`,
    shows: { all: 'All', yours: 'Yours', active: 'Active', stale: 'Stale' }, default: 'Default', protected: 'Protected', copy: 'Copy the name', menu: (name: string) => `More about ${name}`,
    apart: (ahead: number, behind: number) => `${plural(ahead, 'commit', 'commits')} ahead of and ${behind} behind the default branch`, newPull: 'New pull request', compare: 'Compare', history: 'History',
    rename: 'Rename', renameTitle: (name: string) => `Rename ${name}`, renamed: (from: string, to: string) => `${from} is called ${to} now.`, delete: 'Delete', sure: (name: string) => `Delete the branch ${name}?`, deleted: (name: string) => `The branch ${name} was deleted.`, restore: 'Restore it',
  },
  tags: {
    title: 'Tags', none: 'No tags here', noneHow: 'A tag gives a commit a name for good, such as v1.0.', new: 'New tag', find: 'Find a tag…', name: 'Name', target: 'At', targetHint: 'A branch or the id of a commit', message: 'Message', messageHint: 'With one it becomes an annotated tag.',
    create: 'Create', created: (name: string) => `Created ${name}.`, menu: (name: string) => `More about ${name}`, release: 'Release', since: 'What changed since', delete: 'Delete', sure: (name: string) => `Delete the tag ${name}?`, deleted: (name: string) => `The tag ${name} was deleted.`,
  },
  edit: {
    title: (path: string) => `Edit ${path}`, newTitle: 'New file', on: 'on', path: 'Path', pathHint: 'folder/name.txt', content: 'Content', previewDiff: 'Show changes', preview: 'Preview', tabHint: 'Tab indents; press Escape first to leave the field with it.', file: 'a file',
    save: 'Commit', commit: 'Commit', message: 'Message', details: 'Details', direct: 'Commit to', protected: 'You may not commit to this branch yourself.', newBranch: 'Commit to a new branch', newBranchName: 'Name of the new branch', saved: 'Committed.',
    suggestNew: (path: string) => `Add ${path}`, suggestEdit: (path: string) => `Update ${path}`, suggestDelete: (path: string) => `Delete ${path}`, suggestUpload: 'Upload files',
    conflict: 'Somebody changed this file while you were editing. What you typed is still here.', stale: 'The file has another version now.', seeTheirs: 'See it', overwrite: 'Commit mine in place of theirs', tooDifferent: 'Too much differs to show it.',
    deleteTitle: (path: string) => `Delete ${path}`, delete: 'Delete the file', uploadTitle: 'Upload files', folder: 'Folder', folderHint: 'Leave empty for the root', files: 'Files', filesHint: 'Choose files or drop them here. A file of the same name is replaced.', upload: 'Commit the files', noFiles: 'Choose at least one file.',
    readOnly: 'Files of this repository cannot be changed here.', noText: 'Only files with text can be edited here.', tooLarge: 'This file is too large to be edited here.', forkTitle: 'You may not write to this repository', forkHow: 'Make a copy of your own, change the file there, and propose it as a pull request.',
  },
  pick: {
    title: { revert: (id: string) => `Revert ${id}`, pick: (id: string) => `Cherry-pick ${id}` }, menu: { revert: 'Revert…', pick: 'Cherry-pick…' }, more: 'More about this commit', onto: 'on', go: { revert: 'Revert', pick: 'Cherry-pick' },
    reverts: (oid: string) => `This reverts commit ${oid}.`, picked: (oid: string) => `(cherry picked from commit ${oid})`,
    conflict: 'This cannot be done here, because other changes are in its way:', byHand: 'Do it in a clone of your own:', idle: { revert: 'This branch has nothing of that commit to undo.', pick: 'This branch has everything of that commit already. Choose another one above.' },
  },
  blame: { title: 'Blame', normal: 'View file', before: 'Blame before this change', cannot: 'This file has no lines to show.', tooLong: 'This file is too long for that.', newer: 'Newer', older: 'Older' },
  insights: {
    title: 'Activity', activity: 'Contributors', graph: 'Graph', none: 'No commits in the last year', noneHow: 'Once somebody commits to the default branch, it is seen here.', perWeek: 'Commits per week',
    inAll: (n: number, people: number) => `${plural(n, 'commit', 'commits')} by ${plural(people, 'person', 'people')} in the last year, merges left out`,
    chart: (n: number, most: number, week: string) => `${plural(n, 'commit', 'commits')} in a year, most in the week of ${week}: ${most}`,
  },
  search: {
    title: 'Search in code', hint: 'Search in the code…', begin: 'What are you looking for?', how: 'Any text, as it stands in the files. path:src, language:go or extension:md narrow it down.', none: (text: string) => `Nothing holds “${text}”`, noneWhy: 'Files of up to 1 MB are searched, but none that are marked as generated or vendored.',
    tooMany: 'Too much holds that. Look for something longer.', wrong: 'That cannot be searched for', found: (n: number) => `Found in ${plural(n, 'file', 'files')}`, atLeast: (n: number) => `Found in ${plural(n, 'file', 'files')}; there may be more`, exact: 'Match case', word: 'Whole word', regexp: 'Regular expression', line: (n: number) => `Line ${n}`,
    path: 'Path', pathHint: 'Path, or *.ts', language: 'Language', anyLanguage: 'Any language', repo: 'Repository', repoHint: 'owner/name',
  },
  diff: {
    none: 'Nothing differs', tooMany: 'Too many files changed to show them here',
    changed: (n: number) => `${plural(n, 'changed file', 'changed files')}`,
    with: 'with', and: 'and',
    additions: (n: number) => plural(n, 'addition', 'additions'),
    deletions: (n: number) => plural(n, 'deletion', 'deletions'),
    files: 'Files',
    style: 'Layout', styles: { unified: 'Unified', split: 'Split' },
    ignoreBlanks: 'Ignore whitespace', blanksIgnored: 'Whitespace ignored',
    onlyOne: 'Only one file is shown.', showAll: 'Show all files',
    moreFiles: (n: number) => `${plural(n, 'more file', 'more files')} changed. There are too many to show them all here; fetch the branch to see them.`,
    copyPath: 'Copy path', menu: (path: string) => `More about ${path}`, fold: (path: string) => `Show or hide ${path}`,
    view: 'View file', viewOld: 'View file before', wholeFile: 'Show the whole file',
    submodule: 'Submodule', symlink: 'Link', mode: 'File mode',
    folded: {
      large: 'This file changed a lot, so it is not shown at first.',
      generated: 'This file looks generated, so it is not shown at first.',
      limit: 'A lot changed here, so this file is not shown at first.',
    },
    load: 'Load the changes',
    binary: 'A binary file, which cannot be shown here.',
    renamedOnly: 'Moved without changes.', modeOnly: 'Only the file mode changed.', emptyFile: 'An empty file.', blanksOnly: 'Only whitespace changed.',
    truncated: 'The rest is too long to show here.', tooLong: 'So much changed here that it cannot be shown. Fetch the branch to see it.',
    noEol: 'No line break at the end of the file',
    before: 'Before', after: 'After',
    statuses: { added: 'Added', deleted: 'Deleted', modified: 'Modified', renamed: 'Renamed', copied: 'Copied', typechanged: 'Type changed' },
    letters: { added: 'A', deleted: 'D', modified: 'M', renamed: 'R', copied: 'C', typechanged: 'T' },
  },
}
