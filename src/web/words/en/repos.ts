import { plural } from '../plural.ts'

/** The frame of a repository, its settings, creating and importing. */
export const repos = {
  tabs: {
    label: 'Repository', code: 'Code', issues: 'Issues', pulls: 'Pull requests', projects: 'Projects', actions: 'Actions', packages: 'Packages', releases: 'Releases', wiki: 'Wiki', activity: 'Activity', settings: 'Settings',
  },
  forkOf: 'forked from',
  mirrorOf: 'mirror of',
  template: 'Template',
  archivedNotice: 'This repository is archived. It can be read, but not changed.',
  star: 'Star', unstar: 'Starred', starLabel: 'Star this repository', unstarLabel: 'Take your star away',
  stars: (n: number) => plural(n, 'star', 'stars'),
  watch: 'Watch', watching: 'Watching', unwatchLabel: 'Stop watching', watchLabel: 'Be told of everything that happens here',
  fork: 'Fork', forks: (n: number) => plural(n, 'fork', 'forks'),
  updated: 'Updated',
}
