/** The settings of one's own account. */
export const me = {
  profile: {
    fullName: 'Full name', bio: 'About you', website: 'Website', location: 'Place', hideEmail: 'Keep my e-mail address to myself', hideActivity: 'Do not show what I do on my profile', save: 'Save profile',
    saved: 'Your profile is saved.', picture: 'Picture', pictureHint: 'PNG, JPEG, GIF or WebP, up to 1 MiB.', choose: 'Choose a picture', upload: 'Upload', clear: 'Remove picture', pictureSet: 'Your picture is changed.',
  },
  account: {
    password: 'Password', old: 'Present password', wrong: 'The present password is not right.', changed: 'The password is changed. Other browsers are signed out.', change: 'Change password',
    emails: 'E-mail addresses', primary: 'Primary', verified: 'Verified', unverified: 'Not verified', addEmail: 'Another address', add: 'Add address', emailAdded: 'The address is added.', emailGone: 'The address is removed.',
    sessions: 'Signed in', here: 'This browser', since: 'since', end: 'Sign out', endOthers: 'Sign out everywhere else', ended: 'Signed out.', unknownAgent: 'Unknown browser',
  },
  appearance: { theme: 'Theme', themeHint: 'Kept in this browser.', diff: 'Differences', unified: 'One below the other', split: 'Side by side', save: 'Save', saved: 'Saved.' },
  keys: {
    lede: 'With an SSH key you clone and push without a password.', none: 'No SSH key yet', noneHint: 'Make one with the command below and paste the content of the .pub file.', title: 'Name', key: 'Public key', keyHint: 'Begins with ssh-ed25519, ecdsa-sha2-… or ssh-rsa.',
    add: 'Add SSH key', added: 'The key is added.', gone: 'The key is removed.', used: 'last used', never: 'never used', addedOn: 'Added', remove: (title: string) => `Remove the key ${title}?`, command: 'Make a key',
  },
  tokens: {
    lede: 'Programs sign in with a token instead of your password. Give each one of its own, and only what it needs.', none: 'No token yet', noneHint: 'git over HTTP, scripts and CI use one.', name: 'Name', nameHint: 'What it is for, such as the name of the program.',
    scopes: 'What it may do', all: 'Everything you may do', publicOnly: 'Only what everybody can see', nothing: 'Nothing', read: 'Read', write: 'Read and write', make: 'Create token', shown: 'This is your new token. It is shown only now: copy it to a safe place.', copy: 'Copy token',
    gone: 'The token is removed.', remove: (name: string) => `Remove the token ${name}? Programs that use it will be refused.`, choose: 'Choose at least one thing it may do.',
    categories: { activitypub: 'Federation', admin: 'Administration of the site', issue: 'Issues and pull requests', misc: 'Rendering, templates and the like', notification: 'Notifications', organization: 'Organizations and teams', package: 'Packages', repository: 'Repositories and their files', user: 'Your account' },
  },
  blocked: { lede: 'People you block cannot follow you, star or watch your repositories, or write in them.', none: 'You have blocked nobody', name: 'Name', block: 'Block', unblock: 'Unblock', done: 'Blocked.', undone: 'No longer blocked.' },
  organizations: { none: 'You belong to no organization', noneHint: 'Organizations let several people own repositories together.', create: 'New organization', leave: 'Leave', sure: (name: string) => `Leave ${name}? You lose what its teams let you do.`, left: 'You have left.', owner: 'Owner', lede: 'Organizations you belong to.', last: 'You are the only owner. Make somebody else an owner first, or delete the organization.', settings: 'Settings' },
  repositories: { none: 'You own no repository yet', noneHint: 'A repository holds files, their history, issues and pull requests.', create: 'New repository', settings: 'Settings', settingsOf: (name: string) => `Settings of ${name}`, find: 'Find a repository', unmatched: 'No repository of yours has such a name' },
}
