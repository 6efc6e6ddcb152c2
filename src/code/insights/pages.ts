// What goes on in a repository: commits per week, who made them, and the lines of history as a drawing.
import { objects, log, refs } from '../../git/index.ts'
import { gitDir, repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { ago, avatar, box, day, empty, html, icon, page, pageNumber, pager, pathOf, tabs, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { Seen } from '../browsing/place.ts'
import { strangerPicture, titleOf } from '../commits/rows.ts'
import * as commitView from '../commits/view.ts'
import { seesCode } from '../ground/gates.ts'
import { drawn } from './graph.ts'
import * as insights from './verbs.ts'

const ways = (page: PageCx, record: RepositoryRecord, current: 'activity' | 'graph') => {
  const w = page.w.code.insights
  return tabs(w.title, [{ to: `${record.html_url}/activity`, words: w.activity, icon: 'people', current: current === 'activity' }, { to: `${record.html_url}/graph`, words: w.graph, icon: 'branch', current: current === 'graph' }])
}

const tipOf = async ({ cx, repo }: PageCx & Seen, record: RepositoryRecord) => (record.empty ? null : refs.read(gitDir(cx, repo), `refs/heads/${record.default_branch}`))

const activity = page({
  id: 'repoActivity', at: '/:owner/:repo/activity', says: 'What goes on in a repository', needs: seesCode,
  async run(page) {
    const record = await theRepo(page)
    const w = page.w.code.insights
    const tip = await tipOf(page, record)
    const found = tip && (await insights.contributors(page.cx, page.repo, tip))
    const body = found && found.list.length > 0 ? people(page, found) : box(empty('history', w.none, w.noneHow))
    return repoSheet(page, record, 'activity', { title: w.title, body: html`<h2 class="unseen">${w.title}</h2>${ways(page, record, 'activity')}${body}` })
  },
})

function people(page: PageCx, { from, list }: Awaited<ReturnType<typeof insights.contributors>>): Html {
  const w = page.w.code.insights
  const total = list.reduce((sum, one) => sum + one.commits, 0)
  const weeks = list.reduce<number[]>((sum, one) => one.weeks.map((n, i) => n + (sum[i] ?? 0)), [])
  const most = Math.max(1, ...list.flatMap((one) => one.weeks))
  const who = (one: insights.Contributor) => one.login ? html`<a class="person" href="${page.root}/${one.login}">${avatar(page.root, { login: one.login, avatar_url: one.avatar_url }, 28)}<bdi>${one.login}</bdi></a>` : html`<span class="person">${strangerPicture(page, one.email, 28)}<bdi>${one.name}</bdi></span>`
  return html`<section class="box"><header class="box-head"><h2 class="grow">${w.perWeek}</h2><span class="soft small">${w.inAll(total, list.length)}</span></header><div class="pad">${bars(page, weeks, from, Math.max(1, ...weeks), 120)}</div></section>
    <div class="columns">${list.slice(0, 60).map((one, i) => html`<section class="box contributor"><header class="box-head"><span class="grow">${who(one)}</span><span class="soft small">#${i + 1} · ${page.w.code.folder.commits(one.commits)}</span></header><div class="pad">${bars(page, one.weeks, from, most, 60)}</div></section>`)}</div>`
}

const WEEK = 7 * 86_400

function bars(page: PageCx, weeks: number[], from: number, most: number, height: number): Html {
  const w = page.w.code.insights
  const date = (i: number) => new Date((from + i * WEEK) * 1000).toISOString().slice(0, 10)
  const busiest = weeks.indexOf(Math.max(...weeks))
  return html`<svg class="week-bars" viewBox="0 0 ${weeks.length * 10} ${height}" preserveAspectRatio="none" height="${height}" role="img" aria-label="${w.chart(weeks.reduce((a, b) => a + b, 0), weeks[busiest], date(busiest))}">${weeks.map((n, i) => {
    const tall = n === 0 ? 1 : Math.max(3, (n / most) * (height - 4))
    return html`<rect class="${n === 0 ? 'none' : ''}" x="${i * 10 + 1}" y="${(height - tall).toFixed(1)}" width="8" height="${tall.toFixed(1)}" rx="1.500"><title>${date(i)}: ${page.w.code.folder.commits(n)}</title></rect>`
  })}</svg><div class="row between small soft"><span>${day(page, date(0))}</span><span>${day(page, date(weeks.length - 1))}</span></div>`
}

const PAGE = 60

const graph = page({
  id: 'graphPage', at: '/:owner/:repo/graph', says: 'The lines of history as a drawing', needs: seesCode,
  async run(page) {
    const { cx, repo } = page
    const record = await theRepo(page)
    const w = page.w.code.insights
    const heading = html`<h2 class="unseen">${w.graph}</h2>${ways(page, record, 'graph')}`
    if (record.empty) return repoSheet(page, record, 'activity', { title: w.graph, body: html`${heading}${box(empty('branch', w.none, w.noneHow))}` })
    const dir = gitDir(cx, repo)
    const known = await refs.list(cx.git, dir, repo.refs_version)
    const number = pageNumber(page)
    const tips = [...new Set([...known.heads.values()].map((one) => one.oid))].slice(0, 200)
    const [oids, total] = await Promise.all([log.list(cx.git, dir, { from: tips, topo: true, skip: (number - 1) * PAGE, limit: PAGE }), log.count(cx.git, dir, { from: tips })])
    const [list, records] = await Promise.all([objects.commits(cx.git, dir, oids), commitView.many(cx, repo, oids, { stat: false, files: false, verification: false })])
    const names = new Map<string, Content[]>()
    const name = (oid: string, kind: 'branch' | 'tag', ref: string) => names.set(oid, [...(names.get(oid) ?? []), html`<a class="badge quiet" href="${record.html_url}/src/${kind}/${pathOf(ref)}">${icon(kind)}<bdi>${ref}</bdi></a> `])
    for (const [ref, one] of known.heads) name(one.oid, 'branch', ref)
    for (const [ref, one] of known.tags) name(one.peeled ?? one.oid, 'tag', ref)
    const drawing = drawn(list)
    return repoSheet(page, record, 'activity', {
      title: w.graph, wide: true,
      body: html`${heading}<div class="box graph"><div class="graph-scroll">${drawing.svg}<ol class="graph-rows">${records.map((one) => html`<li><a class="mono small" href="${one.html_url}">${one.sha.slice(0, 8)}</a> ${names.get(one.sha)}<a class="message cut" href="${one.html_url}"><bdi>${titleOf(one.commit!.message)}</bdi></a><span class="soft small nowrap"><bdi>${one.author?.login ?? one.commit!.author!.name}</bdi> ${ago(page, one.commit!.committer!.date)}</span></li>`)}</ol></div></div>${pager(page, { total, page: number, limit: PAGE })}`,
    })
  },
})

export const pages = [activity, graph].flat()
