// An organization: its repositories, and who belongs to it.
import { orgSheet, type OrganizationRecord, type TeamRecord } from '../../orgs/index.ts'
import { repoRows, type RepositoryRecord } from '../../repos/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { avatar, box, filterBar, html, icon, pager, selectField, type PageCx, type Sheet } from '../../web/index.ts'
import { ordered, repoOrders } from './orders.ts'

export async function orgPage(page: PageCx, name: string): Promise<Sheet> {
  const { ask, w, query, root, viewer } = page
  const org = await ask<OrganizationRecord>('getOrgs', { org: name })
  const [repos, members, teams, rights] = await Promise.all([
    ask.list<RepositoryRecord>('getReposSearch', { uid: org.id, exclusive: true, q: query.q, ...ordered(query.sort), page: query.page, limit: 20 }),
    ask.list<UserRecord>(viewer ? 'listOrgsMembers' : 'listOrgsPublicMembers', { org: name, limit: 20 }),
    ask.maybe<TeamRecord[]>('listOrgsTeams', { org: name, limit: 10 }),
    viewer ? ask.maybe<{ can_create_repository: boolean }>('getUsersOrgsPermissions', { username: viewer.name, org: name }) : undefined,
  ])
  const t = w.home.org
  const may = rights?.can_create_repository || viewer?.is_admin
  const create = may && html`<a class="button strong" href="${root}/repo/create?org=${encodeURIComponent(name)}">${icon('plus')}${w.site.newRepository}</a>`
  return orgSheet(page, org, 'repositories', {
    feed: `${root}/${name}.atom`,
    body: html`<div class="split"><div><div class="row top"><div class="grow">${filterBar(`${root}/${name}`, { value: query.q, words: w.explore.find }, selectField('sort', w.explore.sort, Object.entries(w.explore.orders), repoOrders(query.sort)), w.site.filter)}</div>${create}</div>
        ${box(repoRows(page, repos.items, query.q ? w.explore.none : may ? t.noReposYours : t.noRepos))}${pager(page, repos)}</div>
      <aside aria-label="${t.about}"><section class="dash-side"><div class="row between"><h2><a href="${root}/org/${name}/members">${t.members}</a></h2><span class="count">${members.total}</span></div>
        ${members.total > 0 ? html`<div class="faces-wide">${members.items.map((one) => html`<a href="${root}/${one.login}" title="${one.full_name || one.login}" aria-label="${one.login}">${avatar(root, one, 32)}</a>`)}</div>` : html`<p class="soft small">${t.noMembers}</p>`}</section>
        ${teams && html`<section class="dash-side"><div class="row between"><h2><a href="${root}/org/${name}/teams">${t.teams}</a></h2></div><ul class="dash-list">${teams.map((one) => html`<li><a href="${root}/org/${name}/teams/${encodeURIComponent(one.name)}">${icon('people')}<span class="cut"><bdi>${one.name}</bdi></span></a></li>`)}</ul></section>`}</aside></div>`,
  })
}
