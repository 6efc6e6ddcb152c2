// What somebody signed in comes home to: what waits for them, what happened, their repositories.
import { feedRows, type ActivityRecord } from '../../activity/index.ts'
import type { RepositoryRecord } from '../../repos/index.ts'
import type { UserRecord } from '../../users/index.ts'
import type { Listed } from '../../kernel/ask.ts'
import { ago, avatar, box, html, icon, pager, withQuery, titled, type Html, type IconName, type PageCx, type Sheet } from '../../web/index.ts'

interface Waiting {
  id: number
  number: number
  title: string
  html_url: string
  updated_at: string
  repository: { full_name: string }
  pull_request: object | null
}
interface OrgRecord {
  name: string
  full_name: string
  avatar_url: string
}

const SIDE = 12

export async function dashboard(page: PageCx): Promise<Sheet> {
  const { ask, w, query, viewer } = page
  const open = (members: Record<string, string | boolean>) => ask.list<Waiting>('listReposIssuesSearch', { state: 'open', limit: 5, ...members })
  const [reviews, assigned, own, feed, repos, orgs] = await Promise.all([
    open({ type: 'pulls', review_requested: true }), open({ assigned: true }), open({ type: 'pulls', created: true }),
    ask.list<ActivityRecord>('listUsersActivitiesFeeds', { username: viewer!.name, page: query.page, limit: 20 }),
    ask.list<RepositoryRecord>('getReposSearch', { uid: viewer!.id, q: query.repos, sort: 'updated', order: 'desc', limit: SIDE }),
    ask.list<OrgRecord>('listUserOrgs', { limit: 20 }),
  ])
  const fresh = repos.total === 0 && !query.repos
  const first = feed.page === 1
  return {
    title: w.home.dash.title,
    islands: ['filter'],
    feed: `${page.root}/${viewer!.name}.atom`,
    body: html`<div class="dash"><h1 class="unseen">${w.home.dash.title}</h1>
      <aside aria-label="${w.home.dash.yours}">${mine(page, repos)}${orgs.items.length > 0 && organizations(page, orgs.items)}</aside>
      <div>${fresh && (await firstSteps(page))}
        ${first && waiting(page, [['reviews', 'pull', `/pulls?type=review_requested`, reviews], ['assigned', 'issue', `/issues?type=assigned`, assigned], ['own', 'pull', `/pulls?type=created_by`, own]])}
        ${box(feedRows(page, feed.items, html`<p>${w.home.dash.quiet}</p><p><a class="button" href="${page.root}/explore/repos">${w.site.explore}</a></p>`), { head: html`<h2>${w.home.dash.news}</h2>`, label: w.home.dash.news })}
        ${pager(page, feed)}</div>
    </div>`,
  }
}

function mine(page: PageCx, repos: Listed<RepositoryRecord>): Html {
  const { w, root, query } = page
  const t = w.home.dash
  return html`<section class="dash-side"><div class="row between"><h2>${t.repos}</h2><a class="button small strong" href="${root}/repo/create">${icon('plus')}${t.create}</a></div>
    <form action="${root}/"><input type="search" name="repos" value="${query.repos ?? ''}" placeholder="${t.find}" aria-label="${t.find}" data-filter="#dash-repos"></form>
    <ul class="dash-list" id="dash-repos">${repos.items.map((one) => html`<li><a href="${one.html_url}">${icon(one.private ? 'lock' : one.fork ? 'fork' : 'repo')}<span class="cut"><bdi>${one.full_name}</bdi></span></a></li>`)}</ul>
    ${repos.items.length === 0 && html`<p class="soft small">${query.repos ? t.noMatch : t.noRepos}</p>`}
    ${repos.total > SIDE && html`<p class="small"><a href="${root}/${page.viewer!.name}?tab=repositories${query.repos ? `&q=${encodeURIComponent(query.repos)}` : ''}">${t.allRepos(repos.total)}</a></p>`}${query.repos && html`<p class="small"><a href="${withQuery(page, { repos: undefined })}">${t.unfilter}</a></p>`}</section>`
}

const organizations = ({ w, root }: PageCx, orgs: OrgRecord[]) => html`<section class="dash-side"><div class="row between"><h2>${w.home.dash.orgs}</h2></div>
    <ul class="dash-list">${orgs.map((one) => html`<li><a href="${root}/${one.name}">${avatar(root, one, 20)}<span class="cut"><bdi>${one.full_name || one.name}</bdi></span></a></li>`)}</ul></section>`

function waiting(page: PageCx, groups: ['reviews' | 'assigned' | 'own', IconName, string, Listed<Waiting>][]): Html | '' {
  const { w, root } = page
  const t = w.home.dash
  const some = groups.filter(([, , , list]) => list.total > 0)
  if (some.length === 0) return ''
  return html`<section class="dash-work" aria-label="${t.work}">${some.map(([name, , to, list]) => html`<div class="box"><header class="box-head"><h2>${t[name]}</h2><span class="count">${list.total}</span>${list.total > list.items.length && html`<a class="small" href="${root}${to}">${t.all}</a>`}</header>
    <ul class="dash-items">${list.items.map((one) => html`<li><span class="tone-good">${icon(one.pull_request ? 'pull' : 'issue')}</span><div class="grow"><a href="${one.html_url}">${titled(one.title)}</a><div class="meta"><span>${one.repository.full_name} #${one.number}</span>${ago(page, one.updated_at)}</div></div></li>`)}</ul></div>`)}</section>`
}

/** For an account that has nothing yet. */
async function firstSteps(page: PageCx): Promise<Html> {
  const { w, root, ask } = page
  const [keys, user] = await Promise.all([ask.list('listUserKeys', { limit: 1 }), ask<UserRecord>('getUser')])
  const t = w.home.dash.first
  const steps: [IconName, string, readonly [string, string], boolean][] = [
    ['repo', '/repo/create', t.create, false], ['download', '/repo/migrate', t.bring, false], ['key', '/user/settings/keys', t.key, keys.total > 0], ['code', '/user/settings/applications', t.token, false], ['person', '/user/settings', t.profile, user.full_name !== ''],
  ]
  return box(html`<ol class="first-steps">${steps.map(([drawing, to, [title, why], done]) => html`<li><a href="${root}${to}"><span class="first-icon ${done ? 'tone-good' : ''}">${icon(done ? 'check-circle' : drawing)}</span><span class="grow"><b>${title}</b>${done && html` <span class="soft small">${t.done}</span>`}<br><span class="soft small">${why}</span></span>${icon('arrow')}</a></li>`)}</ol>`, { head: html`<h2>${t.title(user.full_name || user.login)}</h2>`, label: t.label })
}
