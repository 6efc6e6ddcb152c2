// Lines of differences in colour: what kind of word each is, and which words changed.
import { type diff, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { words, type Segment } from '../../markup/index.ts'
import { escape, trusted, type Html } from '../../web/index.ts'
import { bytesOf, sizeOf } from '../content/blobs.ts'

export interface InkedLine extends diff.Line {
  html: Html
}
export interface InkedHunk extends Omit<diff.Hunk, 'lines'> {
  lines: InkedLine[]
}

/** What may be coloured on one page: whole files are dear, so above this hunks are taken by themselves, and then nothing. */
export interface InkBudget {
  bytes: number
  lines: number
  /** nothing more is begun after this moment; what was done is remembered, so the next reader gets further */
  until: number
}
export const inkBudget = (): InkBudget => ({ bytes: 500_000, lines: 5_000, until: performance.now() + 1_500 })
const WHOLE = 150_000

export async function ink(cx: Cx, dir: GitDir, file: diff.FileChange, hunks: diff.Hunk[], budget: InkBudget): Promise<InkedHunk[]> {
  const [old, next] = await Promise.all([
    coloured(cx, dir, file.oldPath ?? file.path, file.oldOid, hunks, 'old', budget),
    coloured(cx, dir, file.path, file.newOid, hunks, 'new', budget),
  ])
  return hunks.map((hunk) => ({ ...hunk, lines: inked(hunk.lines, (line) => (line.new !== null ? next(line.new) : old(line.old!)) ?? escape(bare(line.text))) }))
}

const bare = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text)

/** The lines of one side by their numbers. */
async function coloured(cx: Cx, dir: GitDir, path: string, oid: string, hunks: diff.Hunk[], side: 'old' | 'new', budget: InkBudget): Promise<(line: number) => string | undefined> {
  const shown = hunks.flatMap((one) => one.lines.filter((line) => line[side] !== null && (side === 'new' || line.new === null)))
  if (shown.length === 0 || /^0+$/.test(oid) || performance.now() > budget.until) return () => undefined
  const size = (await sizeOf(cx, dir, oid)) ?? Infinity
  if (size <= WHOLE && size <= budget.bytes) {
    budget.bytes -= size
    const lines = await cx.markup.highlight((await bytesOf(cx, dir, oid, WHOLE)).toString('utf8'), path)
    return (line) => lines[line - 1]
  }
  if (shown.length > budget.lines) return () => undefined
  budget.lines -= shown.length
  const text = shown.map((line) => bare(line.text))
  const lines = await cx.markup.highlight(`${text.join('\n')}\n`, path)
  const known = new Map(shown.map((line, i) => [line[side]!, lines[i]]))
  return (line) => known.get(line)
}

/** Removed lines and the added ones that follow them are held against each other, word by word. */
export function inked(lines: diff.Line[], colour: (line: diff.Line) => string): InkedLine[] {
  const made = lines.map((line): InkedLine => ({ ...line, html: trusted(colour(line)) }))
  for (let at = 0; at < made.length; ) {
    const removed = run(made, at, 'removed')
    const added = run(made, at + removed, 'added')
    for (let i = 0; i < Math.min(removed, added) && removed + added <= 400; i++) mark(made[at + i], made[at + removed + i])
    at += Math.max(removed + added, 1)
  }
  return made
}

function run(lines: diff.Line[], from: number, kind: diff.Line['kind']): number {
  let n = 0
  while (lines[from + n]?.kind === kind) n++
  return n
}

function mark(old: InkedLine, next: InkedLine): void {
  const { before, after } = words(bare(old.text), bare(next.text))
  old.html = trusted(marked(old.html.text, before))
  next.html = trusted(marked(next.html.text, after))
}

/** Marks go into coloured text so that they never cross its tags; `segments` together are that text. */
export function marked(html: string, segments: Segment[]): string {
  if (!segments.some((one) => one.changed)) return html
  let out = ''
  let at = 0
  let left = segments[0].text.length
  let open = false
  const to = (wanted: boolean) => {
    if (open !== wanted) out += wanted ? '<mark>' : '</mark>'
    open = wanted
  }
  const put = (piece: string, length: number) => {
    while (left === 0 && at < segments.length - 1) left = segments[++at].text.length
    to(segments[at].changed)
    out += piece
    left -= length
  }
  for (const [piece] of html.matchAll(/<[^>]*>|&[^;]*;|[^<&]+/g)) {
    if (piece[0] === '<') {
      to(false)
      out += piece
    } else if (piece[0] === '&') put(piece, 1)
    else {
      for (let i = 0; i < piece.length; ) {
        while (left === 0 && at < segments.length - 1) left = segments[++at].text.length
        const length = left > 0 ? Math.min(left, piece.length - i) : piece.length - i
        put(piece.slice(i, i + length), length)
        i += length
      }
    }
  }
  to(false)
  return out
}
