// What an editor changed, before there is a commit of it.
import { structuredPatch } from 'diff/lib/patch/create.js'
import type { diff } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { inked } from './ink.ts'
import type { Diff } from './verbs.ts'

/** Lines that may differ before it is given up. */
const EDITS = 5_000

/** Undefined where too much differs to be shown. */
export async function ofTexts(cx: Cx, path: string, before: string, after: string): Promise<Diff | undefined> {
  const made = structuredPatch(path, path, before, after, '', '', { context: 3, maxEditLength: EDITS })
  if (!made) return undefined
  const [old, next] = await Promise.all([cx.markup.highlight(before, path), cx.markup.highlight(after, path)])
  const hunks = made.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const hunk: diff.Hunk = { oldStart, oldLines, newStart, newLines, heading: '', lines: numbered(lines, oldStart, newStart) }
    return { ...hunk, lines: inked(hunk.lines, (line) => (line.new !== null ? next[line.new - 1] : old[line.old! - 1]) ?? '') }
  })
  const count = (kind: string) => hunks.flatMap((one) => one.lines).filter((one) => one.kind === kind).length
  const [additions, deletions] = [count('added'), count('removed')]
  const file = { path, status: before === '' ? ('added' as const) : ('modified' as const), additions, deletions, binary: false, oldMode: '100644', newMode: '100644', oldOid: 'before', newOid: 'after', n: 0, hunks, truncated: false }
  return { from: null, to: '', files: hunks.length > 0 ? [file] : [], total: hunks.length > 0 ? 1 : 0, additions, deletions }
}

function numbered(rows: readonly string[], oldStart: number, newStart: number): diff.Line[] {
  const lines: diff.Line[] = []
  let [old, next] = [oldStart, newStart]
  for (const row of rows) {
    const text = row.slice(1)
    if (row[0] === '+') lines.push({ kind: 'added', old: null, new: next++, text })
    else if (row[0] === '-') lines.push({ kind: 'removed', old: old++, new: null, text })
    else if (row[0] === ' ') lines.push({ kind: 'context', old: old++, new: next++, text })
    else if (lines.length > 0) lines.at(-1)!.noEol = true
  }
  return lines
}
