// The conversation of an issue or pull request: its text, everything that happened, and the field to write more.
import { editor, hidden, html, icon, notice, type Content, type Html, type PageCx } from '../../web/index.ts'
import { editorFiles } from '../attachments/writing.ts'
import { commentCard, type CardOf } from '../comments/card.ts'
import { backTo, type OpenIssue } from '../ground/opened.ts'
import { eventOf, grouped } from './events.ts'
import type { TimelineRecord } from './schema.ts'
import { tell, type Told } from './verbs.ts'

export interface Slots {
  /** markup for an entry of its own kind (reviews, pushes); undefined leaves it to us */
  entry?: (entry: TimelineRecord, told: Told) => Content | Promise<Content>
  /** between the last entry and the field: the merge box */
  before?: Content
  /** beside the buttons under the field */
  buttons?: Content
  /** that it can be closed here is not so of a merged pull request */
  mayClose?: boolean
}

/** Runs of events that are longer are folded in the middle. */
const FOLD = 12

/** The sheet needs the islands `talk` and `editor`. */
export async function conversation(page: PageCx, on: OpenIssue, slots: Slots = {}): Promise<Html> {
  const { w, query } = page
  const told = await tell(page.cx, on.at, query.entries === 'all')
  const [path] = page.rq.url.split('?')
  const first = await entriesOf(page, on, told, told.first, slots)
  const last = await entriesOf(page, on, told, told.last, slots)
  return html`<section class="talk" aria-label="${w.issues.talk.label}" data-talk${page.viewer ? html` data-seen="${on.acts}/seen"` : ''}>
    ${await commentCard(page, on, bodyCard(page, on, told))}
    ${first}${told.left > 0 && html`<p class="talk-more"><a class="button" href="${page.root}${path}?entries=all" data-whole>${w.issues.talk.more(told.left)}</a></p>`}${last}
    ${slots.before}
    ${writer(page, on, slots, quoted(page, on, told))}
  </section>`
}

const bodyCard = (page: PageCx, on: OpenIssue, told: Told): CardOf => ({
  id: 0, anchor: `issue-${on.issue.id}`, user: on.issue.user, original_author: on.issue.original_author, says: page.w.issues.talk.opened, created_at: on.issue.created_at, body: on.issue.body,
  changed: told.changed.has(0), reactions: told.reactions.get(0) ?? [], files: on.issue.assets ?? [], mayEdit: on.can.edit, mayDelete: false, version: on.issue.content_version,
})

/** A comment, or the text of a review, as a card. */
export const entryCard = (page: PageCx, on: OpenIssue, told: Told, one: TimelineRecord, more: Partial<CardOf> = {}): Promise<Html> => {
  const own = page.viewer !== null && one.user?.id === page.viewer.id && on.can.comment
  return commentCard(page, on, {
    id: one.id, anchor: `issuecomment-${one.id}`, user: one.user, original_author: told.authors.get(one.id), says: page.w.issues.talk.commented, created_at: one.created_at, body: one.body, changed: told.changed.has(one.id),
    reactions: told.reactions.get(one.id) ?? [], files: told.files.get(one.id) ?? [], mayEdit: own || on.can.write, mayDelete: own || on.can.write, ...more,
  })
}

async function entriesOf(page: PageCx, on: OpenIssue, told: Told, entries: readonly TimelineRecord[], slots: Slots): Promise<Content[]> {
  const groups = grouped(entries)
  const made = await Promise.all(groups.map(async (group): Promise<{ event: boolean; body: Content }> => {
    const given = group.length === 1 ? await slots.entry?.(group[0], told) : undefined
    if (given !== undefined) return { event: false, body: given }
    if (group[0].type === 'comment') return { event: false, body: await entryCard(page, on, told, group[0]) }
    return { event: true, body: eventOf(page, on, group, told.closers.get(group[0].id)) }
  }))
  const shown: Content[] = []
  for (let from = 0; from < made.length; ) {
    let to = from
    while (to < made.length && made[to].event) to++
    if (to - from > FOLD) {
      const middle = made.slice(from + 4, to - 4)
      shown.push(made.slice(from, from + 4).map((one) => one.body), html`<details class="event-fold"><summary>${icon('dots')}${page.w.issues.talk.events(middle.length)}</summary>${middle.map((one) => one.body)}</details>`, made.slice(to - 4, to).map((one) => one.body))
    } else shown.push(made.slice(from, to).map((one) => one.body))
    if (to < made.length) shown.push(made[to].body)
    from = to + 1
  }
  return shown
}

/** What `?quote=` names, in front of what is about to be written. */
function quoted(page: PageCx, on: OpenIssue, told: Told): string {
  const { quote } = page.query
  if (!quote) return ''
  const text = quote === 'body' ? on.issue.body : [...told.first, ...told.last].find((one) => String(one.id) === quote && one.type === 'comment')?.body
  return text ? `${text.trim().split(/\r?\n/).map((line) => `> ${line}`).join('\n')}\n\n` : ''
}

/** The field at the end, with the buttons that close and reopen. */
function writer(page: PageCx, on: OpenIssue, slots: Slots, value: string): Html {
  const { w, root, viewer } = page
  const t = w.issues.write
  if (!viewer) return notice('info', html`<a href="${root}/user/login?redirect_to=${encodeURIComponent(page.rq.url)}">${t.signIn}</a>`)
  if (on.repo.archived) return html``
  if (!on.can.comment) return notice('warn', html`${icon('lock')} ${t.locked}`)
  const closed = on.issue.state === 'closed'
  return html`<form id="write" class="box talk-write" method="post" action="${on.acts}/comments" enctype="multipart/form-data"><div class="stack">${hidden('back', backTo(page))}
    ${editor(page, 'body', t.comment, value, { repo: on.repo, rows: 5, quiet: true, placeholder: t.placeholder, autofocus: value !== '', id: 'write-body', files: editorFiles(page, on.repo) })}
    <div class="row end">${slots.buttons}${on.can.edit && slots.mayClose !== false && html`<button class="button" name="state" value="${closed ? 'open' : 'closed'}" data-with="${closed ? t.reopenWith : t.closeWith}">${icon(closed ? 'issue' : 'check-circle')}<span data-words>${closed ? t.reopen : t.close}</span></button>`}<button class="button strong">${t.send}</button></div></div></form>`
}
