// Looking for a text in the files of a commit.
import { GitError, paths, rev, run, type Git, type GitDir } from './run.ts'

export interface Match {
  path: string
  lines: { line: number; text: string }[]
}

export interface GrepOptions {
  /** the text as a whole word only */
  word?: boolean
  /** letters count as they are written */
  exact?: boolean
  /** a folder or file to stay in */
  path?: string
  /** lines of one file */
  perFile?: number
  timeoutMs?: number
}

const LINE = 400

/** Files that hold a text, in the order of their paths; null where it is found too often or takes too long. Binary files are left out. */
export async function grep(git: Git, dir: GitDir, commit: string, text: string, options: GrepOptions = {}): Promise<Match[] | null> {
  const args = ['grep', '-I', '-n', '-z', '--full-name', '--no-color', '--fixed-strings', ...(options.exact ? [] : ['--ignore-case']), ...(options.word ? ['--word-regexp'] : []),
    `--max-count=${Math.trunc(options.perFile ?? 5)}`, '-f', '-', rev(dir, commit), ...paths(...(options.path ? [options.path] : []))]
  try {
    const { stdout } = await run(git, dir, args, { stdin: `${text.replace(/[\0\r\n]/g, ' ')}\n`, ok: [0, 1], maxOutput: 4 * 1024 * 1024, timeoutMs: options.timeoutMs ?? 10_000 })
    return parse(stdout.toString('utf8'), `${commit}:`)
  } catch (error) {
    if (error instanceof GitError && (error.reason === 'output' || error.reason === 'timeout')) return null
    throw error
  }
}

/** Rows of `commit:path NUL line NUL text`. */
function parse(out: string, prefix: string): Match[] {
  const found = new Map<string, Match>()
  for (const row of out.split('\n')) {
    const [name, line, ...text] = row.split('\0')
    if (line === undefined || !name.startsWith(prefix)) continue
    const path = name.slice(prefix.length)
    const match = found.get(path) ?? { path, lines: [] }
    match.lines.push({ line: Number(line), text: text.join('').slice(0, LINE) })
    found.set(path, match)
  }
  return [...found.values()]
}
