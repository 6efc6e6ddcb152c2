// The frame around every page of a repository: its name, what one can do with it, its parts as tabs.
import { badge, doButton, hidden, html, icon, menu, notice, pathOf, post, short, tabs, webLink, type Content, type Html, type IconName, type PageCx, type Sheet } from '../web/index.ts'
import type { RepositoryRecord } from './repos/schema.ts'
import { offer } from './settings/danger.ts'
import { levelOf, levels } from './watches/verbs.ts'

export type RepoTab = 'code' | 'issues' | 'pulls' | 'projects' | 'actions' | 'packages' | 'releases' | 'wiki' | 'activity' | 'settings'

/** The repository of the address, as an operation tells it: what may not be seen is not there. */
export const theRepo = ({ ask, params }: PageCx) => ask<RepositoryRecord>('getRepos', { owner: params.owner, repo: params.repo })

/** That repository as the members of an operation's path. */
export const repoAt = ({ params }: PageCx) => ({ owner: params.owner, repo: params.repo })

/** The address of one of its pages, as it was written: `repoAddress(page, '/settings')`. */
export const repoAddress = ({ root, params }: PageCx, rest = '') => `${root}/${encodeURIComponent(params.owner)}/${encodeURIComponent(params.repo)}${rest}`

/** A sheet inside the frame. `title` is what this page adds to the repository's name. */
export async function repoSheet(page: PageCx, repo: RepositoryRecord, tab: RepoTab, sheet: Omit<Sheet, 'title'> & { title?: string }): Promise<Sheet> {
  return {
    ...sheet,
    title: sheet.title ? `${sheet.title} · ${repo.full_name}` : repo.full_name,
    about: sheet.about ?? repo.description,
    picture: sheet.picture ?? (repo.avatar_url || repo.owner!.avatar_url),
    feed: sheet.feed ?? `${repo.html_url}.atom`,
    body: html`${await head(page, repo)}${ways(page, repo, tab)}${repo.archived && notice('warn', page.w.repos.archivedNotice)}${await offer(page, repo)}${sheet.body}`,
  }
}

async function head(page: PageCx, repo: RepositoryRecord): Promise<Html> {
  const { w, root } = page
  const owner = repo.owner!.login
  const parent = repo.parent as RepositoryRecord | null | undefined
  const original = repo.mirror && webLink(repo.original_url)
  const files = repo.has_code && !repo.empty && pathOf(repo.default_branch)
  return html`<div class="repo-head" data-repo="${repo.full_name}"${files ? html` data-files="${repo.html_url}/find/branch/${files}?list=1" data-src="${repo.html_url}/src/branch/${files}" data-file="${w.repos.file}"` : ''}>
    <div class="grow"><h1 class="repo-name">${icon(repo.mirror ? 'refresh' : repo.fork ? 'fork' : repo.private ? 'lock' : 'repo')}<span><a href="${root}/${owner}"><bdi>${owner}</bdi></a><span class="soft"> / </span><a href="${repo.html_url}"><b><bdi>${repo.name}</bdi></b></a></span>
      ${repo.private ? badge(w.site.private) : repo.internal && badge(w.site.internal)}${repo.archived && badge(w.site.archived, 'warn')}${repo.template && badge(w.repos.template, 'info')}</h1>
      ${parent && html`<p class="small soft">${w.repos.forkOf} <a href="${parent.html_url}">${parent.full_name}</a></p>`}${original && html`<p class="small soft">${w.repos.mirrorOf} <a href="${original}" rel="nofollow noopener">${repo.original_url}</a></p>`}</div>
    <div class="row">${await buttons(page, repo)}</div>
  </div>`
}

async function buttons(page: PageCx, repo: RepositoryRecord): Promise<Content> {
  const { w, ask, viewer, params, root } = page
  const at = { owner: params.owner, repo: params.repo }
  const starred = viewer ? await ask.can('getUserStarred', at) : false
  const login = `${root}/user/login?redirect_to=${encodeURIComponent(page.rq.url)}`
  const counted = (label: string, to: string, n: number) => html`<a class="button small" href="${to}" aria-label="${label}">${short(n)}</a>`
  const act = (to: string, face: Content, label: string) => (viewer ? doButton(to, face, { back: page.rq.url }, { kind: 'small', label }) : html`<a class="button small" href="${login}">${face}</a>`)
  return [
    repo.template && html`<a class="button small strong" href="${viewer ? `${repo.html_url}/generate` : login}">${w.repos.generating.use}</a>`,
    html`<span class="group">${viewer ? await watching(page, repo) : act('', [icon('eye'), w.repos.watch], '')}${counted(`${repo.watchers_count} ${w.repos.watching}`, `${repo.html_url}/watchers`, repo.watchers_count)}</span>`,
    html`<span class="group">${act(`${repo.html_url}/${starred ? 'unstar' : 'star'}`, [icon('star'), starred ? w.repos.unstar : w.repos.star], starred ? w.repos.unstarLabel : w.repos.starLabel)}${counted(w.repos.stars(repo.stars_count), `${repo.html_url}/stars`, repo.stars_count)}</span>`,
    !repo.empty && html`<span class="group"><a class="button small" href="${viewer ? `${repo.html_url}/fork` : login}">${icon('fork')}${w.repos.fork}</a>${counted(w.repos.forks(repo.forks_count), `${repo.html_url}/forks`, repo.forks_count)}</span>`,
  ]
}

/** Three levels to choose from; the face says which is in force. */
async function watching({ cx, w, rq, viewer }: PageCx, repo: RepositoryRecord): Promise<Html> {
  const t = w.repos.watchLevels
  const now = await levelOf(cx, repo.id, viewer!.id)
  const items = levels.map((one) => html`<button class="menu-item two-lines" name="level" value="${one}" aria-pressed="${String(one === now)}">${icon('check')}<span><b>${t[one].name}</b><small>${t[one].says}</small></span></button>`)
  return menu([icon(now === 'ignore' ? 'eye-off' : 'eye'), t[now].face, icon('chevron')], `${t[now].face}. ${t.label}: ${t[now].name}`, [post(`${repo.html_url}/watch`, [hidden('back', rq.url), items], { kind: 'do' })], { kind: 'small', wide: true, start: true })
}

function ways(page: PageCx, repo: RepositoryRecord, current: RepoTab): Html {
  const { w } = page
  const t = w.repos.tabs
  const to = (tab: RepoTab, path: string, icon: IconName, keys?: string, count?: number) =>
    ({ to: repo.html_url + path, words: t[tab], icon, keys, count, current: tab === current })
  return tabs(t.label, [
    repo.has_code && to('code', '', 'code', 'g c'),
    repo.has_issues && to('issues', '/issues', 'issue', 'g i', repo.open_issues_count),
    repo.has_pull_requests && to('pulls', '/pulls', 'pull', 'g p', repo.open_pr_counter),
    repo.has_actions && to('actions', '/actions', 'play', 'g a'),
    repo.has_projects && to('projects', '/projects', 'board', 'g b'),
    repo.has_packages && to('packages', '/packages', 'package'),
    repo.has_releases && to('releases', '/releases', 'tag', undefined, repo.release_counter),
    repo.has_wiki && !repo.external_wiki && to('wiki', '/wiki', 'book', 'g w'),
    webLink(repo.external_wiki?.external_wiki_url) !== undefined && { ...to('wiki', '', 'book'), to: repo.external_wiki!.external_wiki_url },
    to('activity', '/activity', 'history'),
    repo.permissions?.admin && to('settings', '/settings', 'gear', 'g s'),
  ])
}
