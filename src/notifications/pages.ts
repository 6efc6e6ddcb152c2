// The inbox: what somebody is told of, by repository.
import { gates, signedIn } from '../access/index.ts'
import { input, Optional, Str, Strings } from '../kernel/schema.ts'
import { repoRows, type RepositoryRecord } from '../repos/index.ts'
import { homeward } from '../users/index.ts'
import { action, ago, box, doButton, empty, hidden, html, icon, page, pager, redirect, selectField, sideNav, withSide, titled, type Content, type Html, type IconName, type PageCx, type Tone } from '../web/index.ts'
import type { Static } from '../kernel/schema.ts'
import type { NotificationThread } from './schema.ts'
import { reasonsOf, type Reason } from './verbs.ts'

type Thread = Static<typeof NotificationThread>
const boxes = ['unread', 'pinned', 'read', 'all'] as const
type Box = (typeof boxes)[number]
const own = gates(signedIn)

const ways = (page: PageCx, current: Box | 'watching', unread: number) => {
  const t = page.w.notifications
  const drawings: Record<Box, IconName> = { unread: 'bell', pinned: 'pin', read: 'check', all: 'list' }
  return sideNav(t.title, [
    ...boxes.map((one) => ({ to: `${page.root}/notifications${one === 'unread' ? '' : `?q=${one}`}`, words: t.boxes[one], icon: drawings[one], current: one === current, count: one === 'unread' ? unread : undefined })),
    { to: `${page.root}/notifications/watching`, words: t.watching, icon: 'eye', current: current === 'watching' },
  ])
}

const inbox = page({
  id: 'inbox', at: '/notifications', says: 'What you are told of', needs: own,
  async run(page) {
    const { ask, query, w } = page
    const which = boxes.find((one) => one === query.q) ?? 'unread'
    const kind = ['issue', 'pull', 'commit', 'repository'].includes(query.kind ?? '') ? query.kind : undefined
    const [found, fresh] = await Promise.all([
      ask.list<Thread>('listNotifications', { ...(which === 'all' ? { all: true } : { 'status-types': [which] }), 'subject-type': kind ? [kind] : undefined, page: query.page, limit: 30 }),
      ask<{ new: number }>('getNotificationsNew'),
    ])
    const reasons = await reasonsOf(page.cx, page.viewer!, found.items.map((one) => one.id))
    const t = w.notifications
    return {
      title: fresh.new > 0 ? `${t.title} (${fresh.new})` : t.title,
      islands: ['inbox'],
      body: withSide(ways(page, which, fresh.new), html`<div class="page-head"><h1>${t.boxes[which]}</h1><div class="row">
          <form class="filter-line">${which !== 'unread' && hidden('q', which)}${selectField('kind', t.kind, Object.entries(t.kinds), kind ?? '')}<button class="button small">${w.site.filter}</button></form>
          ${fresh.new > 0 && doButton(`${page.root}/notifications/purge`, [icon('check'), t.allRead], {}, { kind: 'small', confirm: t.allReadSure })}</div></div>
        ${found.items.length === 0 ? box(empty(which === 'unread' ? 'check-circle' : 'bell', t.none[which], which === 'unread' ? html`<a href="${page.root}/notifications?q=all">${t.seeAll}</a>` : undefined)) : grouped(page, found.items, reasons)}
        ${found.items.length > 0 && bulk(page, which)}${pager(page, found)}`),
    }
  },
})

function grouped(page: PageCx, threads: Thread[], reasons: Map<number, Reason>): Html[] {
  const groups = new Map<string, Thread[]>()
  for (const one of threads) {
    const name = one.repository?.full_name ?? ''
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups].map(([name, list]) => {
    const repo = list[0].repository
    const t = page.w.notifications
    const head = repo ? html`<h2 class="grow"><a href="${repo.html_url}"><bdi>${name}</bdi></a></h2>${list.some((one) => one.unread) && doButton(`${page.root}/notifications/purge`, icon('check'), { repo: name, back: page.rq.url }, { kind: 'icon small', label: t.repoRead(name) })}` : html`<h2 class="grow">${t.gone}</h2>`
    return box(html`<ul class="rows inbox">${list.map((one) => html`<li class="${one.unread ? 'unread' : ''}">${thread(page, one, reasons.get(one.id))}</li>`)}</ul>`, { head })
  })
}

const looks = (one: NonNullable<Thread['subject']>): [IconName, Tone] => {
  if (one.type === 'Commit') return ['commit', 'quiet']
  if (one.type === 'Repository') return ['repo', 'quiet']
  if (one.state === 'merged') return ['merge', 'done']
  const isPull = one.type === 'Pull'
  return one.state === 'closed' ? [isPull ? 'pull' : 'check-circle', isPull ? 'bad' : 'done'] : [isPull ? 'pull' : 'issue', 'good']
}

function thread(page: PageCx, one: Thread, reason: Reason | undefined): Html {
  const { w } = page
  const t = w.notifications
  const to = one.subject?.latest_comment_html_url || one.subject?.html_url
  const number = /\/(?:issues|pulls)\/(\d+)/.exec(one.subject?.html_url ?? '')?.[1]
  const [drawing, tone] = one.subject ? looks(one.subject) : (['lock', 'quiet'] as const)
  const set = (status: string, drawing: IconName, label: string): Content => doButton(`${page.root}/notifications/status`, icon(drawing), { ids: one.id, status, back: page.rq.url }, { kind: 'icon small', label })
  return html`<div class="row inbox-line"><input type="checkbox" name="ids" value="${one.id}" form="bulk" aria-label="${t.select(one.subject?.title ?? t.gone)}"><span class="tone-${tone}" title="${one.subject?.state ?? ''}">${icon(drawing)}</span>
    <div class="grow">${to ? html`<a class="title" href="${to}" ${one.unread ? html`data-read="${one.id}"` : ''}>${titled(one.subject!.title)}</a>` : html`<span class="soft">${t.goneWhy}</span>`}
      <div class="meta">${one.subject && html`<span>${t.types[one.subject.type]}${number && ` #${number}`}${one.subject.state && `, ${t.states[one.subject.state]}`}</span>`}${reason && html`<span>${t.reasons[reason]}</span>`}${ago(page, one.updated_at)}${one.unread && html`<span class="unseen">${t.unread}</span>`}</div></div>
    <div class="row nowrap">${one.pinned ? set('read', 'pin', t.unpin) : set('pinned', 'pin', t.pin)}${one.unread ? set('read', 'check', t.read) : set('unread', 'dot', t.markUnread)}</div></div>`
}

const bulk = (page: PageCx, which: Box) => html`<form id="bulk" method="post" action="${page.root}/notifications/status" class="row">${hidden('back', page.rq.url)}<span class="soft small">${page.w.notifications.selected}</span>
  ${which !== 'read' && html`<button class="button small" name="status" value="read">${page.w.notifications.read}</button>`}<button class="button small" name="status" value="unread">${page.w.notifications.markUnread}</button><button class="button small" name="status" value="pinned">${page.w.notifications.pin}</button></form>`

const status = action({
  id: 'markThreads', at: '/notifications/status', says: 'Mark what you are told of', needs: own, fields: input('ThreadsForm', { ids: Optional(Strings), status: Str, back: Optional(Str) }),
  async run({ ask, given, root }) {
    for (const id of (given.ids ?? []).slice(0, 50)) await ask('editNotificationsThreadsById', { id, 'to-status': given.status })
    return redirect(given.back ? homeward(root, given.back) : `${root}/notifications`)
  },
})

const purge = action({
  id: 'readThreads', at: '/notifications/purge', says: 'Mark everything as read', needs: own, fields: input('PurgeForm', { repo: Optional(Str), back: Optional(Str) }),
  async run({ ask, given, root, w }) {
    const [owner, repo] = (given.repo ?? '').split('/')
    if (owner && repo) await ask('putReposNotifications', { owner, repo, 'to-status': 'read' })
    else await ask('putNotifications', { 'to-status': 'read' })
    return redirect(given.back ? homeward(root, given.back) : `${root}/notifications`, w.notifications.done)
  },
})

const seen = action({
  id: 'seeThread', at: '/notifications/seen', says: 'Mark what you are told of an issue as read, since you look at it', needs: own, fields: input('SeenForm', { owner: Str, repo: Str, number: Str }),
  async run({ ask, given: { owner, repo, number }, root }) {
    const threads = await ask<Thread[]>('listReposNotifications', { owner, repo, 'status-types': ['unread'], 'subject-type': ['issue', 'pull'], limit: 50 })
    for (const one of threads) if (one.subject && new RegExp(`/(issues|pulls)/${Number(number)}$`).test(one.subject.html_url)) await ask('editNotificationsThreadsById', { id: one.id, 'to-status': 'read' })
    return redirect(`${root}/notifications`)
  },
})

const watching = page({
  id: 'watchingPage', at: '/notifications/watching', says: 'Repositories that you watch', needs: own,
  async run(page) {
    const { ask, query, w } = page
    const [found, fresh] = await Promise.all([ask.list<RepositoryRecord>('listUserSubscriptions', { page: query.page, limit: 30 }), ask<{ new: number }>('getNotificationsNew')])
    const t = w.notifications
    return { title: t.watching, body: withSide(ways(page, 'watching', fresh.new), html`<h1>${t.watching}</h1>${box(repoRows(page, found.items, t.noneWatched))}${pager(page, found)}`) }
  },
})

export const pages = [inbox, status, purge, seen, watching].flat()
