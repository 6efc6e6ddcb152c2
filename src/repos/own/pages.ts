// The repositories somebody owns, in their settings.
import { gates, signedIn } from '../../access/index.ts'
import { userSettings } from '../../users/index.ts'
import { ago, badge, box, bytes, empty, filterBar, html, icon, page, pager, rows } from '../../web/index.ts'
import type { RepositoryRecord } from '../repos/schema.ts'

const list = page({
  id: 'settingsRepositories', at: '/user/settings/repos', says: 'Repositories you own', needs: gates(signedIn),
  async run(page) {
    const { w, ask, query, root, viewer } = page
    const t = w.me.repositories
    const found = await ask.list<RepositoryRecord>('getReposSearch', { uid: viewer!.id, exclusive: true, q: query.q || undefined, page: query.page })
    const line = (one: RepositoryRecord) => html`<div class="row between"><div class="grow">${icon(one.mirror ? 'refresh' : one.fork ? 'fork' : one.private ? 'lock' : 'repo')} <a class="title" href="${one.html_url}"><bdi>${one.name}</bdi></a> ${one.private && badge(w.site.private)}${one.archived && badge(w.site.archived, 'warn')}${one.template && badge(w.repos.template, 'info')}
      <div class="meta">${one.size > 0 && html`<span>${bytes(one.size * 1024)}</span>`}<span>${w.repos.updated} ${ago(page, one.updated_at)}</span></div></div><a class="button small" href="${one.html_url}/settings" aria-label="${t.settingsOf(one.name)}">${icon('gear')}${t.settings}</a></div>`
    const create = html`<a class="button strong" href="${root}/repo/create">${t.create}</a>`
    const none = query.q ? empty('search', t.unmatched) : empty('repo', t.none, [html`<p>${t.noneHint}</p>`, create])
    return userSettings(page, 'repositories', html`${(found.total > 0 || query.q) && html`<div class="row between top"><div class="grow">${filterBar(`${root}/user/settings/repos`, { value: query.q, words: t.find }, '', w.site.search)}</div>${create}</div>`}${box(found.items.length > 0 ? rows(found.items.map(line)) : none)}${pager(page, found)}`)
  },
})

export const pages = list
