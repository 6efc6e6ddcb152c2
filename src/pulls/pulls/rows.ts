// What stands at the end of a pull request's row: reviews, checks, conflicts, where it goes.
import { stateDot } from '../../code/index.ts'
import type { IssueRecord } from '../../issues/index.ts'
import { badge, html, icon, type Content, type PageCx } from '../../web/index.ts'
import type { Signs } from './signs.ts'

export function signsView(page: PageCx, issue: IssueRecord, one: Signs | undefined): Content {
  if (!one) return null
  const w = page.w.pulls.row
  const open = issue.state === 'open'
  const review = one.refused ? badge(w.refused, 'bad', 'cross-circle') : one.approvals > 0 ? badge(w.approved(one.approvals), 'good', 'check') : one.waits && badge(w.waits, 'warn', 'eye')
  return html`<span class="pull-signs">${open && one.pull.status === 'conflict' && badge(w.conflict, 'bad', 'alert')}${open && review}${stateDot(page, one.checks)}<span class="soft small branch-to" title="${w.into(one.pull.base_branch)}">${icon('branch')}<bdi>${one.pull.base_branch}</bdi></span></span>`
}
