// The form that ends a review, and what tells that one is under way.
import { editorFiles } from '../../issues/index.ts'
import { doButton, editor, hidden, html, icon, problem, radioField, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import type { Talk } from './threads.ts'

export interface Verdict {
  body?: string
  event?: string
  problem?: string
}

/** Everybody may comment; one's own work is neither approved nor refused. */
export function reviewForm(page: PageCx, on: OpenPull, { pending }: Talk, typed: Verdict = {}): Html {
  const w = page.w.pulls.review
  const own = on.pull.user?.id === page.viewer?.id
  const choices = [{ value: 'COMMENT', words: w.comment, hint: w.commentHint }, ...(own || on.pull.state !== 'open' ? [] : [{ value: 'APPROVED', words: w.approve, hint: w.approveHint }, { value: 'REQUEST_CHANGES', words: w.refuse, hint: w.refuseHint }])]
  return html`<form method="post" action="${on.here}/reviews" class="stack review-form">${problem(typed.problem)}${hidden('head', on.row.pull.head_sha)}
    ${editor(page, 'body', w.body, typed.body ?? pending?.body, { repo: on.repo, rows: 5, quiet: true, files: editorFiles(page, on.repo, false), id: 'review-body', placeholder: w.placeholder })}
    ${radioField('event', w.verdict, choices, typed.event ?? 'COMMENT')}${own && html`<p class="hint">${w.ownHint}</p>`}
    <div class="row end"><button class="button strong">${w.submit}</button></div></form>`
}

export function reviewMenu(page: PageCx, on: OpenPull, talk: Talk): Content {
  const w = page.w.pulls.review
  if (!on.can.comment) return null
  const count = talk.pending?.comments_count ?? 0
  return html`<details class="menu review-menu" id="review" data-review><summary class="button strong">${talk.pending ? w.finish : w.start}${count > 0 && html`<span class="count">${count}<span class="unseen"> ${w.pendingComments(count)}</span></span>`}${icon('chevron')}</summary><div class="menu-items">
    <h3>${talk.pending ? w.finish : w.title}</h3>${reviewForm(page, on, talk)}
    ${talk.pending && doButton(`${on.here}/reviews/${talk.pending.id}/discard`, w.discard, { back: page.rq.url }, { kind: 'small quiet danger', confirm: w.discardSure(count) })}</div></details>`
}
