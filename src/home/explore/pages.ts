// Looking around: repositories, people and organizations that may be seen.
import { anyone } from '../../access/index.ts'
import type { OrganizationRecord } from '../../orgs/index.ts'
import { repoRows, type RepositoryRecord } from '../../repos/index.ts'
import { userRows, type UserRecord } from '../../users/index.ts'
import { box, filterBar, html, page, pager, selectField, tabs, type Content, type PageCx, type Sheet } from '../../web/index.ts'
import { ordered, repoOrders } from '../profile/orders.ts'

type Way = 'repos' | 'users' | 'organizations'

const ways = (page: PageCx, current: Way) => {
  const w = page.w.explore
  return tabs(w.title, (['repos', 'users', 'organizations'] as const).map((one) => ({ to: `${page.root}/explore/${one}`, words: w[one], icon: ({ repos: 'repo', users: 'person', organizations: 'people' } as const)[one], current: one === current })))
}

const sheet = (page: PageCx, current: Way, body: Content): Sheet => ({
  title: current === 'repos' ? page.w.explore.title : `${page.w.explore[current]} · ${page.w.explore.title}`,
  body: html`<h1 class="unseen">${page.w.explore.title}</h1>${ways(page, current)}${body}`,
})

const repos = page({
  id: 'exploreRepos', at: '/explore/repos', says: 'Repositories that may be seen', needs: anyone,
  async run(page) {
    const { ask, query, w, root } = page
    const found = await ask.list<RepositoryRecord>('getReposSearch', { q: query.q, topic: query.topic ? true : undefined, includeDesc: query.topic ? undefined : true, ...ordered(query.sort), page: query.page, limit: 20 })
    return sheet(page, 'repos', html`${filterBar(`${root}/explore/repos`, { value: query.q, words: w.explore.find }, selectField('sort', w.explore.sort, Object.entries(w.explore.orders), repoOrders(query.sort)), w.site.search)}
      ${box(repoRows(page, found.items, w.explore.none))}${pager(page, found)}`)
  },
})

const users = page({
  id: 'exploreUsers', at: '/explore/users', says: 'People who may be seen', needs: anyone,
  async run(page) {
    const { ask, query, w, root } = page
    const found = await ask.list<UserRecord>('getUsersSearch', { q: query.q, page: query.page, limit: 20 })
    return sheet(page, 'users', html`${filterBar(`${root}/explore/users`, { value: query.q, words: w.explore.findUsers }, '', w.site.search)}${box(userRows(page, found.items, w.explore.noUsers))}${pager(page, found)}`)
  },
})

const organizations = page({
  id: 'exploreOrganizations', at: '/explore/organizations', says: 'Organizations that may be seen', needs: anyone,
  async run(page) {
    const found = await page.ask.list<OrganizationRecord>('listOrgs', { page: page.query.page, limit: 20 })
    return sheet(page, 'organizations', html`${box(userRows(page, found.items, page.w.explore.noOrganizations))}${pager(page, found)}`)
  },
})

export const pages = [repos, users, organizations].flat()
