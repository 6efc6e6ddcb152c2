// The lines of one file's differences as rows of a table.
import { html, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { DiffViewOptions, LineAt } from './diff-view.ts'
import type { DiffFile, InkedHunk, InkedLine } from './verbs.ts'

const kinds = { context: '', added: 'add', removed: 'cut' }
const signs = { context: ' ', added: '+', removed: '−' }

const atOf = (file: DiffFile, line: InkedLine): LineAt => {
  const side = line.kind === 'removed' ? 'old' : 'new'
  return { file, side, line: line[side]!, old: line.old, new: line.new }
}

const number = (file: DiffFile, side: 'L' | 'R', n: number | null) => (n === null ? html`<td class="n"></td>` : html`<td class="n" id="diff-${file.n}${side}${n}">${n}</td>`)

const text = (page: PageCx, line: InkedLine) => html`<td class="l">${line.html}${line.noEol && html`<span class="no-eol" title="${page.w.code.diff.noEol}">⏎</span>`}</td>`

const head = (hunk: InkedHunk, before: number, span: number) =>
  html`<tr class="hunk"><td class="n" colspan="${before}"></td><td class="l" colspan="${span}">@@ −${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@ ${hunk.heading}</td></tr>`

export function unifiedRows(page: PageCx, file: DiffFile, { gutter, under }: DiffViewOptions): Html[] {
  return file.hunks.flatMap((hunk) => [
    head(hunk, 2, 2),
    ...hunk.lines.map((line) => {
      const at = gutter || under ? atOf(file, line) : undefined
      const below = at && under?.(at)
      return html`<tr class="${kinds[line.kind]}">${number(file, 'L', line.old)}${number(file, 'R', line.new)}<td class="s">${signs[line.kind]}${at && gutter?.(at)}</td>${text(page, line)}</tr>${isThere(below) && html`<tr class="under"><td colspan="4">${below}</td></tr>`}`
    }),
  ])
}

export function splitRows(page: PageCx, file: DiffFile, { gutter, under }: DiffViewOptions): Html[] {
  const cell = (line: InkedLine | undefined, side: 'old' | 'new') => {
    if (!line) return html`<td class="n none"></td><td class="s none"></td><td class="l none"></td>`
    const talks = line.kind !== 'context' || side === 'new'
    return html`<td class="n ${kinds[line.kind]}" id="diff-${file.n}${side === 'old' ? 'L' : 'R'}${line[side]}">${line[side]}</td><td class="s ${kinds[line.kind]}">${signs[line.kind]}${talks && gutter?.(atOf(file, line))}</td>${
      html`<td class="l ${kinds[line.kind]}">${line.html}${line.noEol && html`<span class="no-eol" title="${page.w.code.diff.noEol}">⏎</span>`}</td>`}`
  }
  return file.hunks.flatMap((hunk) => [
    head(hunk, 1, 5),
    ...sides(hunk.lines).map(([old, next]) => {
      const left = under && old && old.kind === 'removed' ? under(atOf(file, old)) : undefined
      const right = under && next ? under(atOf(file, next)) : undefined
      return html`<tr>${cell(old, 'old')}${cell(next, 'new')}</tr>${(isThere(left) || isThere(right)) && html`<tr class="under"><td colspan="3">${left}</td><td colspan="3">${right}</td></tr>`}`
    }),
  ])
}

const isThere = (content: Content) => content !== undefined && content !== null && content !== false && content !== '' && !(Array.isArray(content) && content.length === 0)

/** Removed lines beside the added ones that follow them; what has no partner stands alone. */
export function sides(lines: InkedLine[]): [old: InkedLine | undefined, next: InkedLine | undefined][] {
  const pairs: [InkedLine | undefined, InkedLine | undefined][] = []
  let removed: InkedLine[] = []
  let added: InkedLine[] = []
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) pairs.push([removed[i], added[i]])
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush()
      removed.push(line)
    } else if (line.kind === 'added') added.push(line)
    else {
      flush()
      pairs.push([line, line])
    }
  }
  flush()
  return pairs
}
