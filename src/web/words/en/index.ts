import { actions } from './actions.ts'
import { actionsSettings } from './actions-settings.ts'
import { activity } from './activity.ts'
import { admin } from './admin.ts'
import { code } from './code.ts'
import { explore } from './explore.ts'
import { home } from './home.ts'
import { issues } from './issues.ts'
import { me } from './me.ts'
import { migration } from './migration.ts'
import { notifications } from './notifications.ts'
import { orgs } from './orgs.ts'
import { packages } from './packages.ts'
import { projects } from './projects.ts'
import { pulls } from './pulls.ts'
import { releases } from './releases.ts'
import { repoSettings } from './repo-settings.ts'
import { repos } from './repos.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { site } from './site.ts'
import { webhooks } from './webhooks.ts'
import { users } from './users.ts'
import { wiki } from './wiki.ts'

/** One file of words per room or group of pages. */
export const en = {
  actions,
  actionsSettings,
  activity,
  admin,
  code,
  explore,
  home,
  issues,
  me,
  migration,
  notifications,
  orgs,
  packages,
  projects,
  pulls,
  releases,
  repoSettings,
  repos,
  settings,
  signIn,
  site,
  webhooks,
  users,
  wiki,
}
