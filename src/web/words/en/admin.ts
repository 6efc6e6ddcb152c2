import { plural } from '../plural.ts'

/** Administration of the site. */
export const admin = {
  overview: {
    health: 'Health', fine: 'Fine', wrong: 'Needs attention', versions: 'Versions', people: 'People', orgs: 'Organizations', repos: 'Repositories', issues: 'Issues and pull requests', waiting: 'Waiting work', dead: 'Given up',
    database: 'Database', disk: 'Disk', diskFree: (free: string, percent: number) => `${free} free (${percent} %)`, mail: 'Mail', mailNone: 'No mail server is configured: people are told of things in the browser and by API.',
    backup: 'Backup', backupHint: 'Stop the server, or use the snapshots of your file system, and keep a copy of the data folder: repositories, blobs, database and secret.key belong together.',
    memory: 'Memory', uptime: 'Running since', git: 'git', node: 'Node', codestead: 'Codestead', engine: (name: string) => (name === 'postgres' ? 'PostgreSQL' : 'SQLite'), answers: (ms: number) => `answers in ${ms} ms`,
  },
  users: {
    find: 'Name, full name or address', none: 'Nobody matches', create: 'New account', name: 'Name', fullName: 'Full name', email: 'E-mail', password: 'Password', mustChange: 'Must choose another password at the first sign-in', created: 'Created', seen: 'Last signed in', never: 'never',
    adminMark: 'Administrator', inactive: 'Not activated', restricted: 'Restricted', barred: 'May not sign in', edit: 'Edit account', made: 'The account is created.', saved: 'The account is saved.', gone: 'The account is deleted.',
    passwordHint: 'Leave empty to keep the present one.', quota: 'Storage in MiB', quotaHint: (used: string, site: string) => `${used} used. Leave empty for what the site allows (${site}); 0 is any amount.`, quotaAny: 'any amount', active: 'Activated', isAdmin: 'Administers this site', isRestricted: 'Sees only what it was invited to', prohibit: 'May not sign in', visibility: 'Who can see the profile',
    danger: 'Delete this account', dangerHint: 'What it wrote stays and shows a deleted account. It must own nothing, unless everything it owns is deleted too.', purge: 'Delete everything it owns as well', remove: 'Delete account', save: 'Save account',
    filters: { all: 'Everybody', admin: 'Administrators', inactive: 'Not activated', restricted: 'Restricted', barred: 'May not sign in' },
  },
  orgs: { none: 'There are no organizations yet' },
  repos: { find: 'Find a repository…', none: 'No repository matches' },
  emails: { find: 'Find an address…', none: 'No address matches', address: 'Address', owner: 'Account', primary: 'Primary', verified: 'Verified' },
  cron: { task: 'Task', schedule: 'Schedule', next: 'Next', last: 'Last', result: 'Result', run: 'Run now', ran: 'The task was started.', fine: 'Fine', off: 'By hand', never: 'never' },
  jobs: { lede: 'Work that is done after the answer: deliveries, imports, upkeep.', none: 'Nothing is waiting', kind: 'Kind', waiting: 'Waiting', failing: 'Trying again', dead: 'Given up', failed: 'Failed work', tries: 'Tries', when: 'When', error: 'What went wrong', facts: (n: number) => plural(n, 'fact is waiting for its listeners', 'facts are waiting for their listeners') },
  config: { lede: 'As in force now. Flags win over the environment, which wins over codestead.toml.', key: 'Setting', value: 'Value', about: 'What it does', set: 'set' },
}
