// A commit's files as one download, or its history as a bundle.
import type { Readable } from 'node:stream'
import { validRefName } from './refs.ts'
import { treeOf } from './diff.ts'
import { paths, rev, type Git, type GitDir } from './run.ts'
import { output } from './stream.ts'
import { TooMany, weigh } from './weight.ts'

export interface ArchiveOptions {
  format: 'zip' | 'tar' | 'tar.gz'
  /** The folder everything lies in; nothing else may be in the name. */
  prefix?: string
  /** Only these folders or files. */
  paths?: string[]
  signal?: AbortSignal
}

const MOST_FILES = 2_000_000
const MEMORY = 1024 * 1024 * 1024

/** The files of a commit or tree; throws TooMany. */
export async function archive(git: Git, dir: GitDir, oid: string, options: ArchiveOptions): Promise<Readable> {
  const args = ['archive', `--format=${options.format}`]
  if (options.prefix) {
    if (/[\0\r\n/\\]|^\.{1,2}$/.test(options.prefix)) throw new TypeError('not a folder name')
    args.push(`--prefix=${options.prefix}/`)
  }
  // git walks through all of them, also where it shall take a few
  if ((await weigh(git, dir, await treeOf(git, dir, oid))) > MOST_FILES) throw new TooMany()
  return output(git, dir, [...args, rev(dir, oid), ...paths(...(options.paths ?? []))], { signal: options.signal, memory: MEMORY })
}

export interface Tip {
  /** Full ref name under which a clone of the bundle finds it. */
  ref: string
  oid: string
}

/** History up to the tips, without what `not` already has, as a file git can clone or fetch from. */
export async function bundle(git: Git, dir: GitDir, tips: Tip[], options: { not?: string[]; signal?: AbortSignal } = {}): Promise<Readable> {
  if (tips.length === 0) throw new TypeError('a bundle needs a tip')
  const not = options.not ?? []
  let head = dir.format === 'sha1' ? '# v2 git bundle\n' : '# v3 git bundle\n@object-format=sha256\n'
  for (const oid of not) head += `-${rev(dir, oid)}\n`
  for (const { ref, oid } of tips) {
    if (ref !== 'HEAD' && !validRefName(ref)) throw new TypeError(`not a ref name: ${JSON.stringify(ref)}`)
    head += `${rev(dir, oid)} ${ref}\n`
  }
  // the header is simple and ours, so a commit no ref points at can be bundled as well
  const revisions = [...tips.map((x) => x.oid), ...not.map((x) => `^${x}`)].join('\n') + '\n'
  return output(git, dir, ['pack-objects', '--revs', '--stdout', '--delta-base-offset', '--quiet', ...(not.length ? ['--thin'] : [])],
    { stdin: revisions, head: Buffer.from(`${head}\n`), signal: options.signal })
}
