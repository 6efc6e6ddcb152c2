/** The settings of accounts, organizations, repositories and the site. */
export const settings = {
  repo: {
    label: 'Settings of the repository',
    general: 'General', access: 'Collaborators', branches: 'Branch protection', tags: 'Tag protection', keys: 'Deploy keys', hooks: 'Webhooks', lfs: 'Large files', runners: 'Runners', secrets: 'Secrets', variables: 'Variables',
  },
  user: {
    label: 'Your settings',
    profile: 'Profile', account: 'Account', appearance: 'Appearance', keys: 'SSH keys', tokens: 'Access tokens', hooks: 'Webhooks', blocked: 'Blocked people', organizations: 'Organizations', repositories: 'Repositories', storage: 'Storage', runners: 'Runners', secrets: 'Secrets', variables: 'Variables',
  },
  org: {
    label: 'Settings of the organization',
    profile: 'Profile', labels: 'Labels', storage: 'Storage', hooks: 'Webhooks', blocked: 'Blocked people', runners: 'Runners', secrets: 'Secrets', variables: 'Variables',
  },
  admin: {
    label: 'Administration',
    overview: 'Overview', users: 'People', orgs: 'Organizations', repos: 'Repositories', emails: 'E-mail addresses', cron: 'Regular tasks', jobs: 'Background work', hooks: 'Webhooks', runners: 'Runners', runs: 'Workflow runs', config: 'Configuration', allRepos: 'All repositories', unadopted: 'To take over',
  },
}
