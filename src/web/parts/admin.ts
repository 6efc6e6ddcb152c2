// The frame of administration; several rooms have a page in it.
import { html, type Content, type Html } from '../html.ts'
import type { IconName } from '../icons.ts'
import type { PageCx, Sheet } from '../page.ts'
import { sideNav, tabs, withSide } from './tabs.ts'

const subjects = {
  overview: ['', 'shield'], users: ['/users', 'person'], orgs: ['/orgs', 'people'], repos: ['/repos', 'repo'], emails: ['/emails', 'mail'], cron: ['/monitor/cron', 'clock'], jobs: ['/monitor/queue', 'archive'],
  hooks: ['/hooks', 'webhook'], runners: ['/actions/runners', 'server'], runs: ['/actions/runs', 'play'], config: ['/config', 'gear'],
} as const satisfies Record<string, readonly [string, IconName]>
export type AdminSubject = keyof typeof subjects

export function adminSheet(page: PageCx, current: AdminSubject, body: Content, more: Partial<Sheet> = {}): Sheet {
  const w = page.w.settings.admin
  const side = sideNav(w.label, (Object.keys(subjects) as AdminSubject[]).map((one) => ({ to: `${page.root}/-/admin${subjects[one][0]}`, words: w[one], icon: subjects[one][1], current: one === current })))
  return { title: w[current], ...more, body: withSide(side, html`<h1>${w[current]}</h1>${body}`) }
}

/** Repositories that are here, and those that wait to be. */
export function adminRepoTabs(page: PageCx, current: 'all' | 'unadopted'): Html {
  const [w, to] = [page.w.settings.admin, `${page.root}/-/admin/repos`]
  return tabs(w.repos, [{ to, words: w.allRepos, icon: 'repo', current: current === 'all' }, { to: `${to}/unadopted`, words: w.unadopted, icon: 'download', current: current === 'unadopted' }])
}
