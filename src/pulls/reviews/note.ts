// A comment on a line, being written.
import { diff } from '../../git/index.ts'
import { gitDir } from '../../repos/index.ts'
import { editorFiles } from '../../issues/index.ts'
import { editor, hidden, html, problem, type Html, type PageCx } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'

export interface Spot {
  path: string
  side: 'old' | 'new'
  line: number
}

/** `3R12`: the new line 12 of the fourth file that differs. */
export async function spotAt(page: PageCx, on: OpenPull, at: string | undefined, from: string | undefined): Promise<Spot | undefined> {
  const [, n, side, line] = /^(\d{1,6})([LR])(\d{1,9})$/.exec(at ?? '') ?? []
  if (!n) return undefined
  const { files } = await diff.changes(page.cx.git, gitDir(page.cx, on.row.repo), from ?? on.row.pull.merge_base, on.row.pull.head_sha)
  const file = files[Number(n)]
  return file && { path: side === 'L' ? file.oldPath ?? file.path : file.path, side: side === 'L' ? 'old' : 'new', line: Number(line) }
}

export interface NoteMore {
  body?: string
  problem?: string
  back?: string
  id?: string
}

export function noteForm(page: PageCx, on: OpenPull, spot: Spot | undefined, pending: boolean, more: NoteMore = {}): Html {
  const w = page.w.pulls.note
  return html`<form method="post" action="${on.here}/files/note" class="stack note-form" data-note>${problem(more.problem)}
    ${hidden('path', spot?.path ?? '')}${hidden('side', spot?.side ?? 'new')}${hidden('line', spot?.line ?? 0)}${hidden('back', more.back ?? '')}
    ${editor(page, 'body', w.label, more.body, { repo: on.repo, rows: 4, quiet: true, required: true, autofocus: true, placeholder: w.placeholder, files: editorFiles(page, on.repo, false), id: more.id ?? 'note-body' })}
    <div class="row end"><a class="button" href="${on.here}/files" data-cancel>${page.w.site.cancel}</a>${pending
      ? html`<button class="button strong" name="how" value="review">${w.addToReview}</button>`
      : html`<button class="button" name="how" value="single">${w.single}</button><button class="button strong" name="how" value="review">${w.startReview}</button>`}</div></form>`
}

/** Taken by the script for every line. */
export const noteTemplate = (page: PageCx, on: OpenPull, pending: boolean): Html => html`<template data-note-template>${noteForm(page, on, undefined, pending, { back: page.rq.url, id: 'note-inline' })}</template>`
