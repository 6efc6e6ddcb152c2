// Milestones of the repositories that somebody works in.
import { gates, scope, signedIn } from '../../access/index.ts'
import { badge, box, day, empty, html, icon, page, pageNumber, pager, rows, withQuery, type PageCx } from '../../web/index.ts'
import { ofMine } from './verbs.ts'

type Row = Awaited<ReturnType<typeof ofMine>>['rows'][number]

const milestones = page({
  id: 'yourMilestones', at: '/milestones', says: 'Milestones of your repositories', needs: gates(scope('issue'), signedIn),
  async run(page) {
    const { cx, actor, query, w } = page
    const closed = query.state === 'closed'
    const found = await ofMine(cx, actor, closed, pageNumber(page))
    const t = w.home.milestones
    const states = html`<nav class="states" aria-label="${t.states}">${([false, true] as const).map((one) => html`<a href="${withQuery(page, { state: one ? 'closed' : undefined, page: undefined })}"${one === closed ? html` aria-current="page"` : ''}>${icon(one ? 'check' : 'flag')}${one ? t.closed(found.closed) : t.open(found.open)}</a>`)}</nav>`
    return {
      title: t.title,
      body: html`<h1>${t.title}</h1><p class="lede">${t.lede}</p>${box(found.rows.length > 0 ? rows(found.rows.map((one) => row(page, one, closed))) : empty('flag', t.none, t.noneWhy), { head: states })}${pager(page, found)}`,
    }
  },
})

function row(page: PageCx, one: Row, closed: boolean) {
  const t = page.w.home.milestones
  const home = `${page.root}/${encodeURIComponent(one.owner_name)}/${encodeURIComponent(one.repo_name)}`
  const late = one.deadline_at !== null && !closed && one.deadline_at < page.cx.now()
  const due = one.deadline_at === null ? html`<span>${t.noDue}</span>` : html`<span class="${late ? 'tone-bad' : ''}">${icon('calendar')} ${late ? t.late : t.due} ${day(page, new Date(one.deadline_at * 1000).toISOString())}</span>`
  const said = t.done(one.num_closed_issues, one.num_issues)
  return html`<div class="row between top"><div class="grow"><a class="title" href="${home}/milestone/${one.id}"><bdi>${one.title}</bdi></a> ${badge(html`<bdi>${one.owner_name}/${one.repo_name}</bdi>`)}
    ${one.description && html`<p class="soft clamp" dir="auto">${one.description}</p>`}<div class="meta">${due}</div></div>
    <div class="milestone-bar"><progress max="${Math.max(one.num_issues, 1)}" value="${one.num_closed_issues}" aria-label="${said}"></progress><span class="small soft">${said}</span></div></div>`
}

export const pages = milestones
