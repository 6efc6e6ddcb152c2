import { plural } from '../plural.ts'

/** Packages of an owner or a repository. */
export const packages = {
  title: 'Packages', none: 'No package yet', noneRepo: 'No package is linked to this repository', noneHint: 'Files of any kind can be published with one command:', find: 'Find a package…', type: 'Type', all: 'All types', published: 'Published', by: 'by',
  versions: 'Versions', files: 'Files', size: 'Size', name: 'Name', count: (n: number) => plural(n, 'file', 'files'), repository: 'Repository', details: 'Details', get: 'How to get it', getFile: 'Download it with curl', sum: 'SHA-256',
  settings: 'Settings', link: 'Link to a repository', linkName: 'Repository of the same owner', linked: 'The package is linked.', unlink: 'Take the link away', unlinked: 'The link is taken away.', removeVersion: 'Delete this version', removeAll: 'Delete the package', removed: 'It is deleted.', sure: 'Delete it? This cannot be undone.', danger: 'Danger zone', latest: 'Latest',
}
