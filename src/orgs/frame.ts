// The frame of an organization's pages, and of its settings.
import { avatar, badge, html, icon, sideNav, tabs, webLink, withSide, type Content, type IconName, type PageCx, type Sheet } from '../web/index.ts'

/** What the frame shows of an organization. */
export interface OrgShown {
  name: string
  full_name: string
  description: string
  website: string
  location: string
  avatar_url: string
  visibility: string
}
export type OrgTab = 'repositories' | 'projects' | 'packages' | 'members' | 'teams' | 'settings'

export const theOrg = ({ ask, params }: PageCx) => ask<OrgShown>('getOrgs', { org: params.org ?? params.owner })

/** A sheet inside the frame; who belongs to it sees its teams, who owns it its settings. */
export async function orgSheet(page: PageCx, org: OrgShown, current: OrgTab, sheet: Omit<Sheet, 'title'> & { title?: string }): Promise<Sheet> {
  const { w, root, viewer, ask } = page
  const t = w.orgs.tabs
  const [member, rights] = viewer
    ? await Promise.all([ask.can('getOrgsMembers', { org: org.name, username: viewer.name }), ask.maybe<{ is_owner: boolean }>('getUsersOrgsPermissions', { username: viewer.name, org: org.name })])
    : [false, undefined]
  const website = webLink(org.website)
  const to = (tab: OrgTab, path: string, icon: IconName) => ({ to: root + path, words: t[tab], icon, current: tab === current })
  return {
    ...sheet,
    title: sheet.title ? `${sheet.title} · ${org.name}` : org.name,
    about: org.description,
    picture: org.avatar_url,
    body: html`<div class="org-head">${avatar(root, org, 64)}<div class="grow"><h1><bdi>${org.full_name || org.name}</bdi> ${org.visibility !== 'public' && badge(org.visibility === 'private' ? w.site.private : w.site.limited)}</h1>
      ${org.description && html`<p class="lede">${org.description}</p>`}<div class="meta">${org.location && html`<span>${icon('compass')} <bdi>${org.location}</bdi></span>`}${website && html`<a href="${website}" rel="nofollow noopener">${icon('link')} ${org.website}</a>`}</div></div></div>
      ${tabs(org.name, [
        to('repositories', `/${org.name}`, 'repo'), to('projects', `/${org.name}/-/projects`, 'board'), to('packages', `/${org.name}/-/packages`, 'package'),
        to('members', `/org/${org.name}/members`, 'people'), member && to('teams', `/org/${org.name}/teams`, 'shield'), (rights?.is_owner || viewer?.is_admin) && to('settings', `/org/${org.name}/settings`, 'gear'),
      ])}${sheet.body}`,
  }
}

const subjects = {
  profile: ['', 'gear'], labels: ['/labels', 'label'], storage: ['/storage', 'database'], hooks: ['/hooks', 'webhook'], blocked: ['/blocked_users', 'stop'], runners: ['/actions/runners', 'server'], secrets: ['/actions/secrets', 'lock'], variables: ['/actions/variables', 'code'],
} as const satisfies Record<string, readonly [string, IconName]>
export type OrgSubject = keyof typeof subjects

export function orgSettings(page: PageCx, org: OrgShown, current: OrgSubject, body: Content): Promise<Sheet> {
  const w = page.w.settings.org
  const side = sideNav(w.label, (Object.keys(subjects) as OrgSubject[]).map((one) => ({ to: `${page.root}/org/${org.name}/settings${subjects[one][0]}`, words: w[one], icon: subjects[one][1], current: one === current })))
  return orgSheet(page, org, 'settings', { title: w[current], body: withSide(side, html`<h2>${w[current]}</h2>${body}`) })
}
