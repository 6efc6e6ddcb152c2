// Overview, background work, and the configuration as it is in force.
import { gates, siteAdmin } from '../../access/index.ts'
import { inForce } from '../../kernel/config.ts'
import { adminSheet, ago, badge, box, bytes, empty, html, notice, page } from '../../web/index.ts'
import { VERSION } from '../settings/routes.ts'
import * as health from './verbs.ts'

const site = gates(siteAdmin)

const overview = page({
  id: 'adminOverview', at: '/-/admin', says: 'Overview of the site', needs: site,
  async run(page) {
    const { w, cx, root } = page
    const t = w.admin.overview
    const found = await health.look(cx)
    const roomy = found.disk.share > 0.05 || found.disk.free > 1024 ** 3
    const state = (ok: boolean) => (ok ? badge(t.fine, 'good', 'check') : badge(t.wrong, 'bad', 'alert'))
    const figure = (words: string, n: number, to: string) => html`<a class="figure" href="${root}/-/admin${to}"><b>${n.toLocaleString(page.lang)}</b><span>${words}</span></a>`
    return adminSheet(page, 'overview', html`
      <div class="figures">${figure(t.people, found.figures.people, '/users')}${figure(t.orgs, found.figures.orgs, '/orgs')}${figure(t.repos, found.figures.repos, '/repos')}${figure(t.issues, found.figures.issues, '/repos')}${figure(t.waiting, found.work.waiting, '/monitor/queue')}${figure(t.dead, found.work.dead, '/monitor/queue')}</div>
      ${box(html`<table><tbody>
        <tr><th scope="row">${t.database}</th><td>${t.engine(found.database.engine)}, ${t.answers(found.database.milliseconds)}</td><td class="end">${state(found.database.milliseconds < 1000)}</td></tr>
        <tr><th scope="row">${t.disk}</th><td>${t.diskFree(bytes(found.disk.free), Math.round(found.disk.share * 100))}</td><td class="end">${state(roomy)}</td></tr>
        <tr><th scope="row">${t.waiting}</th><td>${found.work.waiting}${found.work.dead > 0 && html` · ${t.dead}: ${found.work.dead}`}</td><td class="end">${state(found.work.dead === 0)}</td></tr>
        <tr><th scope="row">${t.memory}</th><td>${bytes(found.memory)}</td><td class="end">${state(found.memory < 1024 ** 3)}</td></tr>
        <tr><th scope="row">${t.mail}</th><td colspan="2">${t.mailNone}</td></tr>
        <tr><th scope="row">${t.backup}</th><td colspan="2">${t.backupHint}</td></tr>
      </tbody></table>`, { head: html`<h2>${t.health}</h2>` })}
      ${box(html`<table><tbody><tr><th scope="row">${t.codestead}</th><td>${VERSION.split('codestead-')[1]}</td></tr><tr><th scope="row">${t.git}</th><td>${found.git}</td></tr><tr><th scope="row">${t.node}</th><td>${process.versions.node}</td></tr>
        <tr><th scope="row">${t.uptime}</th><td>${ago(page, found.started)}</td></tr></tbody></table>`, { head: html`<h2>${t.versions}</h2>` })}`)
  },
})

const work = page({
  id: 'adminWork', at: '/-/admin/monitor/queue', says: 'Background work', needs: site,
  async run(page) {
    const { w, cx } = page
    const t = w.admin.jobs
    const { kinds, failures, facts } = await health.work(cx)
    return adminSheet(page, 'jobs', html`<p class="lede">${t.lede}</p>${facts > 0 && notice('info', t.facts(facts))}
      ${box(kinds.length === 0 ? empty('check-circle', t.none) : html`<table><thead><tr><th>${t.kind}</th><th class="end">${t.waiting}</th><th class="end">${t.failing}</th><th class="end">${t.dead}</th></tr></thead><tbody>${kinds.map((one) => html`<tr><td><code>${one.kind}</code></td><td class="end numbers">${one.n - Number(one.dead)}</td><td class="end numbers">${Number(one.failing)}</td><td class="end numbers">${Number(one.dead)}</td></tr>`)}</tbody></table>`)}
      ${failures.length > 0 && box(html`<div class="scroll"><table><thead><tr><th>${t.kind}</th><th class="end">${t.tries}</th><th>${t.when}</th><th>${t.error}</th></tr></thead><tbody>${failures.map((one) => html`<tr><td><code>${one.kind}</code></td><td class="end numbers">${one.attempts}</td><td>${ago(page, one.created_at)}</td><td class="small">${one.last_error}</td></tr>`)}</tbody></table></div>`, { head: html`<h2>${t.failed}</h2>` })}`)
  },
})

const config = page({
  id: 'adminConfig', at: '/-/admin/config', says: 'The configuration in force', needs: site,
  run(page) {
    const { w, cx } = page
    const t = w.admin.config
    const groups = Map.groupBy(inForce(cx.config), (one) => one.group)
    return adminSheet(page, 'config', html`<p class="lede">${t.lede}</p>${[...groups].map(([group, list]) => box(html`<div class="scroll"><table class="config"><thead><tr><th>${t.key}</th><th>${t.value}</th><th>${t.about}</th></tr></thead><tbody>${
      list.map((one) => html`<tr><td><code>${one.key}</code></td><td>${one.value === '' ? html`<span class="soft">–</span>` : html`<code>${one.value}</code>`} ${!one.preset && badge(t.set, 'info')}</td><td class="small">${one.doc}</td></tr>`)}</tbody></table></div>`, { head: html`<h2>${group}</h2>` }))}`)
  },
})

export const pages = [overview, work, config].flat()
