// Who last changed each line of a file.
import { paths, rev, run, type Git, type GitDir } from './run.ts'

/** Lines that follow one another and come from the same commit. */
export interface BlameGroup {
  oid: string
  /** First line in the file asked for, from 1. */
  line: number
  lines: string[]
  /** Where they were in that commit. */
  originalLine: number
  originalPath: string
  /** What the commit changed, to look further back. */
  previous: { oid: string; path: string } | null
}

export interface BlameOptions {
  from?: number
  to?: number
  /** Commits that only moved or reformatted. */
  ignore?: string[]
  maxOutput?: number
  signal?: AbortSignal
}

/** The groups of a file in a commit; throws GitError if it has no such file. */
export async function blame(git: Git, dir: GitDir, commit: string, path: string, options: BlameOptions = {}): Promise<BlameGroup[]> {
  const args = ['blame', '--porcelain']
  const whole = (x: number) => Math.max(1, Math.trunc(x))
  if (options.from !== undefined || options.to !== undefined) args.push(`-L${whole(options.from ?? 1)},${options.to === undefined ? '' : whole(options.to)}`)
  for (const oid of options.ignore ?? []) args.push(`--ignore-rev=${rev(dir, oid)}`)
  args.push(rev(dir, commit), ...paths(path))
  const key = `${dir.path}\0blame\0${args.join('\0')}`
  const known = git.memory.get(key) as BlameGroup[] | undefined
  if (known) return known
  const { stdout } = await run(git, dir, args, { maxOutput: options.maxOutput ?? 32 * 1024 * 1024, signal: options.signal })
  const groups = parse(stdout.toString('utf8'), path)
  if (!dir.quarantine) git.memory.set(key, groups, stdout.length * 2)
  return groups
}

function parse(text: string, path: string): BlameGroup[] {
  const groups: BlameGroup[] = []
  // said once per commit and then left out
  const origin = new Map<string, { path: string; previous: BlameGroup['previous'] }>()
  let group: BlameGroup | null = null
  for (const row of text.split('\n')) {
    if (row.startsWith('\t')) {
      group!.lines.push(row.slice(1))
      continue
    }
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)(?: (\d+))?$/.exec(row)
    if (head) {
      if (head[4] === undefined) continue
      const known = origin.get(head[1])
      group = { oid: head[1], line: Number(head[3]), lines: [], originalLine: Number(head[2]), originalPath: known?.path ?? path, previous: known?.previous ?? null }
      groups.push(group)
    } else if (group && row.startsWith('filename ')) {
      group.originalPath = unquoted(row.slice(9))
      origin.set(group.oid, { path: group.originalPath, previous: group.previous })
    } else if (group && row.startsWith('previous ')) {
      const space = row.indexOf(' ', 9)
      group.previous = { oid: row.slice(9, space), path: unquoted(row.slice(space + 1)) }
    }
  }
  return groups
}

// git quotes names with quotes, backslashes or control characters in them
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name
  const bytes: number[] = []
  const plain: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }
  for (const [, escape, other] of name.slice(1, -1).matchAll(/\\([0-7]{3}|.)|([^\\]+)/g)) {
    if (other !== undefined) bytes.push(...Buffer.from(other))
    else if (/^[0-7]{3}$/.test(escape)) bytes.push(parseInt(escape, 8))
    else bytes.push(...Buffer.from(plain[escape] ?? escape))
  }
  return Buffer.from(bytes).toString('utf8')
}
