import { anyone } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { repoSheet } from '../../repos/index.ts'
import { ago, box, empty, html, page, person, titled, type Content } from '../../web/index.ts'
import type { CommentRecord } from '../comments/schema.ts'
import { openIssue } from '../ground/opened.ts'
import { fill } from '../timeline/fill.ts'
import { changesOf, type Piece } from './verbs.ts'

const show = page({
  id: 'historyPage', at: '/:owner/:repo/issues/:index/history', says: 'Earlier versions of a text', needs: anyone,
  async run(page) {
    const { w, query, ask, params } = page
    const h = w.issues.history
    const on = await openIssue(page)
    const id = /^\d{1,15}$/.test(query.comment ?? '') ? Number(query.comment) : 0
    const comment = id ? await ask<CommentRecord | undefined>('getReposIssuesCommentsById', { owner: params.owner, repo: params.repo, id }) : undefined
    if (id && comment?.html_url !== `${on.issue.html_url}#issuecomment-${id}`) throw notFound()
    const changes = await changesOf(page.cx, on.at.issue, id, comment?.body ?? on.issue.body)
    return repoSheet(page, on.repo, on.issue.pull_request ? 'pulls' : 'issues', {
      title: h.title,
      body: html`<header class="issue-head"><h2>${h.title}</h2><p><a href="${comment?.html_url ?? on.issue.html_url}">${titled(on.issue.title)} <span class="soft">#${on.issue.number}</span></a></p></header><div class="versions">${changes.length === 0 && box(empty('history', h.none))}${changes.map((one) =>
        box(html`<div class="pad" dir="auto">${one.pieces ? one.pieces.map((piece) => told(piece, h.skipped)) : [html`<p class="soft">${h.tooFar}</p>`, one.before]}</div>`, { head: html`<span class="small">${fill(h.was, { who: person(page, one.by, 20), when: ago(page, one.at) })}</span>` }))}</div>`,
    })
  },
})

/** Long stretches that stayed are left out. */
function told({ text, kind }: Piece, skipped: (n: number) => string): Content {
  if (kind === 'came') return html`<ins>${text}</ins>`
  if (kind === 'went') return html`<del>${text}</del>`
  const lines = text.split('\n')
  return lines.length > 8 ? [lines.slice(0, 3).join('\n'), html`<span class="skipped">${skipped(lines.length - 6)}</span>`, lines.slice(-3).join('\n')] : text
}

export const pages = [show].flat()
