// Deliveries of a hook, each opening to what was sent and what came back.
import { ago, badge, box, doButton, empty, html, icon, pager, rows, type Html, type PageCx } from '../../web/index.ts'
import type { Paged } from '../../kernel/paging.ts'
import type { HookTaskRow } from '../tables.ts'

interface Response {
  status?: number
  headers?: Record<string, string>
  body?: string
  error?: string
}

const indented = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export function deliveryRows(page: PageCx, list: Paged<HookTaskRow[]>, to: string): Html {
  const t = page.w.webhooks
  const line = (one: HookTaskRow) => {
    const response = (one.response ? JSON.parse(one.response) : {}) as Response
    const state = one.delivered_at === null ? badge(t.waiting, 'warn', 'clock') : one.is_succeeded ? badge(t.delivered, 'good', 'check') : badge(t.failed, 'bad', 'cross')
    return html`<details><summary class="row">${state}<code>${one.event_type}</code><span class="mono small soft cut grow">${one.uuid}</span>${response.status && html`<span class="numbers">${response.status}</span>`}${ago(page, one.created_at)}</summary>
      <div class="delivery"><h4>${t.response}</h4>${response.error && html`<p class="tone-bad">${response.error}</p>`}<pre>${Object.entries(response.headers ?? {}).map(([name, value]) => `${name}: ${value}\n`)}
${response.body ?? ''}</pre><h4>${t.request}</h4><pre>${indented(one.payload)}</pre>${doButton(`${to}/redeliver`, [icon('refresh'), t.again], { uuid: one.uuid }, { kind: 'small' })}</div></details>`
  }
  return html`${box(list.items.length === 0 ? empty('webhook', t.noDeliveries) : rows(list.items.map(line)), { head: html`<h3>${t.deliveries}</h3><span class="small soft">${t.kept}</span>` })}${pager(page, { total: list.total, page: list.slice.page, limit: list.slice.limit })}`
}
