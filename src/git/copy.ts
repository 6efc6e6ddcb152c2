// One repository's branches and tags into another folder, with exactly the objects they need.
import { allowProtocols } from './env.ts'
import { forgetRefs, validRefName } from './refs.ts'
import { run, type Git, type GitDir } from './run.ts'

interface Options {
  timeoutMs?: number
  signal?: AbortSignal
}

const fetched = (git: Git, from: GitDir, to: GitDir, wanted: string[], options: Options) =>
  run(git, to, ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--end-of-options', from.path, ...wanted],
    { env: allowProtocols('file'), timeoutMs: options.timeoutMs ?? 600_000, signal: options.signal, lane: 'heavy' })

/** Takes over all branches and tags; the target keeps no link to the source. */
export async function copy(git: Git, from: GitDir, to: GitDir, options: Options = {}): Promise<void> {
  await fetched(git, from, to, ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'], options)
  forgetRefs(git, to)
}

/** Brings the objects of one ref over and points nothing at them yet. */
export async function bring(git: Git, from: GitDir, to: GitDir, ref: string, options: Options = {}): Promise<void> {
  if (!validRefName(ref)) throw new TypeError(`not a ref name: ${JSON.stringify(ref)}`)
  await fetched(git, from, to, [ref], options)
}
