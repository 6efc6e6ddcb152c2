// What an issue waits for and what waits for it, in the side panel.
import { doButton, hidden, html, icon, type Content, type Html, type PageCx } from '../../web/index.ts'
import { backTo, type OpenIssue } from '../ground/opened.ts'
import { issueLink } from '../issues/marks.ts'
import type { IssueRecord } from '../issues/schema.ts'
import { sidePart } from '../issues/side-part.ts'

export function dependencySide(page: PageCx, on: OpenIssue, blockers: readonly IssueRecord[], blocked: readonly IssueRecord[]): Html {
  const s = page.w.issues.side
  const list = (head: string, some: readonly IssueRecord[], way: 'waits' | 'blocks'): Content => some.length > 0 && html`<h4>${head}</h4><ul class="side-list">${some.map((one) => html`<li>${one.number > 0 ? issueLink(page, one, on.repo) : html`<i class="soft">${page.w.issues.events.hiddenIssue}</i>`}${
    on.can.write && one.number > 0 && doButton(`${on.acts}/dependencies/remove`, icon('x'), { way, issue: `${one.repository?.full_name ?? ''}#${one.number}`, back: backTo(page) }, { kind: 'icon small', label: `${page.w.site.remove} #${one.number}` })}</li>`)}</ul>`
  const change = on.can.write && html`<form method="post" action="${on.acts}/dependencies" class="side-form">${hidden('back', backTo(page))}<input name="issue" required placeholder="${s.addDependency}" aria-label="${s.addDependency}" autocomplete="off">
    <select name="way" aria-label="${s.way}"><option value="waits">${s.thisWaits}</option><option value="blocks">${s.thisBlocks}</option></select><button class="button small">${page.w.site.add}</button></form>`
  const now = blockers.length + blocked.length === 0 ? html`<span class="soft">${s.noDependencies}</span>` : [list(s.blockedBy, blockers, 'waits'), list(s.blocks, blocked, 'blocks')]
  return sidePart(page, s.dependencies, now, change || undefined)
}
