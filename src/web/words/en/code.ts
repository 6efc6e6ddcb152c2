import { plural } from '../plural.ts'

/** Files, history, branches, differences, the editor. */
export const code = {
  diff: {
    none: 'Nothing differs',
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
    truncated: 'The rest is too long to show here.',
    noEol: 'No line break at the end of the file',
    before: 'Before', after: 'After',
    statuses: { added: 'Added', deleted: 'Deleted', modified: 'Modified', renamed: 'Renamed', copied: 'Copied', typechanged: 'Type changed' },
    letters: { added: 'A', deleted: 'D', modified: 'M', renamed: 'R', copied: 'C', typechanged: 'T' },
  },
}
