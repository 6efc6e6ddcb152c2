// Time spent on an issue, in the side panel: a stopwatch, and hours written by hand.
import { doButton, hidden, html, icon, person, type Content, type Html, type PageCx } from '../../web/index.ts'
import { backTo, type OpenIssue } from '../ground/opened.ts'
import { sidePart } from '../issues/side-part.ts'
import { fill } from '../timeline/fill.ts'
import type { TrackedTimeRecord } from './schema.ts'

export interface Watch {
  seconds: number
  issue_index: number
  repo_owner_name: string
  repo_name: string
}

export function timeSide(page: PageCx, on: OpenIssue, times: readonly TrackedTimeRecord[], watches: readonly Watch[]): Html {
  const s = page.w.issues.side
  const back = { back: backTo(page) }
  const here = (one: Watch) => one.issue_index === on.issue.number && `${one.repo_owner_name}/${one.repo_name}` === on.repo.full_name
  const running = watches.find(here)
  const away = watches.find((one) => !here(one))
  const byPerson = Map.groupBy(times, (one) => one.user_name)
  const sum = (some: readonly TrackedTimeRecord[]) => some.reduce((all, one) => all + one.time, 0)
  const buttons: Content = running
    ? html`<p class="small">${icon('clock')} ${s.running(page.w.issues.span(running.seconds))}</p><div class="row">${doButton(`${on.acts}/stopwatch`, s.stop, { ...back, do: 'stop' }, { kind: 'small strong' })}${doButton(`${on.acts}/stopwatch`, s.cancel, { ...back, do: 'cancel' }, { kind: 'small' })}</div>`
    : on.can.write && html`<div class="row">${doButton(`${on.acts}/stopwatch`, [icon('play'), s.start], { ...back, do: 'start' }, { kind: 'small' })}</div>${away && html`<p class="hint">${fill(s.elsewhere, { issue: html`<a href="${page.root}/${away.repo_owner_name}/${away.repo_name}/issues/${away.issue_index}">${away.repo_owner_name}/${away.repo_name}#${away.issue_index}</a>` })}</p>`}`
  const change = on.can.comment && html`<form method="post" action="${on.acts}/times" class="side-form">${hidden('back', backTo(page))}<div class="row"><label class="small">${s.hours} <input type="number" name="hours" min="0" max="999" value="0"></label><label class="small">${s.minutes} <input type="number" name="minutes" min="0" max="59" value="0"></label></div><button class="button small">${s.add}</button></form>`
  return sidePart(page, s.time, html`
    ${on.issue.time_estimate > 0 && html`<p class="small">${s.estimated(page.w.issues.span(on.issue.time_estimate))}</p>`}
    ${times.length === 0 ? html`<p class="soft">${s.noTime}</p>` : html`<ul class="side-list">${[...byPerson].map(([name, some]) => html`<li>${person(page, { login: name }, 16)}<span class="numbers">${page.w.issues.span(sum(some))}</span>${
      name === page.viewer?.name && doButton(`${on.acts}/times/${some.at(-1)!.id}/delete`, icon('x'), back, { kind: 'icon small', label: `${s.removeTime} ${page.w.issues.span(some.at(-1)!.time)}` })}</li>`)}<li><b>${s.total}</b><b class="numbers">${page.w.issues.span(sum(times))}</b></li></ul>`}
    ${buttons}`, change || undefined)
}
