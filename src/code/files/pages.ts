// Writing, changing and deleting files in the browser.
import { gates, repoRead, scope, signedIn } from '../../access/index.ts'
import { readMultipart } from '../../kernel/multipart.ts'
import { Refusal } from '../../kernel/errors.ts'
import { Bytes, input, Optional, Str } from '../../kernel/schema.ts'
import { isMarkdown } from '../../markup/index.ts'
import { repoAt, repoSheet } from '../../repos/index.ts'
import { action, form, hidden, html, icon, notice, page as shown, pathOf, problem, prose, type Content, type Html, type PageCx, type Sheet } from '../../web/index.ts'
import type { Seen } from '../browsing/place.ts'
import { diffView } from '../diffs/diff-view.ts'
import { ofTexts } from '../diffs/texts.ts'
import { repoShown } from '../ground/gates.ts'
import { after, around, commitFields, commitOf, conflicting, editing, entryAt, mayWrite, needsFork, textAt, type Around, type Editing } from './editing.ts'

const writes = gates(scope('repository'), repoShown, repoRead('code'), signedIn)
const islands = ['edit', 'diff']
const b64 = (text: string) => Buffer.from(text).toString('base64')

/** Browsers send every line end as two characters; a file keeps the one it had. */
const lineEnds = (text: string, before: string) => (before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text.replaceAll('\r\n', '\n'))

const fields = input('EditFileForm', { path: Str, content: Optional(Bytes), sha: Optional(Str), over: Optional(Str), preview: Optional(Str), ...around })
interface Given extends Around {
  path?: string
  content?: string
  sha?: string
  over?: string
  preview?: string
}

const edit = form({
  id: 'editFilePage', at: '/:owner/:repo/_edit/:rest*', says: 'Edit a file', needs: writes, fields,
  async show(page) {
    const place = await editing(page)
    if (!mayWrite(place)) return needsFork(page, place)
    const { text, sha } = await textAt(page, place)
    return editorSheet(page, place, { path: place.path, content: text, sha, ...page.given }, { before: text, current: sha, words: page.w.code.edit.title(place.path) })
  },
  async send(page) {
    const place = await editing(page)
    const { text, sha } = await textAt(page, place).catch((error) => conflicting(page, error))
    const content = lineEnds(page.given.content ?? '', text)
    if (page.given.preview) return editorSheet(page, place, { ...page.given, content }, { before: text, current: sha, words: page.w.code.edit.title(place.path) })
    const path = page.given.path.trim() || place.path
    await page.ask('putReposContentsByFilepath', { ...repoAt(page), filepath: path }, { ...commitOf(place, page.given), content: b64(content), sha: page.given.over || page.given.sha || sha, from_path: path === place.path ? undefined : place.path }).catch((error) => conflicting(page, error))
    return after(page, place, page.given, path)
  },
})

const create = form({
  id: 'newFilePage', at: '/:owner/:repo/_new/:rest*', says: 'Write a new file', needs: writes, fields,
  async show(page) {
    const place = await editing(page)
    if (!mayWrite(place)) return needsFork(page, place)
    return editorSheet(page, place, { path: place.path === '' ? (page.query.filename ?? '') : `${place.path}/${page.query.filename ?? ''}`, content: page.query.value ?? '', ...page.given }, { before: '', words: page.w.code.edit.newTitle })
  },
  async send(page) {
    const place = await editing(page)
    const content = lineEnds(page.given.content ?? '', '')
    if (page.given.preview) return editorSheet(page, place, { ...page.given, content }, { before: '', words: page.w.code.edit.newTitle })
    const path = page.given.path.trim()
    await page.ask('createReposContentsByFilepath', { ...repoAt(page), filepath: path }, { ...commitOf(place, page.given), content: b64(content) })
    return after(page, place, page.given, path)
  },
})

interface About {
  before: string
  /** the id the file has now */
  current?: string
  words: string
}

async function editorSheet(page: PageCx & Seen & { problem?: string }, place: Editing, given: Given, about: About): Promise<Sheet> {
  const w = page.w.code.edit
  const stale = about.current !== undefined && given.sha !== undefined && given.sha !== about.current
  const text = given.content ?? ''
  return repoSheet(page, place.record, 'code', {
    title: about.words, islands,
    body: html`<h2 class="edit-title">${about.words} <span class="soft">${w.on} <bdi>${place.branch}</bdi></span></h2>${problem(page.problem)}
      ${stale && notice('warn', html`<div class="row between"><span>${w.stale} <a href="${place.record.html_url}/src/branch/${pathOf(place.branch)}/${pathOf(place.path)}" target="_blank" rel="noopener">${w.seeTheirs}</a></span></div>`)}
      <form method="post" class="stack edit-form" data-guard>${given.sha && hidden('sha', given.sha)}
        <div class="field"><label for="f-path">${w.path}</label><input id="f-path" name="path" class="mono" value="${given.path ?? ''}" required maxlength="500" placeholder="${w.pathHint}" autocomplete="off" spellcheck="false"></div>
        <div class="box edit-box"><div class="box-head"><label class="grow" for="f-content">${w.content}</label><button class="button small" name="preview" value="diff">${icon('diff')}${w.previewDiff}</button>${isMarkdown(given.path ?? '') && html`<button class="button small" name="preview" value="rendered">${icon('eye')}${w.preview}</button>`}</div>
          <div class="edit-area" data-edit><textarea id="f-content" name="content" class="code" rows="24" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" aria-describedby="edit-hint">
${text}</textarea></div><p class="hint" id="edit-hint">${w.tabHint}</p></div>
        ${given.preview && (await previewed(page, place, given, about))}
        ${commitFields(page, place, given, about.current === undefined ? w.suggestNew(given.path || w.file) : w.suggestEdit(place.path), w.save)}
        ${stale && html`<button class="button danger" name="over" value="${about.current!}">${w.overwrite}</button>`}</form>`,
  })
}

async function previewed(page: PageCx & Seen, place: Editing, given: Given, { before }: About): Promise<Html> {
  const w = page.w.code.edit
  const path = given.path || 'file'
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  const body = async (): Promise<Content> => {
    if (given.preview === 'rendered') return html`<section class="box"><div class="pad">${await prose(page, given.content, { mode: 'document', repo: place.record, ref: `branch/${pathOf(place.branch)}`, dir: folder })}</div></section>`
    const made = await ofTexts(page.cx, path, before, given.content ?? '')
    return made ? diffView(page, made, { home: place.record.html_url, bare: true, style: 'unified' }) : notice('info', w.tooDifferent)
  }
  return html`<section id="preview" aria-label="${w.preview}"><h3>${w.preview}</h3>${await body()}</section>`
}

const remove = form({
  id: 'deleteFilePage', at: '/:owner/:repo/_delete/:rest*', says: 'Delete a file', needs: writes, fields: input('DeleteFileForm', { sha: Optional(Str), ...around }),
  async show(page) {
    const place = await editing(page)
    if (!mayWrite(place)) return needsFork(page, place)
    const { oid } = await entryAt(page, place.branch, place.path)
    const w = page.w.code.edit
    return repoSheet(page, place.record, 'code', {
      title: w.deleteTitle(place.path),
      body: html`<h2 class="edit-title">${w.deleteTitle(place.path)}</h2>${problem(page.problem)}<form method="post" class="stack">${hidden('sha', oid)}${commitFields(page, place, page.given, w.suggestDelete(place.path), w.delete, true)}</form>`,
    })
  },
  async send(page) {
    const place = await editing(page)
    const sha = page.given.sha || (await entryAt(page, place.branch, place.path)).oid
    await page.ask('deleteReposContentsByFilepath', { ...repoAt(page), filepath: place.path }, { ...commitOf(place, page.given), sha }).catch((error) => conflicting(page, error))
    const folder = place.path.includes('/') ? place.path.slice(0, place.path.lastIndexOf('/')) : ''
    return after(page, place, page.given, (await isThere(page, place.branch, folder)) ? folder : '')
  },
})

const isThere = (page: PageCx & Seen, branch: string, folder: string) => (folder === '' ? Promise.resolve(true) : page.ask.can('listReposContentsByFilepath', { ...repoAt(page), filepath: folder, ref: branch }))

const uploadForm = shown({
  id: 'uploadFilesPage', at: '/:owner/:repo/_upload/:rest*', says: 'Upload files', needs: writes,
  async run(page) {
    const place = await editing(page)
    return mayWrite(place) ? uploadSheet(page, place, {}) : needsFork(page, place)
  },
})

function uploadSheet(page: PageCx, place: Editing, given: Around & { folder?: string }, refusal?: Refusal): Promise<Sheet> {
  const w = page.w.code.edit
  return repoSheet(page, place.record, 'code', {
    title: w.uploadTitle, islands, status: refusal?.status,
    body: html`<h2 class="edit-title">${w.uploadTitle} <span class="soft">${w.on} <bdi>${place.branch}</bdi></span></h2>${problem(refusal?.message)}
      <form method="post" enctype="multipart/form-data" class="stack"><div class="field"><label for="f-folder">${w.folder}</label><input id="f-folder" name="folder" class="mono" value="${given.folder ?? place.path}" maxlength="500" placeholder="${w.folderHint}"></div>
        <div class="field drop" data-drop><label for="f-files">${w.files}</label><input type="file" id="f-files" name="files" multiple required><p class="hint">${w.filesHint}</p><ul class="dropped" data-dropped></ul></div>
        ${commitFields(page, place, given, w.suggestUpload, w.upload)}</form>`,
  })
}

const upload = action({
  id: 'uploadFiles', at: '/:owner/:repo/_upload/:rest*', says: 'Commit uploaded files', needs: writes,
  async run(page) {
    const place = await editing(page)
    const parts = await readMultipart(page.rq, page.cx.config.max_body)
    const text = (name: string) => parts.find((one) => one.name === name && one.filename === undefined)?.data.toString('utf8')
    const given = { folder: text('folder') ?? '', message: text('message'), details: text('details'), target: text('target'), new_branch: text('new_branch') }
    const folder = given.folder.replace(/^\/+|\/+$/g, '')
    const files = parts.filter((one) => one.name === 'files' && one.filename).map((one) => ({ operation: 'upload', path: [folder, one.filename!.split(/[/\\]/).at(-1)!].filter(Boolean).join('/'), content: one.data.toString('base64') }))
    try {
      if (files.length === 0) throw new Refusal('invalid', page.w.code.edit.noFiles)
      const message = given.message?.trim() || page.w.code.edit.suggestUpload
      await page.ask('createReposContents', repoAt(page), { ...commitOf(place, { ...given, message }), files })
      return after(page, place, given, folder)
    } catch (error) {
      if (!(error instanceof Refusal) || !error.message) throw error
      return uploadSheet(page, place, given, error)
    }
  },
})

export const pages = [edit, create, remove, uploadForm, upload].flat()
