// The box under the conversation: how the pull request stands, what is missing, and how it is merged.
import { badge, checkField, choice, copyable, doButton, hidden, html, icon, menuLink, person, problem, sentence, textArea, textField, webLink, type Content, type Html, type IconName, type PageCx, type Tone } from '../../web/index.ts'
import { pickAt } from '../../code/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import type { Unmet } from '../merges/conditions.ts'
import { draftFor, type Outlook } from '../merges/outlook.ts'
import type { Style } from '../merges/styles.ts'
import { commands } from './by-hand.ts'
import { undoable } from './undo.ts'

interface Line {
  tone: Tone
  mark: IconName
  words: Content
  more?: Content
}

const lineView = ({ tone, mark, words, more }: Line) => html`<li class="merge-line"><span class="tone-${tone}">${icon(mark)}</span><div class="grow">${words}${more && html`<div class="small soft">${more}</div>`}</div></li>`

/** What was typed, where the form is shown again. */
export interface Typed {
  style?: string
  title?: string
  message?: string
  commit?: string
  delete_branch?: boolean
  /** why it was refused */
  problem?: string
}

export async function mergeBox(page: PageCx, on: OpenPull, look: Outlook, typed: Typed | undefined = page.query.merge ? { style: page.query.merge } : undefined): Promise<Html> {
  const w = page.w.pulls.merge
  const { pull } = on
  const wrong = typed?.problem && html`<div class="merge-problem">${problem(typed.problem)}</div>`
  if (pull.merged) return box(page, 'done', 'merge', html`<b>${w.merged}</b>`, html`${wrong}${await undoing(page, on)}${headBranch(page, on, look)}${checksView(page, look)}`)
  if (pull.state === 'closed') return box(page, 'bad', 'pull', html`<b>${w.closed}</b> <span class="soft">${look.headThere ? w.closedMore : w.closedGone}</span>`, html`${wrong}${headBranch(page, on, look)}`)
  const lines = linesOf(page, on, look)
  const ready = !lines.some((one) => one.tone === 'bad' || one.tone === 'warn')
  const tone = lines.some((one) => one.tone === 'bad') ? 'bad' : ready ? 'good' : 'warn'
  return box(page, tone, 'merge', html`<b>${ready ? w.ready : w.notReady}</b>`, html`${wrong}${checksView(page, look)}<ul class="merge-lines">${lines.map(lineView)}${updateLine(page, on, look)}</ul>${waitingView(page, on, look)}
    ${look.mayMerge && !on.lost ? await mergeForm(page, on, look, typed) : html`<p class="merge-foot soft small">${page.viewer ? w.mayNot : w.signIn}</p>`}
    ${byHand(page, on)}`)
}

const box = (page: PageCx, tone: Tone, mark: IconName, head: Content, body: Content): Html =>
  html`<section class="box merge-box" id="merge" aria-label="${page.w.pulls.merge.label}"><header class="box-head"><span class="merge-mark tone-${tone}">${icon(mark)}</span><span class="grow">${head}</span></header>${body}</section>`

const blocking = new Set(['draft', 'baseGone', 'conflict', 'empty', 'error'])

function linesOf(page: PageCx, on: OpenPull, look: Outlook): Line[] {
  const w = page.w.pulls.merge
  const lines = look.hindrances.map((one): Line => ({
    tone: one === 'conflict' || one === 'error' || one === 'baseGone' ? 'bad' : 'warn', mark: one === 'checking' ? 'clock' : one === 'draft' ? 'pencil' : 'alert', words: w.hindrances[one],
    more: one === 'conflict' && look.conflicts.length > 0 && html`${w.conflictsIn}<ul class="conflicts">${look.conflicts.slice(0, 20).map((path) => html`<li><code>${path}</code></li>`)}</ul>${look.conflicts.length > 20 && w.moreConflicts(look.conflicts.length - 20)}`,
  }))
  for (const one of look.unmet) lines.push({ tone: one.kind === 'refused' || one.kind === 'kept' || (one.kind === 'checks' && one.state !== 'pending') ? 'bad' : 'warn', mark: 'shield', words: unmetWords(page, one) })
  if (look.unmet.length > 0) lines.at(-1)!.more = html`${w.ruled} <code>${look.ruleName}</code>${look.mayBypass && html` · ${w.mayBypass}`}`
  if (!look.hindrances.some((one) => blocking.has(one) || one === 'checking')) lines.push({ tone: 'good', mark: 'check-circle', words: w.noConflict })
  return lines
}

function unmetWords(page: PageCx, one: Unmet): string {
  const w = page.w.pulls.merge.unmet
  if (one.kind === 'checks') return one.state === 'pending' ? w.checksWait : w.checksFail
  if (one.kind === 'approvals') return w.approvals(one.has, one.needs)
  if (one.kind === 'kept') return w.kept(one.path)
  return w[one.kind]
}

const stateLook = (state: string): readonly [IconName, Tone] => (state === 'success' ? ['check-circle', 'good'] : state === 'skipped' ? ['minus', 'quiet'] : state === 'pending' ? ['clock', 'warn'] : ['cross-circle', 'bad'])

export function checksView(page: PageCx, look: Outlook): Content {
  const w = page.w.pulls.merge
  const list = look.checks?.list ?? []
  if (list.length + look.expected.length === 0) return null
  const state = look.expected.length > 0 && look.checks?.state !== 'failure' ? 'pending' : look.checks?.state ?? 'pending'
  const [mark, tone] = stateLook(state)
  const row = (one: { state: string; context: string; description: string; target_url: string }) => {
    const [drawing, shade] = stateLook(one.state)
    const link = webLink(one.target_url) ?? (/^\/(?!\/)/.test(one.target_url) ? page.root + one.target_url : undefined)
    return html`<li><span class="tone-${shade}" title="${one.state}">${icon(drawing)}<span class="unseen">${one.state}</span></span><span class="grow"><b>${one.context || w.unnamed}</b> <span class="soft">${one.description}</span></span>${look.required(one.context) && badge(w.required)}${link && html`<a class="small" href="${link}">${w.details}</a>`}</li>`
  }
  return html`<details class="checks" id="checks"${state === 'success' ? '' : html` open`}><summary><span class="tone-${tone}">${icon(mark)}</span><b>${w.checks[state as keyof typeof w.checks] ?? w.checks.failure}</b> <span class="soft small">${w.checkCount(list.length + look.expected.length)}</span></summary>
    <ul>${list.map(row)}${look.expected.map((name) => html`<li><span class="tone-warn">${icon('clock')}</span><span class="grow"><b>${name}</b> <span class="soft">${w.expected}</span></span>${badge(w.required)}</li>`)}</ul></details>`
}

function updateLine(page: PageCx, on: OpenPull, look: Outlook): Content {
  const w = page.w.pulls.merge
  if (look.behind === 0) return null
  const way = (style: 'merge' | 'rebase') => look.update[style] && !look.hindrances.includes('conflict') && doButton(`${on.here}/update`, w.update[style], { style, back: page.rq.url }, { kind: 'small' })
  return html`<li class="merge-line"><span class="tone-info">${icon('refresh')}</span><div class="grow">${w.behind(look.behind, on.row.pull.base_branch)}</div><span class="row">${way('merge')}${way('rebase')}</span></li>`
}

function waitingView(page: PageCx, on: OpenPull, { waiting, mayMerge, ruleName }: Outlook): Content {
  const w = page.w.pulls.merge
  if (!waiting) return null
  const mine = page.viewer?.id === waiting.by_id || mayMerge
  return html`<div class="notice info merge-wait row between"><span>${icon('clock')} ${sentence(ruleName === undefined ? w.waitingChecks : w.waiting, { who: person(page, { login: waiting.by }, 16), style: html`<b>${w.styles[waiting.style as Style] ?? waiting.style}</b>` })}</span>${mine && doButton(`${on.here}/merge/cancel`, w.cancelWait, { back: page.rq.url }, { kind: 'small' })}</div>`
}

/** One style at a time; the others are a link away, so that each has its own message. */
async function mergeForm(page: PageCx, on: OpenPull, look: Outlook, typed?: Typed): Promise<Content> {
  const w = page.w.pulls.merge
  const style = look.styles.find((one) => one === typed?.style) ?? look.usual
  const pending = look.hindrances.some((one) => one !== 'checking')
  if (!style) return html`<p class="merge-foot soft small">${w.noStyle}</p>`
  if (pending && style !== 'manually-merged' && !typed) return look.styles.includes('manually-merged') ? html`<p class="merge-foot small"><a href="${on.here}?merge=manually-merged#merge">${w.styles['manually-merged']}</a></p>` : null
  const draft = await draftFor(page.cx, on.row, style)
  const fields = style === 'manually-merged' ? textField('commit', w.mergedAs, typed?.commit, { required: true, hint: w.mergedAsHint, pattern: '[0-9a-f]{40,64}' })
    : draft.title !== '' && [textField('title', w.title, typed?.title ?? draft.title, { id: 'merge-title', required: true }), textArea('message', w.message, typed?.message ?? draft.message, { id: 'merge-message', rows: 4 })]
  const waits = !look.waiting && style !== 'manually-merged' && (look.ruleName === undefined ? look.checks?.state === 'pending' : look.unmet.length > 0)
  const others = look.styles.filter((one) => one !== style)
  const stuck = style === 'fast-forward-only' && look.behind > 0
  return html`<details class="merge-how"${typed ? html` open` : ''}><summary class="button ${look.unmet.length > 0 ? '' : 'strong'}">${icon('merge')}${w.styles[style]}</summary>
    <form method="post" action="${on.here}/merge#merge" class="stack">${hidden('style', style)}${hidden('head', on.row.pull.head_sha)}<p class="hint">${stuck ? w.diverged(look.behind) : w.hints[style]}</p>${fields}
      ${look.mayRemoveHead && on.pull.head?.repo && style !== 'manually-merged' && checkField('delete_branch', html`${w.removeHead} <code>${on.row.pull.head_branch}</code>`, typed?.delete_branch ?? look.removeUsually)}
      ${look.unmet.length > 0 && look.mayBypass && checkField('force', w.force, false, { hint: w.forceHint })}
      <div class="row">${!stuck && (look.unmet.length === 0 || look.mayBypass || style === 'manually-merged') && html`<button class="button strong" name="when" value="now">${w.confirm[style]}</button>`}${stuck && html`<button class="button strong" disabled>${w.confirm[style]}</button>`}${waits && !stuck && html`<button class="button" name="when" value="checks">${icon('clock')}${look.ruleName === undefined ? w.whenChecked : w.whenReady}</button>`}</div></form></details>
    ${others.length > 0 && html`<span class="merge-other">${choice(w.otherWay, others.map((one) => otherWay(page, on, look, one)), { wide: true, kind: 'small' })}</span>`}`
}

function otherWay(page: PageCx, on: OpenPull, look: Outlook, style: Style): Html {
  const w = page.w.pulls.merge
  const words = (hint: string) => html`<span><b>${w.styles[style]}</b><br><span class="soft small">${hint}</span></span>`
  if (style === 'fast-forward-only' && look.behind > 0) return html`<span class="menu-item" aria-disabled="true">${words(w.diverged(look.behind))}</span>`
  return menuLink(`${on.here}?merge=${style}#merge`, words(w.hints[style]))
}

async function undoing(page: PageCx, on: OpenPull): Promise<Content> {
  const w = page.w.pulls.merge
  const oid = await undoable(page.cx, on)
  if (!oid) return null
  const at = pickAt(on.repo.html_url, 'revert', oid, on.row.pull.base_branch)
  return html`<div class="merge-foot row between"><span>${w.revertMore}</span><a class="button small" href="${at}">${icon('reply')}${w.revert}</a></div>`
}

/** What became of the branch, once it is no longer needed. */
function headBranch(page: PageCx, on: OpenPull, look: Outlook): Content {
  const w = page.w.pulls.merge
  const name = html`<code>${on.row.pull.head_branch}</code>`
  if (!look.mayRemoveHead) return null
  return html`<div class="merge-foot row between"><span>${sentence(look.headThere ? w.headIdle : w.headGone, { branch: name })}</span>${look.headThere
    ? doButton(`${on.here}/branch/remove`, [icon('trash'), w.removeBranch], { back: page.rq.url }, { kind: 'small' })
    : doButton(`${on.here}/branch/restore`, [icon('history'), w.restoreBranch], { back: page.rq.url }, { kind: 'small' })}</div>`
}

function byHand(page: PageCx, on: OpenPull): Content {
  const w = page.w.pulls.merge
  const { look, merge } = commands(on.row)
  return html`<details class="by-hand"><summary>${icon('code')} ${w.byHand}</summary><h3>${w.getIt}</h3>${look.map((one) => copyable(one, w.copy))}<h3>${w.mergeIt}</h3>${merge.map((one) => copyable(one, w.copy))}</details>`
}
