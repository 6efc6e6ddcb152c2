/** Organizations and teams. */
export const orgs = {
  tabs: { repositories: 'Repositories', projects: 'Projects', packages: 'Packages', members: 'Members', teams: 'Teams', settings: 'Settings' },
}
