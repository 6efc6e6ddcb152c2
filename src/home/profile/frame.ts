// The frame of a person's pages: who they are at the side, what they have as tabs.
import type { OrganizationRecord } from '../../orgs/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { avatar, badge, day, doButton, html, icon, menu, tabs, webLink, type Content, type Html, type PageCx, type Sheet } from '../../web/index.ts'

export const tabNames = ['overview', 'repositories', 'stars', 'followers', 'following'] as const
export type ProfileTab = (typeof tabNames)[number]

export async function profileSheet(page: PageCx, user: UserRecord, current: ProfileTab, body: Content): Promise<Sheet> {
  const { w, root } = page
  const t = w.home.profile
  const at = `${root}/${encodeURIComponent(user.login)}`
  const to = (tab: ProfileTab, icon: 'home' | 'repo' | 'star' | 'people', count?: number) => ({ to: tab === 'overview' ? at : `${at}?tab=${tab}`, words: t.tabs[tab], icon, count, current: tab === current })
  return {
    title: `${user.full_name ? `${user.full_name} (${user.login})` : user.login}${current === 'overview' ? '' : ` · ${t.tabs[current]}`}`,
    about: user.description,
    picture: user.avatar_url,
    feed: `${at}.atom`,
    body: html`<div class="profile">${await side(page, user, at)}<div>${tabs(user.login, [
      to('overview', 'home'), to('repositories', 'repo'), { to: `${at}/-/projects`, words: t.projects, icon: 'board' }, { to: `${at}/-/packages`, words: t.packages, icon: 'package' }, to('stars', 'star', user.starred_repos_count), to('followers', 'people'), to('following', 'people'),
    ])}${body}</div></div>`,
  }
}

async function side(page: PageCx, user: UserRecord, at: string): Promise<Html> {
  const { w, root, ask } = page
  const t = w.home.profile
  const orgs = (await ask.maybe<OrganizationRecord[]>('listUsersOrgs', { username: user.login, limit: 30 })) ?? []
  const website = webLink(user.website)
  // a hidden address becomes one of ours that nobody reads
  const mail = page.viewer && !/@noreply\./.test(user.email) ? user.email : ''
  return html`<aside class="profile-side" aria-label="${user.login}">
    <img class="profile-picture" src="${user.avatar_url}" width="240" height="240" alt="">
    <div class="grow"><h1><bdi>${user.full_name || user.login}</bdi></h1>${user.full_name && html`<p class="lede soft">${user.login}</p>`}
    <p class="row">${user.is_admin && badge(t.admin, 'info', 'shield')}${user.visibility !== 'public' && badge(user.visibility === 'private' ? w.site.private : w.site.limited)}${user.type === 'Bot' && badge(t.bot)}</p></div>
    ${user.description && html`<p class="profile-bio" dir="auto">${user.description}</p>`}
    <p class="meta"><a href="${at}?tab=followers">${icon('people')} <b>${user.followers_count}</b> ${t.followersOf(user.followers_count)}</a><a href="${at}?tab=following"><b>${user.following_count}</b> ${t.followingOf}</a></p>
    <div class="row">${await buttons(page, user, at)}</div>
    <ul class="profile-facts">${user.location && html`<li>${icon('compass')}<bdi>${user.location}</bdi></li>`}${website && html`<li>${icon('link')}<a href="${website}" rel="nofollow noopener me"><bdi>${user.website.replace(/^https?:\/\//, '')}</bdi></a></li>`}
      ${mail && html`<li>${icon('mail')}<a href="mailto:${encodeURI(mail)}">${mail}</a></li>`}<li>${icon('calendar')}<span>${t.joined} ${day(page, user.created)}</span></li><li>${icon('feed')}<a href="${at}.atom">${t.feed}</a></li></ul>
    ${orgs.length > 0 && html`<h2>${t.orgs}</h2><div class="row">${orgs.map((one) => html`<a href="${root}/${one.name}" title="${one.full_name || one.name}" aria-label="${one.full_name || one.name}">${avatar(root, one, 32)}</a>`)}</div>`}
  </aside>`
}

async function buttons(page: PageCx, user: UserRecord, at: string): Promise<Content> {
  const { w, root, viewer, ask, rq } = page
  const t = w.home.profile
  if (viewer?.id === user.id) return html`<a class="button" href="${root}/user/settings">${icon('pencil')}${t.edit}</a>`
  if (!viewer) return html`<a class="button" href="${root}/user/login?redirect_to=${encodeURIComponent(rq.url)}">${t.follow}</a>`
  const [following, blocked] = await Promise.all([ask.can('getUserFollowing', { username: user.login }), ask.can('getUserBlocks', { username: user.login })])
  const back = { back: rq.url }
  if (blocked) return html`${badge(t.blocked, 'bad')}${doButton(`${at}/-/unblock`, t.unblock, back)}`
  return [
    doButton(`${at}/-/${following ? 'unfollow' : 'follow'}`, following ? t.unfollow : t.follow, back, { kind: following ? '' : 'strong' }),
    menu(icon('dots'), t.more, [html`<form method="post" action="${at}/-/block" data-confirm="${t.blockSure(user.login)}"><input type="hidden" name="back" value="${rq.url}"><button class="menu-item">${icon('stop')}${t.block}</button></form>`]),
  ]
}
