// Writing, changing and deleting comments on issues and pull requests.
import { invalid, unauthorized } from '../../kernel/errors.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { repoSheet, theRepo } from '../../repos/index.ts'
import { editor, form, hidden, html, post, problem, redirect, submit, type PageCx } from '../../web/index.ts'
import { editorFiles, withFiles } from '../attachments/writing.ts'
import { people, readers } from '../ground/gates.ts'
import { act, leadBack, placeOf, sentence } from '../ground/acts.ts'
import type { IssueRecord } from '../issues/schema.ts'
import type { CommentRecord } from './schema.ts'

/** A page with nothing but the text, for when a form in place was refused. */
async function alone(page: PageCx & { problem: string | undefined }, title: string, body: string, back: string | undefined, more: ReturnType<typeof html> | '' = '') {
  const repo = await theRepo(page)
  const { w } = page
  const to = leadBack(page, back).to
  return repoSheet(page, repo, 'issues', {
    title, islands: ['editor'],
    body: html`<h2>${title}</h2>${problem(page.problem)}${post(page.root + page.rq.url.split('?')[0], [hidden('back', back ?? ''), more, editor(page, 'body', w.issues.write.comment, body, { repo, rows: 12, autofocus: true, quiet: true, files: editorFiles(page, repo) }), html`<div class="row end"><a class="button" href="${to}">${w.issues.write.cancel}</a>${submit(w.issues.write.save)}</div>`], { files: true })}`,
  })
}

const write = form({
  id: 'writeComment', at: '/:owner/:repo/issues/:index/comments', says: 'Comment, and perhaps close or reopen', needs: readers,
  fields: input('WriteCommentForm', { body: Optional(Str), state: Optional(Str), back: Optional(Str) }),
  async show(page) {
    return alone(page, page.w.issues.write.comment, page.given.body ?? '', page.given.back)
  },
  async send(page) {
    const { ask, given, w } = page
    const at = placeOf(page)
    const state = given.state === 'open' || given.state === 'closed' ? given.state : undefined
    if (!page.viewer) throw unauthorized(w.issues.write.signIn)
    const body = await withFiles(page, given.body ?? '')
    if (!body.trim() && !state) throw invalid(w.issues.write.nothing)
    const made = body.trim() ? await ask<CommentRecord>('createReposIssuesCommentsByIndex', at, { body }) : undefined
    const changed = state && (await ask<IssueRecord>('editReposIssuesByIndex', at, { state }).catch(sentence))
    const to = made?.html_url ?? (typeof changed === 'object' ? changed.html_url : leadBack(page, given.back).to)
    return redirect(to, typeof changed === 'string' ? changed : undefined)
  },
})

const edit = form({
  id: 'editComment', at: '/:owner/:repo/issues/:index/comments/:id/edit', says: 'Change a comment', needs: people,
  fields: input('EditCommentForm', { body: Optional(Str), back: Optional(Str) }),
  async show(page) {
    const { params, ask, given } = page
    const comment = page.problem === undefined ? await ask<CommentRecord>('getReposIssuesCommentsById', { owner: params.owner, repo: params.repo, id: params.id }) : undefined
    return alone(page, page.w.issues.write.editComment, given.body ?? comment?.body ?? '', given.back)
  },
  async send(page) {
    const { params, ask, given } = page
    const comment = await ask<CommentRecord | undefined>('editReposIssuesCommentsById', { owner: params.owner, repo: params.repo, id: params.id }, { body: await withFiles(page, given.body ?? '') })
    return given.back ? leadBack(page, given.back) : redirect(comment?.html_url ?? leadBack(page, undefined).to)
  },
})

const remove = act('deleteComment', 'comments/:id/delete', 'Delete a comment', {}, async ({ ask, params, w }) => {
  await ask('deleteReposIssuesCommentsById', { owner: params.owner, repo: params.repo, id: params.id })
  return w.issues.talk.deleted
})

export const pages = [write, edit, remove].flat()
