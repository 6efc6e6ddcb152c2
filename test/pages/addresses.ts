// Where every page is to be found in the town, and a phrase that it must show without any script.
import type { Town } from '../kit/town.ts'

/** all: anybody; own: whoever is signed in; admin: administrators. `leads` says that it redirects, `file` that it is no document. */
export interface Address {
  path: string
  shows: string
  to: 'all' | 'own' | 'admin'
  kind?: 'leads' | 'file'
  status?: number
}

const engine = '/ada/engine'

export function addresses({ at }: Town): Record<string, Address> {
  const all = (path: string, shows: string, kind?: Address['kind']): Address => ({ path, shows, to: 'all', kind })
  const own = (path: string, shows: string, kind?: Address['kind']): Address => ({ path, shows, to: 'own', kind })
  const admin = (path: string, shows: string): Address => ({ path, shows, to: 'admin' })
  const [tag, side] = [encodeURIComponent(at.release), at.side.split('/').map(encodeURIComponent).join('/')]
  return {
    signInPage: all('/user/login', 'Password'), signUpPage: all('/user/sign_up', ''), mustChangePassword: { ...own('/user/settings/change_password', ''), status: 404 }, setupPage: { ...all('/setup', ''), status: 403 },
    settingsProfile: own('/user/settings', 'Profile'), settingsAppearance: own('/user/settings/appearance', 'Dark'), settingsAccount: own('/user/settings/account', 'Password'),
    settingsKeys: own('/user/settings/keys', 'key'), settingsTokens: own('/user/settings/applications', 'laptop'), settingsBlocked: own('/user/settings/blocked_users', 'lock'), settingsStorage: own('/user/settings/storage', 'used'),
    orgMembersPage: all('/org/guild/members', 'ada'), orgTeamsPage: own('/org/guild/teams', 'millers'), orgTeamPage: own('/org/guild/teams/millers', 'bob'), createOrgPage: own('/org/create', 'organization'),
    orgSettingsProfile: own('/org/guild/settings', 'guild'), orgSettingsBlocked: own('/org/guild/settings/blocked_users', 'lock'), orgSettingsStorage: own('/org/guild/settings/storage', 'used'), orgIssues: own('/org/guild/issues', '', 'leads'), orgPulls: own('/org/guild/pulls', '', 'leads'),
    orgTeamNewPage: own('/org/guild/teams/new', 'eam'), orgTeamEditPage: own('/org/guild/teams/millers/edit', 'millers'), orgSettingsLabels: own('/org/guild/settings/labels', 'everywhere'), orgSettingsLabelNew: own('/org/guild/settings/labels/new', 'abel'), orgSettingsLabelEdit: own(`/org/guild/settings/labels/${at.orgLabel}/edit`, 'everywhere'),
    settingsOrganizations: own('/user/settings/organization', 'guild'), settingsRepositories: own('/user/settings/repos', 'engine'),
    createRepoPage: own('/repo/create', 'Name'), forkPage: own('/guild/mill/fork', 'mill'), generatePage: own('/ada/starter/generate', 'starter'), forksPage: all(`${engine}/forks`, 'bob'), starsPage: all(`${engine}/stars`, 'bob'), watchersPage: all(`${engine}/watchers`, 'bob'),
    repoSettingsGeneral: own(`${engine}/settings`, 'engine'), repoSettingsAccess: own(`${engine}/settings/collaboration`, 'bob'), repoSettingsKeys: own(`${engine}/settings/keys`, 'key'),
    repoSettingsLargeFiles: own(`${engine}/settings/lfs`, 'arge'), repoSettingsLocks: own(`${engine}/settings/lfs/locks`, 'ock'),
    repoHome: all(engine, 'A machine that adds up'), srcBranch: all(`${engine}/src/branch/main/src/mill.ts`, 'how often it turns'), srcTag: all(`${engine}/src/tag/v1.0/many`, 'part-0999.txt'),
    srcCommit: all(`${engine}/src/commit/${at.sha}/src`, 'mill.ts'), srcBare: all(`${engine}/src/main`, '', 'leads'), findBranch: all(`${engine}/find/branch/main?q=mill`, 'src/mill.ts'), findTag: all(`${engine}/find/tag/v1.0?q=mill`, 'src/mill.ts'), findCommit: all(`${engine}/find/commit/${at.sha}?q=mill`, 'src/mill.ts'),
    commitsBranch: all(`${engine}/commits/branch/main`, 'Turn the mill 35'), commitsTag: all(`${engine}/commits/tag/v1.0/src`, 'Turn the mill'), commitsCommit: all(`${engine}/commits/commit/${at.sha}`, 'Turn the mill'), commitsHome: all(`${engine}/commits`, '', 'leads'),
    commitPage: all(`${engine}/commit/${at.sha}`, 'Change the counter'), compareStart: all(`${engine}/compare`, 'main'), comparePage: all(`${engine}/compare/main...faster`, 'Oil the gear'), branchesPage: all(`${engine}/branches`, 'faster'), tagsPage: all(`${engine}/tags`, 'v1.0'),
    editFilePage: own(`${engine}/_edit/faster/src/mill.ts`, 'mill.ts'), newFilePage: own(`${engine}/_new/faster/src`, 'ile'), deleteFilePage: own(`${engine}/_delete/faster/src/mill.ts`, 'mill.ts'), uploadFilesPage: own(`${engine}/_upload/faster/src`, 'ile'),
    revertPage: own(`${engine}/_revert/${at.sha}/main`, 'Revert'), cherryPickPage: own(`${engine}/_cherrypick/${at.sha}/faster`, 'Cherry-pick'),
    blameBranch: all(`${engine}/blame/branch/main/src/mill.ts`, 'how often it turns'), blameTag: all(`${engine}/blame/tag/v1.0/src/mill.ts`, 'how often it turns'), blameCommit: all(`${engine}/blame/commit/${at.sha}/src/mill.ts`, 'how often it turns'),
    searchCode: all(`${engine}/search?q=turns`, 'counter.ts'), repoSettingsBranches: own(`${engine}/settings/branches`, 'main'), repoSettingsBranchRule: own(`${engine}/settings/branches/edit?rule_name=main`, 'main'), repoSettingsTags: own(`${engine}/settings/tags`, 'v*'), repoSettingsTagRule: own(`${engine}/settings/tags/${at.tagRule}`, 'v*'),
    repoActivity: all(`${engine}/activity`, 'engine'), graphPage: all(`${engine}/graph`, 'Turn the mill'),
    issuePage: all(`${engine}/issues/1`, 'jams on every carry'), editIssue: own(`${engine}/issues/1/edit`, 'jams on every carry'), newIssuePage: own(`${engine}/issues/new`, 'ssue'), chooseTemplate: own(`${engine}/issues/new/choose`, 'Something broke'), historyPage: all(`${engine}/issues/1/history`, 'engine'), issuesPage: all(`${engine}/issues`, 'squeaks'),
    labelsPage: all(`${engine}/labels`, 'good first issue'), newLabel: own(`${engine}/labels/new`, 'abel'), editLabel: own(`${engine}/labels/${at.label}/edit`, 'bug'),
    milestonesPage: all(`${engine}/milestones`, 'First run'), milestonePage: all(`${engine}/milestone/${at.milestone}`, 'First run'), newMilestone: own(`${engine}/milestones/new`, 'ilestone'), editMilestone: own(`${engine}/milestones/${at.milestone}/edit`, 'First run'),
    writeComment: all(`${engine}/issues/1/comments`, ''), editComment: own(`${engine}/issues/1/comments/${at.comment}/edit`, 'I saw it too'),
    releasesPage: all(`${engine}/releases`, 'Version v1.0'), latestRelease: all(`${engine}/releases/latest`, '', 'leads'), releasePage: all(`${engine}/releases/tag/${tag}`, 'What is new'), newReleasePage: own(`${engine}/releases/new`, 'elease'), editReleasePage: own(`${engine}/releases/edit/${tag}`, 'Version'),
    wikiHome: all(`${engine}/wiki`, 'How the engine is kept'), wikiPages: all(`${engine}/wiki/_pages`, 'Oiling'), newWikiPage: own(`${engine}/wiki/_new`, 'age'), editWikiPage: own(`${engine}/wiki/_edit/Oiling`, 'Every evening'), wikiHistory: all(`${engine}/wiki/_history/Oiling`, 'Write Oiling'), wikiRaw: all(`${engine}/wiki/raw/Oiling.md`, 'Every evening', 'file'), wikiPage: all(`${engine}/wiki/Oiling`, 'Every evening'),
    packagesPage: all('/ada/-/packages', 'engine'), repoPackagesPage: all(`${engine}/packages`, '1.1.0'), packagePage: all('/ada/-/packages/generic/engine/1.0.0', 'engine.bin'), packageLatestPage: all('/ada/-/packages/generic/engine', '', 'leads'),
    pullsPage: all(`${engine}/pulls`, 'Turn twice as fast'), pullPage: all(`${engine}/pulls/${at.pull}`, 'Nearly there'), pullCommits: all(`${engine}/pulls/${at.pull}/commits`, 'Oil the gear'), pullCommit: all(`${engine}/pulls/${at.pull}/commits/${at.tip}`, 'oiled'), pullFiles: all(`${engine}/pulls/${at.pull}/files`, 'Gear'),
    pullPart: all(`${engine}/pulls/${at.pull}/files/${at.tip}`, 'oiled'), noteLine: own(`${engine}/pulls/${at.pull}/files/note?at=0R3`, 'omment'), reviewPull: own(`${engine}/pulls/${at.pull}/reviews`, 'eview'), mergePull: own(`${engine}/pulls/${at.pull}/merge`, 'erge'), newPull: own(`${engine}/pulls/new/main...${side}`, 'side'),
    projectsRepo: all(`${engine}/projects`, 'Build'), projectNewRepo: own(`${engine}/projects/new`, 'roject'), projectEditRepo: own(`${engine}/projects/${at.project}/edit`, 'Build'), boardRepo: all(`${engine}/projects/${at.project}`, 'Soon'), boardAddRepo: own(`${engine}/projects/${at.project}/add?column=${at.column}`, 'squeaks'),
    projectsOwner: all('/guild/-/projects', 'Year plan'), projectNewOwner: own('/guild/-/projects/new', 'roject'), projectEditOwner: own(`/guild/-/projects/${at.orgProject}/edit`, 'Year plan'), boardOwner: all(`/guild/-/projects/${at.orgProject}`, 'Year plan'), boardAddOwner: own(`/guild/-/projects/${at.orgProject}/add?column=${at.orgColumn}`, ''),
    runsPage: all(`${engine}/actions`, 'Build'), runPage: all(`${engine}/actions/runs/${at.run}`, 'First'), jobPage: all(`${engine}/actions/runs/${at.run}/jobs/${at.job}`, 'a hidden line'), jobLog: all(`${engine}/actions/runs/${at.run}/jobs/${at.job}/logs`, 'line 199', 'file'), dispatchPage: own(`${engine}/actions/workflows/build.yml/run`, 'stage'),
    runnersRepos: own(`${engine}/settings/actions/runners`, 'bench'), runnersOrgs: own('/org/guild/settings/actions/runners', 'unner'), runnersUser: own('/user/settings/actions/runners', 'unner'), runnersAdmin: admin('/-/admin/actions/runners', 'unner'), adminRuns: admin('/-/admin/actions/runs', 'orkflow runs'),
    secretsRepos: own(`${engine}/settings/actions/secrets`, 'TOKEN'), variablesRepos: own(`${engine}/settings/actions/variables`, 'STAGE'), secretsOrgs: own('/org/guild/settings/actions/secrets', 'ecret'), variablesOrgs: own('/org/guild/settings/actions/variables', 'ariable'), secretsUser: own('/user/settings/actions/secrets', 'ecret'), variablesUser: own('/user/settings/actions/variables', 'ariable'),
    inbox: own('/notifications', 'otification'), watchingPage: own('/notifications/watching', 'engine'),
    hooksRepos: own(`${engine}/settings/hooks`, '127.0.0.1'), hookNewRepos: own(`${engine}/settings/hooks/new`, 'ook'), hookEditRepos: own(`${engine}/settings/hooks/${at.hook}`, 'eliver'),
    hooksOrgs: own('/org/guild/settings/hooks', '127.0.0.1'), hookNewOrgs: own('/org/guild/settings/hooks/new', 'ook'), hookEditOrgs: own(`/org/guild/settings/hooks/${at.orgHook}`, 'eliver'),
    hooksUser: own('/user/settings/hooks', '127.0.0.1'), hookNewUser: own('/user/settings/hooks/new', 'ook'), hookEditUser: own(`/user/settings/hooks/${at.userHook}`, 'eliver'),
    hooksAdmin: admin('/-/admin/hooks', '127.0.0.1'), hookNewAdmin: admin('/-/admin/hooks/new', 'ook'), hookEditAdmin: admin(`/-/admin/hooks/${at.adminHook}`, 'eliver'),
    importPage: own('/repo/migrate', 'mport'), importProgress: own('/repo/migrate/ada/engine', '', 'leads'),
    adminOverview: admin('/-/admin', 'sers'), adminWork: admin('/-/admin/monitor/queue', ''), adminConfig: admin('/-/admin/config', 'port'), adminUsers: admin('/-/admin/users', 'ada'), adminUserNew: admin('/-/admin/users/new', 'mail'), adminUserEdit: admin('/-/admin/users/ada/edit', 'ada'),
    adminOrgs: admin('/-/admin/orgs', 'guild'), adminRepos: admin('/-/admin/repos', 'engine'), adminUnadopted: admin('/-/admin/repos/unadopted', 'take over'), adminEmails: admin('/-/admin/emails', 'ada@example.com'), adminCron: admin('/-/admin/monitor/cron', ''),
    home: all('/', 'engine'), exploreRepos: all('/explore/repos', 'engine'), exploreUsers: all('/explore/users', 'ada'), exploreOrganizations: all('/explore/organizations', 'guild'), profile: all('/ada', 'I build engines'),
    yourIssues: own('/issues', 'jams'), yourPulls: own('/pulls', ''), yourMilestones: own('/milestones', 'First run'), searchPage: all('/-/search?q=engine', 'engine'), searchAllCode: own('/-/search/code?q=turns', 'counter.ts'), complete: own('/-/complete?repo=ada%2Fengine&kind=people&q=a', '', 'file'), palette: all('/-/palette?q=en', 'engine', 'file'), swagger: all('/api/swagger', ''),
    userFeedAtom: all('/ada.atom', 'engine', 'file'), userFeedRss: all('/ada.rss', 'engine', 'file'), repoFeedAtom: all(`${engine}.atom`, 'engine', 'file'), repoFeedRss: all(`${engine}.rss`, 'engine', 'file'),
    releasesFeedAtom: all(`${engine}/releases.atom`, 'Version', 'file'), releasesFeedRss: all(`${engine}/releases.rss`, 'Version', 'file'), tagsFeedAtom: all(`${engine}/tags.atom`, 'v1.0', 'file'), tagsFeedRss: all(`${engine}/tags.rss`, 'v1.0', 'file'),
    branchFeedAtom: all(`${engine}/atom/branch/main`, 'Turn the mill', 'file'), branchFeedRss: all(`${engine}/rss/branch/main`, 'Turn the mill', 'file'),
  }
}
