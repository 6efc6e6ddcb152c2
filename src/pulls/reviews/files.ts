// The differences of a pull request with what was said about their lines.
import { diffHeaders, diffs, diffView, diffWishes, type Diff, type DiffFile, type LineAt } from '../../code/index.ts'
import { objects } from '../../git/index.ts'
import { gitDir } from '../../repos/index.ts'
import { empty, flag, html, icon, withQuery, type Content, type Html, type PageCx, type Sheet } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import { pullSheet } from '../pulls/frame.ts'
import { noteTemplate } from './note.ts'
import { reviewMenu } from './review-form.ts'
import { placed, type Placed, type Talk, type Thread } from './threads.ts'
import { threadView } from './thread-view.ts'

/** The head that the viewer looked at when they last said something. */
const lastSeen = (page: PageCx, talk: Talk) => talk.reviews.findLast((one) => one.user?.id === page.viewer?.id && page.viewer && one.state !== 'PENDING' && one.state !== 'REQUEST_REVIEW')?.commit_id

/** Where the differences begin: where the pull request left its base, or an earlier head that was reviewed. */
async function beginning(page: PageCx, on: OpenPull, talk: Talk): Promise<string> {
  const { since } = page.query
  const { merge_base } = on.row.pull
  if (!since || !talk.reviews.some((one) => one.commit_id === since)) return merge_base
  const found = await objects.info(page.cx.git, gitDir(page.cx, on.row.repo), since).catch(() => null)
  return found?.type === 'commit' ? since : merge_base
}

export async function filesSheet(page: PageCx, on: OpenPull, talk: Talk): Promise<Sheet> {
  const { cx } = page
  const { repo, pull } = on.row
  if (on.lost) return pullSheet(page, on, 'files', { body: empty('diff', page.w.pulls.lost) })
  const from = await beginning(page, on, talk)
  const part = from !== pull.merge_base
  const diff = await diffs.between(cx, gitDir(cx, repo), from, pull.head_sha, diffWishes(page))
  const byPath = Map.groupBy(talk.threads, (one) => one.path)
  const places = new Map(diff.files.map((file) => [file.n, placed(file, [...(byPath.get(file.path) ?? []), ...(file.oldPath && file.oldPath !== file.path ? byPath.get(file.oldPath) ?? [] : [])])]))
  const views = await rendered(page, on, places)
  const shown = (threads: readonly Thread[] | undefined) => (threads ?? []).map((one) => views.get(one)!)
  const under = ({ file, side, line }: LineAt): Content => {
    const found = places.get(file.n)?.lines.get(`${side === 'old' ? 'L' : 'R'}${line}`)
    return found && html`<div class="threads">${shown(found)}</div>`
  }
  const gutter = ({ file, side, line }: LineAt): Content => (part && side === 'old' ? null : html`<button class="note" form="note" name="at" value="${file.n}${side === 'old' ? 'L' : 'R'}${line}" aria-label="${page.w.pulls.note.on(line)}">+</button>`)
  const above = (file: DiffFile): Content => {
    const loose = places.get(file.n)!.loose
    return loose.length > 0 && html`<div class="threads above">${shown(loose)}</div>`
  }
  return pullSheet(page, on, 'files', {
    islands: ['editor', 'talk', 'diff', 'review'], wide: true, headers: diffHeaders(page),
    body: html`${bar(page, on, talk, part)}${stray(page, diff, talk, views)}<div data-review-files="${on.here}" data-narrow-files="${page.w.pulls.files.narrow}" data-failed="${page.w.pulls.files.failed}">${diffView(page, diff, { home: on.repo.html_url, under, above, gutter: on.can.comment ? gutter : undefined, tools: viewed(page) })}</div>
      ${on.can.comment && html`<form id="note" action="${on.here}/files/note"><input type="hidden" name="head" value="${pull.head_sha}">${part && html`<input type="hidden" name="from" value="${from}">`}</form>${noteTemplate(page, on, talk.pending !== undefined)}`}`,
  })
}

async function rendered(page: PageCx, on: OpenPull, places: Map<number, Placed>): Promise<Map<Thread, Html>> {
  const all = [...places.values()].flatMap((one) => [...[...one.lines.values()].flat().map((thread) => ({ thread, loose: false })), ...one.loose.map((thread) => ({ thread, loose: true }))])
  return new Map(await Promise.all(all.map(async ({ thread, loose }) => [thread, await threadView(page, on, thread, { outdated: loose && thread.line !== 0, excerpt: loose })] as const)))
}

/** Kept by the reader's browser only, until the file changes again. */
const viewed = (page: PageCx) => (file: DiffFile): Content => html`<label class="viewed small" hidden><input type="checkbox" data-viewed="${file.newOid}"${flag('checked', false)}> ${page.w.pulls.files.viewed}</label>`

function bar(page: PageCx, on: OpenPull, talk: Talk, part: boolean): Html {
  const w = page.w.pulls.files
  const seen = lastSeen(page, talk)
  const unsettled = talk.threads.filter((one) => !one.pending && one.resolver === null).length
  return html`<div class="row between files-bar"><div class="row">
      ${part ? html`<a class="button small" href="${withQuery(page, { since: undefined, file: undefined })}">${w.everything}</a>` : seen && seen !== on.row.pull.head_sha && html`<a class="button small" href="${withQuery(page, { since: seen, file: undefined })}">${icon('history')}${w.since}</a>`}
      <a class="button small quiet" href="${on.pull.patch_url}">.patch</a><a class="button small quiet" href="${on.pull.diff_url}">.diff</a>
      ${unsettled > 0 && html`<span class="soft small">${w.unsettled(unsettled)}</span>`}<span class="soft small" data-progress data-words="${w.progress}" hidden></span></div>${reviewMenu(page, on, talk)}</div>
    ${part && html`<p class="notice info">${w.onlySince}</p>`}`
}

/** Threads about files that the pull request no longer changes. */
function stray(page: PageCx, diff: Diff, talk: Talk, views: Map<Thread, Html>): Content {
  if (page.query.file || page.query.since || diff.files.length < diff.total) return null
  const left = talk.threads.filter((one) => !views.has(one))
  return left.length > 0 && html`<p class="notice">${page.w.pulls.files.elsewhere(left.length)}</p>`
}
