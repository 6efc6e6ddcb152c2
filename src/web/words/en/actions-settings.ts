/** Runners, secrets and variables at every level. */
export const actionsSettings = {
  runners: {
    lede: 'A runner is a program on another machine that takes jobs from here.', none: 'No runner yet', noneHint: 'Register one with the commands below.', register: 'Register a runner', token: 'Registration token', show: 'Show the registration token', how: 'On the machine that is to do the work:', online: 'Online', offline: 'Offline', busy: 'Working', disabled: 'Paused', ephemeral: 'For one job', pause: 'Pause', resume: 'Resume', paused: 'Saved.', removed: 'The runner is removed.', sure: (name: string) => `Remove the runner ${name}?`,
  },
  secrets: { lede: 'Secrets are given to jobs and hidden in their logs. What they hold is never shown again.', none: 'No secret yet', name: 'Name', nameHint: 'Letters, digits and underscores; not beginning with GITHUB_ or GITEA_.', value: 'Value', description: 'Description', save: 'Save secret', saved: 'The secret is saved.', removed: 'The secret is removed.', sure: (name: string) => `Remove the secret ${name}?` },
  variables: { lede: 'Variables are given to jobs as vars.NAME. Everybody who can see a log may see them.', none: 'No variable yet', save: 'Save variable', saved: 'The variable is saved.', removed: 'The variable is removed.', sure: (name: string) => `Remove the variable ${name}?` },
}
