// Texts that people write in Markdown: shown, and written.
//   await prose(page, issue.body, { repo })                           → <div class="prose">…</div>
//   editor(page, 'body', w.issues.body, given.body, { repo, rows: 8 }) → a field called `body`; the sheet lists islands: ['editor']
// Without a script the editor is a plain field; with it come Write and Preview, a toolbar and keys (Ctrl+B, Ctrl+I, Ctrl+E, Ctrl+L).
import type { Context } from '../../markup/index.ts'
import { flag, html, trusted, type Content, type Html } from '../html.ts'
import { icon, type IconName } from '../icons.ts'
import type { PageCx } from '../page.ts'

/** What a text stands in; `mode` is 'comment' unless said otherwise. */
export interface Surrounding {
  mode?: Context['mode']
  /** what #12, !12 and commit ids belong to */
  repo?: { full_name: string }
  /** `branch/main`, `tag/v1`, `commit/<id>`, and the folder of the document: what relative links belong to */
  ref?: string
  dir?: string
  wiki?: boolean
  /** stands in front of ids where one page shows several texts: `comment-12` */
  anchor?: string
  mentions?: string[]
}

export const contextOf = (page: PageCx, { mode = 'comment', repo, ref, dir, wiki, anchor, mentions }: Surrounding): Context => ({
  mode, anchor, mentions, links: { root: page.root, repo: repo && `/${repo.full_name}`, ref, dir, wiki },
})

/** Rendered and cleaned; nothing at all for an empty text. */
export async function prose(page: PageCx, text: string | null | undefined, around: Surrounding = {}): Promise<Html> {
  if (!text?.trim()) return html``
  return html`<div class="prose" dir="auto">${trusted(await page.cx.markup.render(text, contextOf(page, around)))}</div>`
}

/** Files that a text may bring along; see `files` of form(). */
export interface EditorFiles {
  /** where the script sends each of them as `attachment`; the answer holds `link` or `message` */
  to: string
  /** endings */
  accept: readonly string[]
  /** the form sends them as `attachment` where there is no script: it must be one for files */
  plain: boolean
}

interface EditorMore {
  files?: EditorFiles
  repo?: { full_name: string }
  /** `wiki`: a page of the repository's wiki */
  mode?: Context['mode'] | 'wiki'
  rows?: number
  hint?: Content
  required?: boolean
  autofocus?: boolean
  placeholder?: string
  /** of the field, where one page has several of the same name */
  id?: string
  /** the label is read aloud, but not shown */
  quiet?: boolean
}

const tools: [name: 'bold' | 'italic' | 'code' | 'link' | 'quote' | 'list' | 'task', drawing: IconName][] =
  [['bold', 'bold'], ['italic', 'italic'], ['code', 'code'], ['link', 'link'], ['quote', 'quote'], ['list', 'list'], ['task', 'check-circle']]

/** A field for Markdown. */
export function editor(page: PageCx, name: string, label: Content, value: string | null | undefined = '', more: EditorMore = {}): Html {
  const w = page.w.site.editor
  const id = more.id ?? `f-${name}`
  return html`<div class="field editor" data-editor data-mode="${more.mode ?? 'comment'}" data-repo="${more.repo?.full_name ?? ''}">
    <label for="${id}"${more.quiet ? html` class="unseen"` : ''}>${label}</label>
    <div class="editor-frame">
      <div class="editor-bar" data-bar hidden>
        <div class="editor-ways" role="group" aria-label="${w.ways}"><button type="button" data-way="write" aria-pressed="true">${w.write}</button><button type="button" data-way="preview" aria-pressed="false">${w.preview}</button></div>
        <div class="editor-tools" role="toolbar" aria-label="${w.tools}" data-tools>${tools.map(([tool, drawing]) => html`<button type="button" class="button icon small" data-tool="${tool}" aria-label="${w[tool]}" title="${w[tool]}">${icon(drawing)}</button>`)}</div>
      </div>
      <textarea id="${id}" name="${name}" rows="${more.rows ?? 6}" dir="auto"${flag('required', more.required)}${flag('autofocus', more.autofocus)}${more.placeholder ? html` placeholder="${more.placeholder}"` : ''}${more.hint ? html` aria-describedby="${id}-hint"` : ''}>
${value ?? ''}</textarea>
      <div class="editor-preview prose" dir="auto" data-preview data-nothing="${w.nothing}" data-failed="${w.failed}" aria-live="polite" hidden></div>
      ${more.files && filesFoot(page, id, more.files)}
    </div>
    ${more.hint && html`<p class="hint" id="${id}-hint">${more.hint}</p>`}</div>`
}

function filesFoot({ w: { site: { editor: w } } }: PageCx, id: string, { to, accept, plain }: EditorFiles): Html {
  return html`<div class="editor-foot" data-files="${to}" data-busy="${w.uploading}" data-failed="${w.uploadFailed}"${flag('hidden', !plain)}><label for="${id}-files">${icon('upload')}<span>${w.files}</span></label><input type="file" id="${id}-files"${plain ? html` name="attachment"` : ''} multiple${
    accept.length > 0 ? html` accept="${accept.join(',')}"` : ''}><span class="soft" data-drop-hint hidden>${w.drop}</span></div>`
}
