import { gates, siteAdmin } from '../../access/index.ts'
import { input, Str } from '../../kernel/schema.ts'
import { action, adminSheet, ago, badge, box, doButton, html, page, redirect } from '../../web/index.ts'

const site = gates(siteAdmin)

const list = page({
  id: 'adminCron', at: '/-/admin/monitor/cron', says: 'Regular tasks', needs: site,
  async run(page) {
    const { w, cx, root } = page
    const t = w.admin.cron
    const tasks = await cx.jobs.crons()
    return adminSheet(page, 'cron', box(html`<div class="scroll"><table><thead><tr><th>${t.task}</th><th>${t.schedule}</th><th>${t.last}</th><th>${t.next}</th><th>${t.result}</th><th></th></tr></thead><tbody>${tasks.map((one) => html`<tr>
      <td><code>${one.name}</code></td><td>${one.enabled ? html`<code>${one.schedule}</code>` : html`<span class="soft">${t.off}</span>`}</td><td>${one.prev > 0 ? ago(page, one.prev) : html`<span class="soft">${t.never}</span>`}</td><td>${one.enabled ? ago(page, one.next) : ''}</td>
      <td>${one.error ? html`${badge(w.admin.overview.wrong, 'bad', 'alert')} <span class="small">${one.error}</span>` : one.prev > 0 ? badge(t.fine, 'good', 'check') : ''}</td>
      <td class="end">${doButton(`${root}/-/admin/monitor/cron`, t.run, { task: one.name }, { kind: 'small', label: `${t.run}: ${one.name}` })}</td></tr>`)}</tbody></table></div>`))
  },
})

const run = action({
  id: 'adminCronRun', at: '/-/admin/monitor/cron', says: 'Run a task now', needs: site, fields: input('CronForm', { task: Str }),
  async run({ ask, given, root, w }) {
    await ask('createAdminCronByTask', { task: given.task })
    return redirect(`${root}/-/admin/monitor/cron`, w.admin.cron.ran)
  },
})

export const pages = [list, run].flat()
