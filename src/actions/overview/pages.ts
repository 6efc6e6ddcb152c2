// Runs of every repository, for those who administer the site.
import { gates, siteAdmin } from '../../access/index.ts'
import { adminSheet, ago, box, empty, filterBar, html, page, pageNumber, pager, rows, selectField } from '../../web/index.ts'
import { stateIcon, took, type Stated } from '../runs/shown.ts'

interface Run extends Stated {
  id: number
  html_url: string
  display_title: string
  event: string
  run_number: number
  repository?: { full_name: string; html_url: string }
  created_at: string
  started_at: string
  completed_at: string
}

const words = ['queued', 'waiting', 'in_progress', 'success', 'failure', 'cancelled', 'skipped'] as const
const LIMIT = 30

export const pages = page({
  id: 'adminRuns', at: '/-/admin/actions/runs', says: 'Runs of every repository', needs: gates(siteAdmin),
  async run(page) {
    const { w, ask, query, root } = page
    const t = w.actions
    const status = words.find((one) => one === query.status)
    const asked = { status: status && [status], actor: query.q || undefined, page: pageNumber(page), limit: LIMIT, exclude_pull_requests: true }
    const found = (await ask.maybe<{ workflow_runs: Run[]; total_count: number }>('listAdminActionsRuns', asked)) ?? { workflow_runs: [], total_count: 0 }
    const line = (one: Run) => html`<div class="row top">${stateIcon(page, one)}<div class="grow"><a class="title" href="${one.html_url}"><bdi>${one.display_title}</bdi></a><div class="meta">${one.repository && html`<a href="${one.repository.html_url}/actions"><bdi>${one.repository.full_name}</bdi></a>`}<span>#${one.run_number}</span><span>${one.event}</span></div></div>
      <div class="meta nowrap"><span>${took(page, one.started_at, one.completed_at)}</span>${ago(page, one.created_at)}</div></div>`
    return adminSheet(page, 'runs', html`${filterBar(`${root}/-/admin/actions/runs`, { value: query.q, words: t.startedBy }, selectField('status', t.status, [['', t.any], ...words.map((one) => [one, t.states[one]] as const)], status ?? ''), w.site.search)}
      ${box(found.workflow_runs.length === 0 ? empty('play', t.noMatch) : rows(found.workflow_runs.map(line)))}${pager(page, { total: found.total_count, page: pageNumber(page), limit: LIMIT })}`)
  },
})
