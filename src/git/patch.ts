// Reads a patch as git prints it into files, hunks and lines.

export interface Line {
  kind: 'context' | 'added' | 'removed'
  /** Line numbers on the two sides, where the line is there. */
  old: number | null
  new: number | null
  text: string
  /** The file ends here without a line break. */
  noEol?: true
}

export interface Hunk {
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  /** What git prints behind the numbers: mostly the function it is in. */
  heading: string
  lines: Line[]
}

export interface FilePatch {
  /** The first letters of the two contents' ids, where the contents differ. */
  contents?: [old: string, next: string]
  binary: boolean
  hunks: Hunk[]
  /** Lines were left out because there were too many. */
  truncated: boolean
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/

/** One entry per "diff --git" section, in order. */
export function parsePatch(text: string, limits: { maxLines?: number } = {}): FilePatch[] {
  const max = limits.maxLines ?? Infinity
  const files: FilePatch[] = []
  const rows = text.split('\n')
  let file: FilePatch | null = null
  let taken = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (row.startsWith('diff --git ')) {
      files.push((file = { binary: false, hunks: [], truncated: false }))
      taken = 0
      continue
    }
    if (!file) continue
    const index = file.hunks.length === 0 && /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(row)
    if (index) file.contents = [index[1], index[2]]
    if (row.startsWith('Binary files ') || row === 'GIT binary patch') file.binary = true
    const match = HUNK.exec(row)
    if (!match) continue
    const hunk: Hunk = { oldStart: Number(match[1]), oldLines: Number(match[2] ?? 1), newStart: Number(match[3]), newLines: Number(match[4] ?? 1), heading: match[5], lines: [] }
    i = readHunk(rows, i + 1, hunk)
    if (taken + hunk.lines.length > max) {
      file.truncated = true
      continue
    }
    taken += hunk.lines.length
    file.hunks.push(hunk)
  }
  return files
}

// counts decide where a hunk ends, since its lines may look like anything
function readHunk(rows: string[], from: number, hunk: Hunk): number {
  let old = hunk.oldStart
  let next = hunk.newStart
  let at = from
  for (; at < rows.length && (old < hunk.oldStart + hunk.oldLines || next < hunk.newStart + hunk.newLines || rows[at].startsWith('\\')); at++) {
    const row = rows[at]
    const text = row.slice(1)
    if (row[0] === '+') hunk.lines.push({ kind: 'added', old: null, new: next++, text })
    else if (row[0] === '-') hunk.lines.push({ kind: 'removed', old: old++, new: null, text })
    else if (row[0] === ' ') hunk.lines.push({ kind: 'context', old: old++, new: next++, text })
    else if (row[0] === '\\') { if (hunk.lines.length) hunk.lines[hunk.lines.length - 1].noEol = true }
    else break
  }
  return at - 1
}
