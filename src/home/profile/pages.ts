// People, and organizations at the same addresses.
import { feedRows, heatMap, type ActivityRecord } from '../../activity/index.ts'
import { anyone, gates, signedIn } from '../../access/index.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { repoRows, type RepositoryRecord } from '../../repos/index.ts'
import { homeward, userRows, type UserRecord } from '../../users/index.ts'
import { action, box, filterBar, html, page, pager, redirect, selectField, type Content, type PageCx } from '../../web/index.ts'
import { profileSheet, tabNames, type ProfileTab } from './frame.ts'
import { orgPage } from './org.ts'
import { ordered, repoOrders } from './orders.ts'

const bodies: Record<ProfileTab, (page: PageCx, user: UserRecord) => Promise<Content>> = {
  async overview(page, user) {
    const { ask, w, query, viewer } = page
    const [popular, heat, feed] = await Promise.all([
      ask.list<RepositoryRecord>('getReposSearch', { uid: user.id, exclusive: true, sort: 'stars', order: 'desc', limit: 6 }),
      ask<{ timestamp: number; contributions: number }[]>('listUsersHeatmap', { username: user.login }),
      ask.list<ActivityRecord>('listUsersActivitiesFeeds', { username: user.login, 'only-performed-by': true, page: query.page, limit: 15 }),
    ])
    const t = w.home.profile
    const first = feed.page === 1
    return html`${first && popular.items.length > 0 && html`<h2 class="section">${t.popular}</h2><ul class="repo-cards">${popular.items.map((one) => repoCard(page, one))}</ul>`}
      ${first && box(html`<div class="pad stack">${heatMap(page, heat)}</div>`, { head: html`<h2>${t.days}</h2>` })}
      ${box(feedRows(page, feed.items, viewer?.id === user.id ? t.quietYou : t.quiet), { head: html`<h2>${t.news}</h2>` })}${pager(page, feed)}`
  },
  async repositories(page, user) {
    const { ask, w, query } = page
    const kind = query.kind ?? ''
    const found = await ask.list<RepositoryRecord>('getReposSearch', {
      uid: user.id, exclusive: true, q: query.q, ...ordered(query.sort), page: query.page, limit: 20,
      mode: ['source', 'fork', 'mirror'].includes(kind) ? kind : undefined, archived: kind === 'archived' ? true : undefined, is_private: kind === 'private' ? true : undefined, template: kind === 'template' ? true : undefined,
    })
    const t = w.home.profile
    return html`<h2 class="unseen">${t.tabs.repositories}</h2>${filterBar(`${page.root}/${user.login}`, { value: query.q, words: w.explore.find }, [
      html`<input type="hidden" name="tab" value="repositories">`, selectField('kind', t.kind, Object.entries(t.kinds), kind), selectField('sort', w.explore.sort, Object.entries(w.explore.orders), repoOrders(query.sort)),
    ], w.site.filter)}${box(repoRows(page, found.items, query.q || kind ? w.explore.none : t.noRepos))}${pager(page, found)}`
  },
  async stars(page, user) {
    const { ask, w, query } = page
    const found = await ask.list<RepositoryRecord>('getReposSearch', { starredBy: user.id, q: query.q, ...ordered(query.sort), page: query.page, limit: 20 })
    return html`<h2 class="unseen">${w.home.profile.tabs.stars}</h2>${filterBar(`${page.root}/${user.login}`, { value: query.q, words: w.explore.find }, [
      html`<input type="hidden" name="tab" value="stars">`, selectField('sort', w.explore.sort, Object.entries(w.explore.orders), repoOrders(query.sort)),
    ], w.site.filter)}${box(repoRows(page, found.items, query.q ? w.explore.none : w.home.profile.noStars))}${pager(page, found)}`
  },
  followers: (page, user) => people(page, user, 'listUsersFollowers', page.w.home.profile.noFollowers, page.w.home.profile.tabs.followers),
  following: (page, user) => people(page, user, 'listUsersFollowing', page.w.home.profile.noFollowing, page.w.home.profile.tabs.following),
}

async function people(page: PageCx, user: UserRecord, operation: string, none: string, title: string): Promise<Content> {
  const found = await page.ask.list<UserRecord>(operation, { username: user.login, page: page.query.page, limit: 30 })
  return html`<h2 class="unseen">${title}</h2>${box(userRows(page, found.items, none))}${pager(page, found)}`
}

const repoCard = (page: PageCx, repo: RepositoryRecord) => html`<li class="repo-card"><a class="title" href="${repo.html_url}"><bdi>${repo.name}</bdi></a><p class="soft clamp" dir="auto">${repo.description}</p>
  <div class="meta">${repo.language && html`<span>${repo.language}</span>`}<span>${page.w.repos.stars(repo.stars_count)}</span><span>${page.w.repos.forks(repo.forks_count)}</span></div></li>`

const profile = page({
  id: 'profile', at: '/:username', says: 'A person or an organization', needs: anyone,
  async run(page) {
    const { ask, params, query } = page
    const user = await ask<UserRecord>('getUsers', { username: params.username })
    if (user.type === 'Organization') return orgPage(page, user.login)
    const tab = tabNames.find((one) => one === query.tab) ?? 'overview'
    return profileSheet(page, user, tab, await bodies[tab](page, user))
  },
})

const act = (word: 'follow' | 'unfollow' | 'block' | 'unblock', operation: string) =>
  action({
    id: `${word}User`, at: `/:username/-/${word}`, says: `${word} somebody`, needs: gates(signedIn), fields: input('BackForm', { back: Optional(Str) }),
    async run({ ask, params, given, root, w }) {
      // who is hidden looks like nobody, unless one has blocked them before they hid
      if (word !== 'unblock' || !(await ask.can('getUserBlocks', { username: params.username }))) await ask('getUsers', { username: params.username })
      await ask(operation, { username: params.username })
      return redirect(given.back ? homeward(root, given.back) : `${root}/${encodeURIComponent(params.username)}`, w.home.profile.did[word](params.username))
    },
  })

export const pages = [profile, act('follow', 'putUserFollowing'), act('unfollow', 'deleteUserFollowing'), act('block', 'putUserBlocks'), act('unblock', 'deleteUserBlocks')].flat()
