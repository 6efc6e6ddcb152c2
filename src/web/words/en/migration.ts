/** Bringing a repository in from elsewhere. */
export const migration = {
  title: 'Import a repository',
  lede: 'Brings in the history from any git address. From another Codestead or Gitea also issues, pull requests, labels, milestones and releases.',
  service: 'Where it comes from',
  services: { git: 'Any git address', gitea: 'Codestead or Gitea' },
  address: 'Address', addressHint: 'Such as https://example.com/owner/name.git',
  secret: 'It is not public', username: 'Name', password: 'Password', token: 'Access token', tokenHint: 'Reads what is not public, and issues and pull requests of the other site.',
  owner: 'Owner', name: 'Name', description: 'Description', private: 'Private', mirror: 'Mirror', mirrorHint: 'Kept up to date from there. Nobody can push to it here.', interval: 'Update every', intervalHint: 'Such as 8h; empty is the preset of this site.',
  what: 'What to bring', wiki: 'Wiki', lfs: 'Large files', labels: 'Labels', milestones: 'Milestones', issues: 'Issues', pulls: 'Pull requests', releases: 'Releases',
  go: 'Import repository',
  running: (name: string) => `Importing ${name}`,
  stages: { looking: 'Asking the other site what there is', talking: 'Reading issues, pull requests and releases', fetching: 'Fetching the history', large: 'Fetching large files', writing: 'Writing it down' },
  wait: 'This page follows by itself. You may close it: the import goes on.',
  adopting: {
    title: 'Repositories to take over', lede: 'Bare repositories laid into this folder of the server, as owner/name.git, become repositories here. Branches and tags come along, hooks and settings of the folder do not.',
    none: 'There is nothing to take over', find: 'Find by owner or name…', adopt: 'Take over', adopted: 'The repository is here.', removed: 'The folder is deleted.', sure: (name: string) => `Delete the folder of ${name} with everything in it? This cannot be undone.`,
    unknown: (name: string) => `${name} could not be taken over: there is no such folder, or no account of that name.`,
  },
  failed: 'The import failed, and nothing of it was kept.', again: 'Try again', unknown: 'Nothing is known of this import any more. If it had finished, the repository would be here.',
}
