// What stands beside the files of a repository: what it is about, its languages, its releases, who works on it.
import { ago, badge, html, icon, paint, webLink, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { RepositoryRecord } from '../../repos/index.ts'
import { strangerPicture } from '../commits/rows.ts'
import { avatar } from '../../web/index.ts'
import type { Contributor } from '../insights/verbs.ts'
import { languageColour } from './colours.ts'

interface ReleaseLine {
  name: string
  tag_name: string
  html_url: string
  published_at: string | null
  prerelease: boolean
}

export async function side(page: PageCx, repo: RepositoryRecord, contributors: Contributor[]): Promise<Html> {
  const { ask, params, root, w } = page
  const at = { owner: params.owner, repo: params.repo }
  const [languages, latest] = await Promise.all([ask.maybe<Record<string, number>>('getReposLanguages', at), repo.has_releases && repo.release_counter > 0 ? ask.maybe<ReleaseLine>('getReposReleasesLatest', at) : undefined])
  const website = webLink(repo.website)
  const t = w.code.home
  return html`<aside class="repo-side" aria-label="${t.about}">
    <section><h2>${t.about}</h2>${repo.description ? html`<p dir="auto">${repo.description}</p>` : html`<p class="soft">${t.noDescription}</p>`}
      ${website && html`<p>${icon('link')} <a href="${website}" rel="nofollow noopener">${repo.website.replace(/^https?:\/\//, '')}</a></p>`}
      ${repo.topics.length > 0 && html`<p class="topics">${repo.topics.map((topic) => html`<a class="topic" href="${root}/explore/repos?q=${encodeURIComponent(topic)}&topic=1">${topic}</a> `)}</p>`}
      <form action="${repo.html_url}/search" role="search" aria-label="${w.code.search.title}" class="side-search"><input type="search" name="q" placeholder="${w.code.search.hint}" aria-label="${w.code.search.hint}"></form>
      <ul class="side-facts">${repo.licenses.map((one) => html`<li>${icon('law')} ${one}</li>`)}
        <li><a href="${repo.html_url}/stars">${icon('star')} ${w.repos.stars(repo.stars_count)}</a></li><li><a href="${repo.html_url}/activity">${icon('history')} ${t.activity}</a></li></ul></section>
    ${latest && html`<section><h2><a href="${repo.html_url}/releases">${t.releases}</a> <span class="count">${repo.release_counter}</span></h2><p>${icon('tag')} <a href="${latest.html_url}"><b><bdi>${latest.name || latest.tag_name}</bdi></b></a> ${badge(t.latest, 'good')}<br><span class="small soft">${ago(page, latest.published_at)}</span></p></section>`}
    ${contributors.length > 0 && html`<section><h2><a href="${repo.html_url}/activity">${t.contributors}</a> <span class="count">${contributors.length}</span></h2><p class="faces">${contributors.slice(0, 14).map((one) => face(page, one))}</p></section>`}
    ${languages && languageBar(page, languages)}</aside>`
}

function face(page: PageCx, one: Contributor): Content {
  return one.login
    ? html`<a href="${page.root}/${one.login}" title="${one.login}" aria-label="${one.login}">${avatar(page.root, { login: one.login, avatar_url: one.avatar_url }, 30)}</a>`
    : html`<span title="${one.name}">${strangerPicture(page, one.email, 30)}<span class="unseen">${one.name}</span></span>`
}

function languageBar(page: PageCx, languages: Record<string, number>): Content {
  const all = Object.entries(languages)
  const total = all.reduce((sum, [, bytes]) => sum + bytes, 0)
  if (total === 0) return ''
  const shown = all.slice(0, 7)
  let x = 0
  const percent = (bytes: number) => (100 * bytes) / total
  return html`<section><h2>${page.w.code.home.languages}</h2><svg class="lang-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${shown.map(([name, bytes]) => {
    const width = percent(bytes)
    const rect = html`<rect class="${paint(languageColour(name))}" x="${x.toFixed(2)}" y="0" width="${Math.max(width - 0.4, 0.3).toFixed(2)}" height="4"/>`
    x += width
    return rect
  })}</svg><ul class="lang-list">${shown.map(([name, bytes]) => html`<li><span class="lang-dot ${paint(languageColour(name))}"></span><b>${name}</b> <span class="soft numbers">${percent(bytes).toFixed(1)}%</span></li>`)}</ul></section>`
}
