// Looking for a text in the files of a commit, and what an index reads to be faster at it.
import { isAscii } from 'node:buffer'
import type { Readable } from 'node:stream'
import { Lane } from './lane.ts'
import { GitError, paths, rev, run, type Git, type GitDir } from './run.ts'
import { output } from './stream.ts'

export interface Match {
  path: string
  /** `at`: bytes before the first place where it was found */
  lines: { line: number; text: string; at: number }[]
}

export interface GrepOptions {
  /** the text as a whole word only */
  word?: boolean
  /** letters count as they are written */
  exact?: boolean
  /** an extended regular expression rather than a text */
  regexp?: boolean
  /** folders or files to stay in; all where there are none */
  paths?: string[]
  /** lines of one file */
  perFile?: number
  timeoutMs?: number
}

/** Lines longer than this do not come whole. */
const LINE = 20_000

/** It is no regular expression, as git says. */
export class PatternError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PatternError'
  }
}

const LANE = Symbol('regular expressions')
/** Some take as long as they may, and must keep nobody else waiting but their like. */
const laneOf = (git: Git) => git.state(LANE, () => new Lane(2, 20))

/** Files that hold a text, in the order of their paths; null where it is found too often or takes too long. Binary files are left out. */
export async function grep(git: Git, dir: GitDir, commit: string, text: string, options: GrepOptions = {}): Promise<Match[] | null> {
  const args = ['grep', '-I', '-n', '-z', '--column', '--full-name', '--no-color', options.regexp ? '--extended-regexp' : '--fixed-strings', ...(options.exact ? [] : ['--ignore-case']), ...(options.word ? ['--word-regexp'] : []),
    `--max-count=${Math.trunc(options.perFile ?? 5)}`, '-f', '-', rev(dir, commit), ...paths(...(options.paths ?? []))]
  const bounds = { ok: [0, 1], maxOutput: 4 * 1024 * 1024, timeoutMs: options.timeoutMs ?? 10_000 }
  const leave = options.regexp ? await laneOf(git).enter() : () => {}
  try {
    const stdin = options.regexp ? `${plain(text)}\n` : patterns(text, options.exact ?? false)
    const { stdout } = await run(git, dir, args, { stdin, ...bounds, ...(options.regexp ? { lane: 'free', memory: MEMORY, env: LETTERS } : {}) })
    return parse(stdout.toString('utf8'), `${commit}:`)
  } catch (error) {
    if (error instanceof GitError && (error.reason === 'output' || error.reason === 'timeout')) return null
    const wrong = error instanceof GitError && options.regexp ? /^fatal: (?:In '-' at \d+, |command line, )?'.*': ([^\n]+)$/m.exec(error.stderr) : null
    throw wrong ? new PatternError(wrong[1]) : error
  } finally {
    leave()
  }
}

const MEMORY = 256 * 1024 * 1024
/** so that a letter is one, however many bytes it has */
const LETTERS = { LC_ALL: 'C.UTF-8' }
const plain = (text: string) => text.replace(/[\0\r\n]/g, ' ')

/** One a line, any of which counts: in git's eyes only plain letters have two cases. */
function patterns(text: string, exact: boolean): string {
  const words = plain(text)
  const all = exact || isAscii(Buffer.from(words)) ? [words] : [words, words.toLowerCase(), words.toUpperCase()]
  return [...new Set(all)].map((one) => `${one}\n`).join('')
}

/** Rows of `commit:path NUL line NUL column NUL text`. */
function parse(out: string, prefix: string): Match[] {
  const found = new Map<string, Match>()
  for (const row of out.split('\n')) {
    const [name, line, column, ...text] = row.split('\0')
    if (column === undefined || !name.startsWith(prefix)) continue
    const path = name.slice(prefix.length)
    const match = found.get(path) ?? { path, lines: [] }
    match.lines.push({ line: Number(line), text: text.join('').slice(0, LINE), at: Number(column) - 1 })
    found.set(path, match)
  }
  return [...found.values()]
}

export type Indexed =
  /** rows of all files below a tree */
  | { tree: string }
  /** ids, one a line: a row with kind and size for each */
  | { sizes: Uint8Array }
  /** the same, each followed by its content */
  | { contents: Uint8Array }

const NO_LIMIT = 3_600_000

/** What git writes of many objects at once, as it comes. */
export function reading(git: Git, dir: GitDir, what: Indexed): Promise<Readable> {
  if ('tree' in what) return output(git, dir, ['ls-tree', '-r', '-z', '--end-of-options', rev(dir, what.tree)], { timeoutMs: NO_LIMIT })
  const [verb, ids] = 'sizes' in what ? ['--batch-check', what.sizes] : ['--batch', what.contents]
  return output(git, dir, ['cat-file', verb, '--buffer'], { stdin: Buffer.from(ids), timeoutMs: NO_LIMIT })
}

export interface Changed {
  path: string
  /** 000000 where it is gone */
  mode: string
  oid: string
}

/** Files that differ between two commits; null where there are many, or one of the commits is gone. */
export async function changedFiles(git: Git, dir: GitDir, from: string, to: string): Promise<Changed[] | null> {
  try {
    const { stdout } = await run(git, dir, ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--end-of-options', rev(dir, from), rev(dir, to)], { maxOutput: 256 * 1024, timeoutMs: 5000 })
    const words = stdout.toString('utf8').split('\0')
    const found: Changed[] = []
    for (let i = 0; i + 1 < words.length; i += 2) {
      const [, mode, , oid] = words[i].slice(1).split(' ')
      found.push({ path: words[i + 1], mode, oid })
    }
    return found
  } catch (error) {
    if (error instanceof GitError && error.reason !== 'aborted') return null
    throw error
  }
}
