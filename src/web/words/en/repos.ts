import { plural } from '../plural.ts'

/** The frame of a repository, its settings, creating and importing. */
export const repos = {
  tabs: {
    label: 'Repository', code: 'Code', issues: 'Issues', pulls: 'Pull requests', projects: 'Projects', actions: 'Actions', packages: 'Packages', releases: 'Releases', wiki: 'Wiki', activity: 'Activity', settings: 'Settings',
  },
  file: 'file',
  forkOf: 'forked from',
  mirrorOf: 'mirror of',
  template: 'Template',
  archivedNotice: 'This repository is archived. It can be read, but not changed.',
  star: 'Star', unstar: 'Starred', starLabel: 'Star this repository', unstarLabel: 'Starred: take your star away',
  stars: (n: number) => plural(n, 'star', 'stars'),
  watch: 'Watch', watching: 'Watching',
  watchLevels: {
    label: 'What you hear of this repository', unknown: 'There is no such level.',
    participating: { face: 'Watch', name: 'Participating', says: 'What you take part in, and where you are mentioned' },
    all: { face: 'Watching', name: 'All activity', says: 'Everything that happens here' },
    ignore: { face: 'Ignoring', name: 'Ignore', says: 'Nothing, not even when you are mentioned' },
  },
  fork: 'Fork', forks: (n: number) => plural(n, 'fork', 'forks'),
  updated: 'Updated',
  storage: {
    lede: 'What repositories, large files, packages and attachments take.',
    used: (size: string) => `${size} used`, usedOf: (size: string, all: string) => `${size} of ${all} used`,
    unlimited: 'There is no limit.',
    nearly: 'There is little room left. Delete what is no longer needed, or ask an administrator for more.',
    full: 'There is no room left: pushes and uploads are refused. Delete what is no longer needed, or ask an administrator for more.',
    parts: { git: 'Repositories and wikis', lfs: 'Large files', packages: 'Packages', attachments: 'Attachments' },
    largest: 'Largest repositories', none: 'Nothing is stored yet',
  },
  create: {
    title: 'New repository',
    lede: 'A repository holds files with their history, and the issues, pull requests and releases that belong to them.',
    owner: 'Owner', name: 'Name', nameHint: 'Short and easy to remember: letters, digits, dots, dashes and underscores.',
    description: 'Description',
    visibility: 'Who can see it',
    publicWords: 'Public', publicHint: 'Everybody who can reach this site.', privateWords: 'Private', privateHint: 'You and those you invite.',
    begin: 'Begin with',
    init: 'A first commit', initHint: 'Adds a README, so that it can be cloned at once. Leave this off when you are going to push an existing repository.',
    gitignore: '.gitignore', license: 'Licence', labels: 'Labels for issues', branch: 'Default branch', format: 'Object format', formatHint: 'SHA-256 needs clients that know it.',
    template: 'Others may begin their repositories from this one', more: 'More options', go: 'Create repository', none: 'None',
  },
  forking: {
    title: (name: string) => `Fork ${name}`, lede: 'A fork is your own copy. Change it freely, and send changes back by pull request.', owner: 'Owner of the fork', name: 'Name', go: 'Fork repository',
    none: 'Nobody has forked this yet',
  },
  generating: {
    use: 'Use this template', title: (name: string) => `New repository from ${name}`, lede: 'It begins with what you choose of the template, in one first commit, and has nothing more to do with it afterwards.',
    items: 'Take along', go: 'Create repository',
    parts: {
      git_content: ['Files', 'Of the default branch, without their history.'], topics: ['Topics', ''], labels: ['Labels of issues', ''], avatar: ['Picture', ''], protected_branch: ['Rules for branches', 'Without the people on their lists.'],
      webhooks: ['Webhooks', 'Their addresses may be secret, so only administrators of the template take them along.'], git_hooks: ['Git hooks', ''],
    },
  },
  people: { stars: 'Stars', watchers: 'Watchers', forks: 'Forks', noStars: 'Nobody has starred this yet', noWatchers: 'Nobody watches this yet', since: 'Joined' },
}
