// Differences as a part of a page: commits, comparisons and pull requests show the same.
import { html, icon, menu, menuLink, pathOf, withQuery, type Content, type Html, type PageCx } from '../../web/index.ts'
import { splitRows, unifiedRows } from './rows.ts'
import { diffStyle, diffSwitches, type DiffStyle } from './style.ts'
import type { Diff, DiffFile } from './verbs.ts'

/** A line that something can be said about. Context lines are told by their new side. */
export interface LineAt {
  file: DiffFile
  side: 'old' | 'new'
  /** its number on that side */
  line: number
  /** its number on both sides, where it is there */
  old: number | null
  new: number | null
}

export interface DiffViewOptions {
  /** the repository's html_url */
  home: string
  style?: DiffStyle
  /** a small control at the start of a line, such as the button that begins a comment */
  gutter?(at: LineAt): Content
  /** what stands under a line, such as its threads; nothing when it is empty */
  under?(at: LineAt): Content
  /** what stands in the head of a file beside the menu */
  tools?(file: DiffFile): Content
  /** what stands between a file's head and its lines, such as threads about the whole file or about lines that are no longer shown */
  above?(file: DiffFile): Content
  /** closed at first: seen already */
  closed?(file: DiffFile): boolean
  /** the whole row over the files is left out */
  bare?: boolean
}

/** The page needs `islands: ['diff']`, `wide: true` and diffHeaders() in its sheet. */
export function diffView(page: PageCx, diff: Diff, options: DiffViewOptions): Html {
  const w = page.w.code.diff
  if (diff.files.length === 0) return html`<div class="empty">${icon('diff')}<h2>${diff.tooMany ? w.tooMany : w.none}</h2></div>`
  const style = options.style ?? diffStyle(page)
  return html`${!options.bare && html`<div class="row between diff-sum"><p>${w.changed(diff.total)} ${w.with} <b class="tone-good">${w.additions(diff.additions)}</b> ${w.and} <b class="tone-bad">${w.deletions(diff.deletions)}</b></p>${diffSwitches(page)}</div>`}
  ${page.query.file && diff.total > 1 && html`<p class="notice info">${w.onlyOne} <a href="${withQuery(page, { file: undefined, context: undefined })}">${w.showAll}</a></p>`}
  <div class="diff ${diff.files.length > 1 ? 'with-nav' : ''}">${diff.files.length > 1 && nav(page, diff)}<div class="diff-files">${diff.files.map((one) => fileView(page, diff, one, style, options))}
  ${diff.files.length < diff.total && !page.query.file && html`<p class="notice warn">${w.moreFiles(diff.total - diff.files.length)}</p>`}</div></div>`
}

function nav(page: PageCx, diff: Diff): Html {
  const w = page.w.code.diff
  return html`<nav class="diff-nav" aria-label="${w.files}"><details open><summary>${w.files} <span class="count">${diff.total}</span></summary><ol>${diff.files.map((one) => {
    const slash = one.path.lastIndexOf('/') + 1
    return html`<li><a href="#diff-${one.n}" title="${one.path}"><span class="state ${one.status}" title="${w.statuses[one.status]}">${w.letters[one.status]}</span><span class="cut"><b>${one.path.slice(slash)}</b> <span class="soft">${one.path.slice(0, Math.max(slash - 1, 0))}</span></span></a></li>`
  })}</ol></details></nav>`
}

function fileView(page: PageCx, diff: Diff, file: DiffFile, style: DiffStyle, options: DiffViewOptions): Html {
  const w = page.w.code.diff
  const id = `diff-${file.n}`
  const closed = options.closed?.(file) ?? false
  return html`<article class="box diff-file" id="${id}" aria-label="${file.path}"><header class="box-head">
    <span class="grow diff-name">${file.oldPath && file.oldPath !== file.path && html`<bdi class="soft">${file.oldPath}</bdi> → `}<bdi>${file.path}</bdi>
      <button type="button" class="button icon small" data-copy="${file.path}" aria-label="${w.copyPath}" title="${w.copyPath}">${icon('copy')}</button></span>
    ${modes(page, file)}<span class="nowrap numbers small"><span class="tone-good">+${file.additions}</span> <span class="tone-bad">−${file.deletions}</span> ${bar(file)}</span>
    ${options.tools?.(file)}${diff.to !== '' && menu(icon('dots'), w.menu(file.path), links(page, diff, file, options.home))}</header>
    <details class="fold"${closed ? '' : html` open`}><summary class="button icon small" aria-label="${w.fold(file.path)}">${icon('chevron')}</summary>${options.above?.(file)}${body(page, diff, file, style, options)}</details></article>`
}

function links(page: PageCx, diff: Diff, file: DiffFile, home: string): Content[] {
  const w = page.w.code.diff
  const at = (commit: string, path: string) => `${home}/src/commit/${commit}/${pathOf(path)}`
  const whole = withQuery(page, { file: file.path, context: 'all' })
  return [
    file.status !== 'deleted' && menuLink(at(diff.to, file.path), w.view, 'file'),
    file.status !== 'added' && diff.from && menuLink(at(diff.from, file.oldPath ?? file.path), w.viewOld, 'history'),
    !file.binary && file.status !== 'added' && file.status !== 'deleted' && html`<a class="menu-item" href="${whole}#diff-${file.n}" data-load="diff-${file.n}">${icon('code')}${w.wholeFile}</a>`,
  ]
}

function modes({ w }: PageCx, file: DiffFile): Content {
  const words = w.code.diff
  if (file.newMode === '160000' || file.oldMode === '160000') return html`<span class="badge quiet">${words.submodule}</span>`
  if (file.newMode === '120000' || file.oldMode === '120000') return html`<span class="badge quiet">${words.symlink}</span>`
  return file.status !== 'added' && file.status !== 'deleted' && file.oldMode !== file.newMode && html`<span class="badge quiet mono" title="${words.mode}">${file.oldMode} → ${file.newMode}</span>`
}

/** Five squares: how much of the change adds and removes. */
function bar({ additions, deletions }: DiffFile): Html {
  const total = additions + deletions
  const filled = Math.min(total, 5)
  const green = total === 0 ? 0 : Math.round((filled * additions) / total)
  return html`<svg class="diff-bar" width="49" height="9" viewBox="0 0 49 9" aria-hidden="true">${[0, 1, 2, 3, 4].map((i) => html`<rect x="${i * 10}" y="0" width="9" height="9" rx="2" class="${i < green ? 'add' : i < filled ? 'cut' : 'rest'}"/>`)}</svg>`
}

const picture = /\.(png|jpe?g|gif|webp|avif|bmp|ico)$/i

function body(page: PageCx, diff: Diff, file: DiffFile, style: DiffStyle, options: DiffViewOptions): Content {
  const w = page.w.code.diff
  const says = (words: Content) => html`<p class="diff-note">${words}</p>`
  if (file.folded) return says(html`${w.folded[file.folded]} <a class="button small" href="${withQuery(page, { file: file.path })}#diff-${file.n}" data-load="diff-${file.n}">${w.load}</a>`)
  if (file.binary && picture.test(file.path)) return pictures(page, diff, file, options.home)
  if (file.binary) return says(w.binary)
  if (file.hunks.length === 0 && file.truncated) return says(w.tooLong)
  if (file.hunks.length === 0) {
    if (file.status === 'renamed' || file.status === 'copied') return says(w.renamedOnly)
    return says(file.oldOid === file.newOid ? w.modeOnly : file.additions + file.deletions === 0 ? w.emptyFile : w.blanksOnly)
  }
  const columns = style === 'split'
    ? html`<colgroup><col class="n"><col class="s"><col><col class="n"><col class="s"><col></colgroup>`
    : html`<colgroup><col class="n"><col class="n"><col class="s"><col></colgroup>`
  return html`<div class="diff-scroll"${style === 'split' ? html` tabindex="0"` : ''}><table class="code diff-lines ${style === 'split' ? 'beside' : 'stacked'}">${columns}<tbody>${style === 'split' ? splitRows(page, file, options) : unifiedRows(page, file, options)}</tbody></table></div>${file.truncated && says(w.truncated)}`
}

function pictures(page: PageCx, diff: Diff, file: DiffFile, home: string): Html {
  const w = page.w.code.diff
  const one = (commit: string | null, path: string, words: string) => commit && html`<figure><figcaption>${words}</figcaption><img src="${home}/raw/commit/${commit}/${pathOf(path)}" alt="${words}: ${path}" loading="lazy"></figure>`
  return html`<div class="diff-pictures">${file.status !== 'added' && one(diff.from, file.oldPath ?? file.path, w.before)}${file.status !== 'deleted' && one(diff.to, file.path, w.after)}</div>`
}
