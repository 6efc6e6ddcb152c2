// A pull request with its conversation and the box that merges it.
import { conversation, issueSide } from '../../issues/index.ts'
import { html, icon, type Content, type PageCx, type Sheet } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import { outlook, titlesOf } from '../merges/outlook.ts'
import { mergeBox, type Typed } from '../merging/box.ts'
import { reviewerSide } from '../reviewers/side.ts'
import { entries } from '../reviews/entries.ts'
import { talk } from '../reviews/threads.ts'
import { maintainerSide } from './maintainers.ts'
import { pullSheet } from './frame.ts'

/** `typed`: a merge that was refused, to be tried again. */
export async function talkSheet(page: PageCx, on: OpenPull, typed?: Typed): Promise<Sheet> {
  const [said, look, titles] = await Promise.all([talk(page.cx, on.row, page.viewer), outlook(page.cx, on.row, on.lost), on.lost ? new Map<string, string>() : titlesOf(page.cx, on.row)])
  const [spoken, side] = await Promise.all([
    conversation(page, on, { entry: entries(page, on, said, titles), before: await mergeBox(page, on, look, typed), mayClose: !on.pull.merged, buttons: pendingHint(page, on.here, said.pending?.comments_count) }),
    issueSide(page, on, { first: await reviewerSide(page, on, said), last: maintainerSide(page, on) }),
  ])
  return pullSheet(page, on, 'talk', { islands: ['editor', 'talk'], body: html`<div class="split talk-split"><div>${spoken}</div>${side}</div>` })
}

/** That comments wait for their review to be finished. */
const pendingHint = ({ w }: PageCx, here: string, count: number | undefined): Content =>
  count !== undefined && html`<a class="button" href="${here}/files#review">${icon('clock')}${w.pulls.review.unfinished(count)}</a>`
