// The settings of one's own account: a list at the side, one subject a page.
import { html, sideNav, withSide, type Content, type IconName, type PageCx, type Sheet } from '../web/index.ts'

const subjects = {
  profile: ['', 'person'], account: ['/account', 'lock'], appearance: ['/appearance', 'sun'], keys: ['/keys', 'key'], tokens: ['/applications', 'code'], organizations: ['/organization', 'people'],
  repositories: ['/repos', 'repo'], storage: ['/storage', 'database'], blocked: ['/blocked_users', 'stop'], hooks: ['/hooks', 'webhook'], runners: ['/actions/runners', 'server'], secrets: ['/actions/secrets', 'lock'], variables: ['/actions/variables', 'code'],
} as const satisfies Record<string, readonly [string, IconName]>
export type UserSubject = keyof typeof subjects

export function userSettings(page: PageCx, current: UserSubject, body: Content): Sheet {
  const w = page.w.settings.user
  const side = sideNav(w.label, (Object.keys(subjects) as UserSubject[]).map((one) => ({ to: `${page.root}/user/settings${subjects[one][0]}`, words: w[one], icon: subjects[one][1], current: one === current })))
  return { title: w[current], body: withSide(side, html`<h1>${w[current]}</h1>${body}`) }
}
