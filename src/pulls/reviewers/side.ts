// The part of the side panel that tells who reviews.
import { sidePart, ticks, type Tick } from '../../issues/index.ts'
import { avatar, badge, doButton, hidden, html, icon, person, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import { looks } from '../reviews/entries.ts'
import type { PullReviewRecord } from '../reviews/schema.ts'
import type { Talk } from '../reviews/threads.ts'
import { listPossible, mayManage } from './verbs.ts'

/** The newest word of each person and team; a mere comment counts only where nothing else was said. */
function newest(reviews: readonly PullReviewRecord[]): PullReviewRecord[] {
  const found = new Map<string, PullReviewRecord>()
  for (const one of reviews) {
    if (one.state === 'PENDING' || (!one.user && !one.team)) continue
    const key = one.team ? `team ${one.team.id}` : `person ${one.user!.id}`
    const before = found.get(key)
    if (before && one.state === 'COMMENT' && !before.dismissed && before.state !== 'COMMENT') continue
    found.set(key, one)
  }
  return [...found.values()]
}

export async function reviewerSide(page: PageCx, on: OpenPull, talk: Talk): Promise<Html> {
  const { cx, viewer, ask } = page
  const w = page.w.pulls.reviewers
  const { repo, issue } = on.row
  const manages = viewer !== null && on.pull.state === 'open' && (await mayManage(cx.db, repo, issue.poster_id, viewer))
  const list = newest(talk.reviews).filter((one) => one.user?.id !== on.pull.user?.id || one.state !== 'COMMENT')
  const [possible, teams] = manages
    ? await Promise.all([listPossible(cx.db, repo), repo.owner.type === 'organization' ? ask.maybe<{ id: number; name: string }[]>('listReposTeams', { owner: page.params.owner, repo: page.params.repo }) : undefined])
    : [[], undefined]
  const asked = (one: PullReviewRecord) => one.state === 'REQUEST_REVIEW'
  const choices: Tick[] = possible.filter((one) => one.id !== issue.poster_id).map((one) => ({ value: one.name, on: list.some((other) => asked(other) && other.user?.id === one.id), words: html`<span class="person">${avatar(page.root, one, 18)}<bdi>${one.name}</bdi></span> <span class="soft small"><bdi>${one.full_name}</bdi></span>` }))
  const groups: Tick[] = (teams ?? []).map((one) => ({ value: one.name, on: list.some((other) => asked(other) && other.team?.id === one.id), words: html`${icon('people')} <bdi>${one.name}</bdi>` }))
  const change = manages && html`<form method="post" action="${on.here}/reviewers" class="side-form">${hidden('back', page.rq.url)}
    ${ticks(page, 'reviewers', w.title, choices)}${groups.length > 0 && html`<h4>${w.teams}</h4>${ticks(page, 'teams', w.teams, groups)}`}<button class="button small">${page.w.pulls.apply}</button></form>`
  return sidePart(page, w.title, list.length === 0 ? html`<span class="soft">${w.none}</span>` : html`<ul class="side-list reviewers">${list.map((one) => row(page, on, one, manages))}</ul>`, change)
}

function row(page: PageCx, on: OpenPull, one: PullReviewRecord, manages: boolean): Content {
  const w = page.w.pulls.reviewers
  const [mark, tone] = one.dismissed ? (['minus', 'quiet'] as const) : looks[one.state]
  const words = one.dismissed ? w.dismissed : w.states[one.state]
  const who = one.team ? html`<span class="person">${icon('people')}<bdi>${one.team.name}</bdi></span>` : person(page, one.user, 20)
  const again = manages && one.state !== 'REQUEST_REVIEW' && one.user && one.user.id > 0
  return html`<li>${who}<span class="row nowrap">${one.stale && !one.dismissed && one.state !== 'COMMENT' && badge(page.w.pulls.review.stale, 'quiet')}
    ${again && doButton(`${on.here}/reviewers/again`, icon('refresh'), { name: one.user!.login, back: page.rq.url }, { kind: 'icon small', label: w.again(one.user!.login) })}
    <span class="tone-${tone}" title="${words}">${icon(mark)}<span class="unseen">${words}</span></span></span></li>`
}
