// The settings of a repository: a list at the side, one subject a page. Rooms above add pages to the same list of addresses.
import { html, sideNav, withSide, type Content, type IconName, type PageCx, type Sheet } from '../web/index.ts'
import { repoSheet } from './frame.ts'
import type { RepositoryRecord } from './repos/schema.ts'

const subjects = {
  general: ['', 'gear'], access: ['/collaboration', 'people'], branches: ['/branches', 'branch'], tags: ['/tags', 'tag'], keys: ['/keys', 'key'], hooks: ['/hooks', 'webhook'],
  lfs: ['/lfs', 'database'], runners: ['/actions/runners', 'server'], secrets: ['/actions/secrets', 'lock'], variables: ['/actions/variables', 'code'],
} as const satisfies Record<string, readonly [string, IconName]>
export type RepoSubject = keyof typeof subjects

export function repoSettings(page: PageCx, repo: RepositoryRecord, current: RepoSubject, body: Content): Promise<Sheet> {
  const w = page.w.settings.repo
  const shown = (Object.keys(subjects) as RepoSubject[]).filter((one) => repo.has_actions || !['runners', 'secrets', 'variables'].includes(one))
  const side = sideNav(w.label, shown.map((one) => ({ to: `${repo.html_url}/settings${subjects[one][0]}`, words: w[one], icon: subjects[one][1], current: one === current })))
  return repoSheet(page, repo, 'settings', { title: w[current], body: withSide(side, html`<h2>${w[current]}</h2>${body}`) })
}
