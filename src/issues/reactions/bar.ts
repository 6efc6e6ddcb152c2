// Reactions with their counts, and a menu to add one; each is a button of a plain form.
import { hidden, html, icon, type Html, type PageCx } from '../../web/index.ts'
import type { OpenIssue } from '../ground/opened.ts'
import { backTo } from '../ground/opened.ts'
import type { Reacted } from '../timeline/verbs.ts'
import { reactionWords } from './verbs.ts'

const faces: Record<string, string> = { '+1': '👍', '-1': '👎', laugh: '😄', hooray: '🎉', confused: '😕', heart: '❤️', rocket: '🚀', eyes: '👀' }

/** `comment` is 0 for the issue itself. */
export function reactionBar(page: PageCx, on: OpenIssue, comment: number, given: readonly Reacted[], anchor: string): Html | '' {
  if (given.length === 0) return ''
  const { w } = page
  const shown = given.map((one) => {
    const told = w.issues.talk.reacted(one.names.length, w.issues.reactions[one.content] ?? one.content, one.names.slice(0, 12).join(', '))
    const face = html`<span aria-hidden="true">${faces[one.content] ?? one.content}</span> ${one.names.length}`
    return on.can.react ? html`<button class="reaction" name="content" value="${one.content}" aria-pressed="${String(one.mine)}" aria-label="${told}" title="${told}">${face}</button>` : html`<span class="reaction" title="${told}">${face}<span class="unseen">${told}</span></span>`
  })
  return html`<form class="reactions" method="post" action="${on.acts}/reactions">${hidden('comment', comment)}${hidden('back', backTo(page, anchor))}${shown}</form>`
}

export const reactionMenu = (page: PageCx, on: OpenIssue, comment: number, anchor: string): Html =>
  html`<details class="menu"><summary class="button icon small" aria-label="${page.w.issues.talk.react}" title="${page.w.issues.talk.react}">${icon('smile')}</summary><div class="menu-items"><form class="reaction-menu" method="post" action="${on.acts}/reactions">${hidden('comment', comment)}${hidden('back', backTo(page, anchor))}${
    reactionWords.map((one) => html`<button name="content" value="${one}" aria-label="${page.w.issues.reactions[one]}" title="${page.w.issues.reactions[one]}">${faces[one]}</button>`)}</form></div></details>`
