// Which words of a changed line changed, for diffs.
import { diffArrays } from 'diff/lib/diff/array.js'

export interface Segment {
  text: string
  changed: boolean
}

const LINE_LIMIT = 2_000
/** Words that may differ before the lines count as different altogether. */
const EDIT_LIMIT = 60
/** Of the longer line; below it, marks would confuse more than they show. */
const LIKENESS = 0.25

/** Both lines in segments; put together they are the lines. Unlike or very long lines come back unmarked. */
export function words(before: string, after: string): { before: Segment[]; after: Segment[] } {
  const unmarked = { before: segment(before), after: segment(after) }
  if (before === after || before.length > LINE_LIMIT || after.length > LINE_LIMIT) return unmarked
  const changes = diffArrays(split(before), split(after), { maxEditLength: EDIT_LIMIT })
  if (!changes) return unmarked
  const marked: { before: Segment[]; after: Segment[] } = { before: [], after: [] }
  let same = 0
  for (const { value, added, removed } of changes) {
    const text = value.join('')
    if (!added) append(marked.before, { text, changed: removed })
    if (!removed) append(marked.after, { text, changed: added })
    if (!added && !removed) same += text.trim().length
  }
  return same >= LIKENESS * Math.max(before.trim().length, after.trim().length) ? marked : unmarked
}

function append(segments: Segment[], more: Segment): void {
  const last = segments.at(-1)
  if (last?.changed === more.changed) last.text += more.text
  else segments.push(more)
}

const segment = (text: string): Segment[] => (text === '' ? [] : [{ text, changed: false }])

/** Words, runs of blanks, and every other character by itself. */
const split = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? []
