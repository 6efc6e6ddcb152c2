// What the conversation tells of reviews and pushes.
import { entryCard, eventOf, type Slots, type Told } from '../../issues/index.ts'
import { ago, badge, closing, dialog, doButton, hidden, html, icon, opens, person, prose, sentence, textArea, type Content, type Html, type IconName, type PageCx, type Tone } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import { titlesIn } from '../merges/outlook.ts'
import type { PullReviewRecord } from './schema.ts'
import { threadView } from './thread-view.ts'
import type { Talk, Thread } from './threads.ts'

type Entry = Parameters<NonNullable<Slots['entry']>>[0]
type State = PullReviewRecord['state']

export const looks: Record<State, readonly [IconName, Tone]> = { APPROVED: ['check-circle', 'good'], REQUEST_CHANGES: ['cross-circle', 'bad'], COMMENT: ['comment', 'quiet'], PENDING: ['clock', 'warn'], REQUEST_REVIEW: ['clock', 'warn'] }

/** `titles`: the first lines of commits by their ids. */
export function entries(page: PageCx, on: OpenPull, talk: Talk, titles: Map<string, string>): NonNullable<Slots['entry']> {
  const reviews = new Map(talk.reviews.map((one) => [one.id, one]))
  const threads = Map.groupBy(talk.threads.filter((one) => !one.pending), (one) => one.reviewId)
  return (entry, told) => {
    switch (entry.type) {
      case 'review': {
        const review = reviews.get(entry.review_id)
        // somebody else's that is not submitted
        if (!review || review.state === 'PENDING') return ''
        return reviewed(page, on, entry, told, review, threads.get(review.id) ?? [])
      }
      case 'dismiss_review': return dismissed(page, on, entry, reviews.get(entry.review_id))
      case 'merge_pull': return merged(page, on, entry)
      case 'pull_push': return pushed(page, on, entry, titles)
      default: return undefined
    }
  }
}

const event = (page: PageCx, entry: Entry, mark: IconName, tone: Tone, words: Content, more?: Content, id = `event-${entry.id}`): Html =>
  html`<div class="event" id="${id}"><span class="event-mark tone-${tone}">${icon(mark)}</span><div class="event-text">${entry.user && entry.user.id > 0 ? person(page, entry.user, 20) : page.w.site.ghost} ${words}${more}</div></div>`

const whenLink = (page: PageCx, entry: Entry, anchor: string) => html`<a class="soft" href="#${anchor}">${ago(page, entry.created_at)}</a>`

async function reviewed(page: PageCx, on: OpenPull, entry: Entry, told: Told, review: PullReviewRecord, threads: Thread[]): Promise<Content> {
  const w = page.w.pulls.review
  const anchor = `pullrequestreview-${review.id}`
  const [mark, tone] = looks[review.state]
  const marks = html`${review.dismissed && badge(w.dismissed, 'quiet')}${review.stale && !review.dismissed && review.state !== 'COMMENT' && badge(w.stale, 'quiet')}${dismissal(page, on, review)}`
  const below = threads.length > 0 && html`<div class="threads">${await Promise.all(threads.map((one) => threadView(page, on, one, { excerpt: true, reactions: (id) => told.reactions.get(id) ?? [] })))}</div>`
  const says = review.state === 'COMMENT' && threads.length > 0 && !entry.body.trim() ? w.says.remarks : w.says[review.state as keyof typeof w.says] ?? w.says.COMMENT
  if (!entry.body.trim()) return html`<div id="issuecomment-${entry.id}">${event(page, entry, mark, tone, sentence(says, { when: whenLink(page, entry, anchor) }), html` ${marks}`, anchor)}${below}</div>`
  return html`<div id="issuecomment-${entry.id}">${await entryCard(page, on, told, entry, { anchor, says, marks: html`<span class="tone-${tone}">${icon(mark)}</span>${marks}`, below })}</div>`
}

/** For administrators: a verdict that should no longer count, or should again. */
function dismissal(page: PageCx, on: OpenPull, review: PullReviewRecord): Content {
  const w = page.w.pulls.review
  if (!on.can.admin || on.pull.state !== 'open' || (review.state !== 'APPROVED' && review.state !== 'REQUEST_CHANGES')) return null
  const to = `${on.here}/reviews/${review.id}`
  if (review.dismissed) return doButton(`${to}/undismiss`, w.undismiss, { back: page.rq.url }, { kind: 'small quiet' })
  return html`${opens(`dismiss-${review.id}`, w.dismiss, 'small quiet')}${dialog(`dismiss-${review.id}`, w.dismissTitle, html`<form method="post" action="${to}/dismiss" class="stack">${hidden('back', page.rq.url)}${textArea('message', w.dismissWhy, '', { id: `message-${review.id}`, rows: 3 })}${closing(`dismiss-${review.id}`, page.w.site.cancel, html`<button class="button danger">${w.dismiss}</button>`)}</form>`)}`
}

async function dismissed(page: PageCx, on: OpenPull, entry: Entry, review: PullReviewRecord | undefined): Promise<Content> {
  if (!review) return eventOf(page, on, [entry])
  const words = sentence(page.w.pulls.review.dismissedOf, { who: person(page, review.user, 16), when: whenLink(page, entry, `event-${entry.id}`) })
  return event(page, entry, 'x', 'quiet', words, entry.body.trim() && html`<blockquote class="event-more">${await prose(page, entry.body, { repo: on.repo })}</blockquote>`)
}

function merged(page: PageCx, on: OpenPull, entry: Entry): Content {
  const w = page.w.pulls.review
  const sha = entry.ref_commit_sha || on.pull.merge_commit_sha || ''
  const when = whenLink(page, entry, `event-${entry.id}`)
  const base = html`<span class="branch"><bdi>${on.row.pull.base_branch}</bdi></span>`
  if (!/^[0-9a-f]{40,64}$/.test(sha)) return event(page, entry, 'merge', 'done', sentence(w.merged, { base, when }))
  return event(page, entry, 'merge', 'done', sentence(w.mergedAs, { base, when, commit: html`<a class="mono" href="${on.repo.html_url}/commit/${sha}">${sha.slice(0, 10)}</a>` }))
}

const SHOWN = 10

async function pushed(page: PageCx, on: OpenPull, entry: Entry, known: Map<string, string>): Promise<Content> {
  const w = page.w.pulls.pushed
  let said: { is_force_push?: boolean; commit_ids?: string[] } = {}
  try {
    said = JSON.parse(entry.body)
  } catch {}
  const ids = (said.commit_ids ?? []).filter((one) => /^[0-9a-f]{40,64}$/.test(one))
  const when = whenLink(page, entry, `event-${entry.id}`)
  const sha = (one: string) => html`<a class="mono" href="${on.repo.html_url}/commit/${one}">${one.slice(0, 10)}</a>`
  if (said.is_force_push && ids.length === 2) {
    return event(page, entry, 'commit', 'warn', sentence(w.forced, { from: sha(ids[0]), to: sha(ids[1]), when }), html` <a class="button small" href="${on.repo.html_url}/compare/${ids[0]}..${ids[1]}">${w.compare}</a>`)
  }
  // those that were pushed over are no longer among the commits it brings
  const titles = new Map([...known, ...(await titlesIn(page.cx, on.row.repo, ids.filter((one) => !known.has(one))))])
  const list = (some: string[]) => html`<ul class="push-list">${some.map((one) => html`<li>${icon('commit')}${titles.has(one) ? html`<a class="cut grow" href="${on.repo.html_url}/commit/${one}"><bdi>${titles.get(one)}</bdi></a>` : html`<span class="soft grow">${w.gone}</span>`}${sha(one)}</li>`)}</ul>`
  const more = ids.length > SHOWN ? html`<details class="push-more"><summary>${w.more(ids.length - SHOWN)}</summary>${list(ids.slice(0, -SHOWN))}</details>` : ''
  return event(page, entry, 'up', 'quiet', sentence(w.added, { commits: page.w.pulls.commits(ids.length), when }), html`${more}${list(ids.slice(-SHOWN))}`)
}
