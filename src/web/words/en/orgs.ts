import { plural } from '../plural.ts'

/** Organizations and teams. */
export const orgs = {
  tabs: { repositories: 'Repositories', projects: 'Projects', packages: 'Packages', members: 'Members', teams: 'Teams', settings: 'Settings' },
  create: { title: 'New organization', lede: 'An organization owns repositories and has teams with their own rights.', name: 'Name', nameHint: 'It will be part of its addresses.', visibility: 'Who can see it', publicHint: 'Everybody who can reach this site.', limitedHint: 'Everybody who is signed in.', privateHint: 'Its members only.', changeTeams: 'Administrators of a repository may let teams in', go: 'Create organization' },
  profile: { fullName: 'Full name', description: 'Description', website: 'Website', location: 'Place', email: 'E-mail', save: 'Save profile', saved: 'The profile is saved.', picture: 'Picture', rename: 'Rename', newName: 'New name', renameHint: 'Old addresses lead to the new ones until somebody else takes the name.', renamed: 'The organization has a new name.', danger: 'Danger zone', remove: 'Delete this organization', removeHint: 'It must own no repository and no package any more. This cannot be undone.', type: (name: string) => `Type ${name} to confirm`, mismatch: 'The name is not the same.', gone: 'The organization is deleted.' },
  blocked: { lede: 'Blocked people cannot star, watch or write in the repositories of this organization.', none: 'Nobody is blocked' },
  members: {
    none: 'No member is shown to the public', public: 'Public', hidden: 'Hidden', show: 'Show to everybody', hide: 'Hide from the public', leave: 'Leave', removeLabel: (name: string) => `Remove ${name}`,
    leaveSure: (org: string) => `Leave ${org}? You lose what its teams let you do.`, removeSure: (name: string) => `Remove ${name} from every team?`, removed: (name: string) => `${name} is no longer a member.`, left: (name: string) => `You have left ${name}.`,
    add: 'Add people to teams', how: 'Whoever is in a team is a member. Add people to the team whose rights they should have.',
  },
  teams: {
    create: 'New team', none: 'No teams yet', members: (n: number) => plural(n, 'member', 'members'), levels: { none: 'By unit', read: 'Read', write: 'Write', admin: 'Administrator', owner: 'Owner' },
    nobody: 'Nobody yet', addMember: 'Add somebody', name: 'Name', noRepos: 'No repositories yet', addRepo: 'Add a repository', repoName: 'Name of a repository', allRepos: 'All repositories',
    dropLabel: (name: string) => `Remove ${name}`, dropSure: (name: string, team: string) => `Remove ${name} from ${team}?`,
  },
}
