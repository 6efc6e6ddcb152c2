// Repositories in a list, as explore, profiles and search show them.
import { ago, badge, empty, html, icon, rows, short, type Html, type PageCx } from '../../web/index.ts'
import type { RepositoryRecord } from './schema.ts'

export function repoRows(page: PageCx, list: RepositoryRecord[], none: string): Html {
  const { w, root } = page
  if (list.length === 0) return empty('repo', none)
  return rows(list.map((repo) => html`<div class="row between top"><div class="grow">
      <a class="title" href="${repo.html_url}"><bdi>${repo.full_name}</bdi></a> ${repo.private ? badge(w.site.private) : repo.internal && badge(w.site.internal)}${repo.archived && badge(w.site.archived, 'warn')}${repo.fork && badge(w.repos.fork)}${repo.template && badge(w.repos.template, 'info')}
      ${repo.description && html`<p class="soft">${repo.description}</p>`}
      ${repo.topics.length > 0 && html`<p class="topics">${repo.topics.map((topic) => html`<a class="topic" href="${root}/explore/repos?q=${encodeURIComponent(topic)}&topic=1">${topic}</a> `)}</p>`}
      <div class="meta">${repo.language && html`<span>${repo.language}</span>`}<span>${w.repos.updated} ${ago(page, repo.updated_at)}</span></div></div>
    <div class="meta nowrap"><span title="${w.repos.stars(repo.stars_count)}">${icon('star')} ${short(repo.stars_count)}</span><span title="${w.repos.forks(repo.forks_count)}">${icon('fork')} ${short(repo.forks_count)}</span></div></div>`))
}
