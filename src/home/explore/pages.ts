// Looking around: repositories, people and organizations that may be seen.
import { anyone } from '../../access/index.ts'
import { repoRows, type RepositoryRecord } from '../../repos/index.ts'
import { box, filterBar, html, page, pager, selectField, tabs, type PageCx } from '../../web/index.ts'

const ways = (page: PageCx, current: 'repos' | 'users' | 'organizations') => {
  const w = page.w.explore
  return tabs(w.title, (['repos', 'users', 'organizations'] as const).map((one) => ({ to: `${page.root}/explore/${one}`, words: w[one], icon: ({ repos: 'repo', users: 'person', organizations: 'people' } as const)[one], current: one === current })))
}

const orders = { updated: ['updated', 'desc'], newest: ['created', 'desc'], name: ['alpha', 'asc'], stars: ['stars', 'desc'], forks: ['forks', 'desc'], size: ['size', 'desc'] } as const

const repos = page({
  id: 'exploreRepos', at: '/explore/repos', says: 'Repositories that may be seen', needs: anyone,
  async run(page) {
    const { ask, query, w, root } = page
    const by = Object.hasOwn(orders, query.sort ?? '') ? (query.sort as keyof typeof orders) : 'updated'
    const [sort, order] = orders[by]
    const found = await ask.list<RepositoryRecord>('getReposSearch', { q: query.q, topic: query.topic ? true : undefined, sort, order, page: query.page, limit: 20 })
    return {
      title: w.explore.title,
      body: html`<h1 class="unseen">${w.explore.title}</h1>${ways(page, 'repos')}
        ${filterBar(`${root}/explore/repos`, { value: query.q, words: w.explore.find }, selectField('sort', w.explore.sort, Object.entries(w.explore.orders), by), w.site.search)}
        ${box(repoRows(page, found.items, w.explore.none))}${pager(page, found)}`,
    }
  },
})

export const pages = [repos].flat()
