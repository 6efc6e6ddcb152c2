// How an issue or pull request is recognized: its state, its title, its link.
import { badge, html, icon, titled, type Html, type IconName, type PageCx, type Tone } from '../../web/index.ts'
import type { IssueRecord } from './schema.ts'

type Stated = Pick<IssueRecord, 'state' | 'pull_request'>
export type ShownState = 'open' | 'closed' | 'merged' | 'draft'

export const stateOf = ({ state, pull_request: pull }: Stated): ShownState => (pull?.merged ? 'merged' : state === 'closed' ? 'closed' : pull?.draft ? 'draft' : 'open')

const drawing = (issue: Stated): IconName => {
  const state = stateOf(issue)
  return issue.pull_request ? (state === 'merged' ? 'merge' : 'pull') : state === 'closed' ? 'check-circle' : 'issue'
}
const tones: Record<ShownState, Tone> = { open: 'good', closed: 'done', merged: 'done', draft: 'quiet' }
const toneOf = (issue: Stated): Tone => (issue.pull_request && stateOf(issue) === 'closed' ? 'bad' : tones[stateOf(issue)])

/** A small drawing that says the state aloud too. */
export const stateMark = (page: PageCx, issue: Stated): Html => {
  const words = page.w.issues.state[stateOf(issue)]
  return html`<span class="state tone-${toneOf(issue)}" title="${words}">${icon(drawing(issue))}<span class="unseen">${words}</span></span>`
}

/** The same in words, for the head of a page. */
export const stateBadge = (page: PageCx, issue: Stated): Html => badge(page.w.issues.state[stateOf(issue)], toneOf(issue), drawing(issue))

/** `title #12`, or `owner/name#12` for one of another repository. */
export function issueLink(page: PageCx, issue: IssueRecord, here?: { full_name: string }): Html {
  const away = issue.repository && here && issue.repository.full_name !== here.full_name
  return html`<a class="issue-link" href="${issue.html_url}">${stateMark(page, issue)} ${titled(issue.title)} <span class="soft">${away ? issue.repository!.full_name : ''}#${issue.number}</span></a>`
}
