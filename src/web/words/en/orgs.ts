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
    nobody: 'Nobody yet', addMember: 'Add somebody', name: 'Name', noRepos: 'No repositories yet', addRepo: 'Add a repository', repoName: 'Name of a repository', noRepoCalled: (name: string) => `The organization has no repository called ${name}.`, allRepos: 'All repositories',
    dropLabel: (name: string) => `Remove ${name}`, dropSure: (name: string, team: string) => `Remove ${name} from ${team}?`,
    edit: (name: string) => `Edit ${name}`, made: 'The team is there. Now add people and repositories.', saved: 'The team is saved.', gone: 'The team is deleted.', nameNeeded: 'A team needs a name.', remove: 'Delete this team', removeHint: 'Members who are in no other team leave the organization.', removeSure: (name: string) => `Delete the team ${name}?`, danger: 'Danger zone', go: 'Create team', save: 'Save team',
    form: {
      name: 'Name', nameHint: 'Letters, digits, dots, dashes and underscores. People mention it as @organization/name.', description: 'Description', visibility: 'Who can see it', visibilities: { private: 'Its members and the owners', limited: 'Everybody in the organization', public: 'Everybody' },
      repositories: 'Repositories', reach: 'Which repositories', some: 'Those added to it', someHint: 'Repositories are added on the page of the team.', all: 'All of the organization', allHint: 'New ones, too.', creates: 'Members may create repositories', createsHint: 'They administer what they create.',
      rightsTitle: 'Rights', rights: 'What it may do there', byUnit: 'Part by part', admin: 'Administer', adminHint: 'Everything, settings and collaborators included.', levels: { none: 'Nothing', read: 'Read', write: 'Read and write' },
      units: { 'repo.code': 'Code', 'repo.issues': 'Issues', 'repo.ext_issues': 'Issues elsewhere', 'repo.pulls': 'Pull requests', 'repo.releases': 'Releases', 'repo.wiki': 'Wiki', 'repo.ext_wiki': 'Wiki elsewhere', 'repo.projects': 'Projects', 'repo.packages': 'Packages', 'repo.actions': 'Actions' },
      ownersHint: 'Owners may do everything; nothing else about their team can be changed.',
    },
  },
}
