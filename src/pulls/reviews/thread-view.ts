// A thread about a line: what it speaks of, what was said, and the way to answer or to settle it.
import { commentCard, editorFiles, type CardOf } from '../../issues/index.ts'
import { badge, doButton, editor, hidden, html, icon, nameOf, sentence, trusted, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'
import type { Said, Thread } from './threads.ts'

export interface ThreadMore {
  /** the lines it was written about: where the differences themselves are not shown */
  excerpt?: boolean
  /** its line is no longer there */
  outdated?: boolean
  reactions?: (commentId: number) => CardOf['reactions']
}

export async function threadView(page: PageCx, on: OpenPull, thread: Thread, more: ThreadMore = {}): Promise<Html> {
  const w = page.w.pulls.thread
  const cards = await Promise.all(thread.said.map((one) => {
    const own = page.viewer !== null && one.user.id === page.viewer.id && on.can.comment
    return commentCard(page, more.reactions ? on : { ...on, can: { ...on.can, react: false } }, {
      id: one.id, anchor: `issuecomment-${one.id}`, user: one.user, says: page.w.issues.talk.commented, created_at: one.created_at, body: one.body, changed: false,
      reactions: more.reactions?.(one.id) ?? [], files: [], mayEdit: !thread.pending && (own || on.can.write), mayDelete: !thread.pending && (own || on.can.write), marks: thread.pending && badge(w.pending, 'warn'), below: thread.pending && jotFoot(page, on, one),
    })
  }))
  const place = thread.line === 0 ? thread.path : `${thread.path}:${Math.abs(thread.line)}`
  const open = thread.resolver === null
  return html`<details class="thread ${open ? '' : 'settled'}" id="thread-${thread.id}"${open ? html` open` : ''}><summary>${icon(open ? 'comment' : 'check-circle')}<span class="grow">${more.excerpt || more.outdated ? html`<bdi class="mono">${place}</bdi>` : w.count(thread.said.length)}</span>
      ${more.outdated && badge(w.outdated, 'quiet')}${!open && html`<span class="soft small">${sentence(w.resolvedBy, { who: html`<bdi>${nameOf(thread.resolver!) || page.w.site.ghost}</bdi>` })}</span>`}</summary>
    ${more.excerpt && thread.patch && (await excerpt(page, thread))}
    <div class="thread-said">${cards}</div>${!thread.pending && foot(page, on, thread, more)}</details>`
}

/** What nobody else has seen is changed without a trace. */
function jotFoot(page: PageCx, on: OpenPull, one: Said): Content {
  const w = page.w.pulls.thread
  const to = `${on.here}/jots/${one.id}`
  return html`<div class="thread-foot"><details class="reply"><summary class="button small">${icon('pencil')}${w.edit}</summary><form method="post" action="${to}" class="stack" data-note>${hidden('back', page.rq.url)}
      ${editor(page, 'body', w.edit, one.body, { repo: on.repo, rows: 3, quiet: true, required: true, files: editorFiles(page, on.repo, false), id: `jot-${one.id}` })}<div class="row end"><button class="button strong small">${page.w.site.save}</button></div></form></details>
    ${doButton(`${to}/delete`, w.delete, { back: page.rq.url }, { kind: 'small' })}</div>`
}

function foot(page: PageCx, on: OpenPull, thread: Thread, more: ThreadMore): Content {
  const w = page.w.pulls.thread
  const jump = more.excerpt && !more.outdated && html`<a class="button small quiet" href="${on.here}/files#issuecomment-${thread.id}">${icon('diff')}${w.inFiles}</a>`
  if (!on.can.comment) return jump && html`<div class="thread-foot">${jump}</div>`
  const back = `${page.rq.url}#issuecomment-${thread.id}`
  const open = thread.resolver === null
  const settles = on.can.write || on.issue.user?.id === page.viewer?.id || thread.said[0].user.id === page.viewer?.id
  return html`<div class="thread-foot"><details class="reply"><summary class="button small">${icon('reply')}${w.reply}</summary><form method="post" action="${on.here}/comments/${thread.id}/reply" class="stack" data-note>${hidden('back', back)}
      ${editor(page, 'body', w.reply, '', { repo: on.repo, rows: 3, quiet: true, required: true, files: editorFiles(page, on.repo, false), id: `reply-${thread.id}` })}<div class="row end"><button class="button strong small">${w.send}</button></div></form></details>
    ${settles && doButton(`${on.here}/comments/${thread.id}/${open ? 'resolve' : 'unresolve'}`, open ? w.resolve : w.unresolve, { back }, { kind: 'small' })}${jump}</div>`
}

const kinds: Record<string, string> = { '+': 'add', '-': 'cut' }

/** The hunk that was kept with the comment. */
export async function excerpt(page: PageCx, { patch, path }: Pick<Thread, 'patch' | 'path'>): Promise<Html> {
  const [head, ...lines] = patch.split('\n')
  const [, old, next] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(head) ?? [null, '1', '1']
  let [left, right] = [Number(old), Number(next)]
  const coloured = await page.cx.markup.highlight(`${lines.map((one) => one.slice(1).replace(/\r$/, '')).join('\n')}\n`, path)
  return html`<div class="diff-scroll"><table class="code diff-lines stacked"><colgroup><col class="n"><col class="n"><col class="s"><col></colgroup><tbody>${lines.map((one, i) => {
    const sign = one[0] ?? ' '
    const numbers = [sign === '+' ? '' : left++, sign === '-' ? '' : right++]
    return html`<tr class="${kinds[sign] ?? ''}"><td class="n">${numbers[0]}</td><td class="n">${numbers[1]}</td><td class="s">${sign === '-' ? '−' : sign}</td><td class="l">${coloured[i] === undefined ? one.slice(1) : trusted(coloured[i])}</td></tr>`
  })}</tbody></table></div>`
}
