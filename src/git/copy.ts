// One repository's branches and tags into another folder, with exactly the objects they need.
import { allowProtocols } from './env.ts'
import { forgetRefs } from './refs.ts'
import { run, type Git, type GitDir } from './run.ts'

/** Takes over all branches and tags; the target keeps no link to the source. */
export async function copy(git: Git, from: GitDir, to: GitDir, options: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<void> {
  const wanted = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']
  await run(git, to, ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--end-of-options', from.path, ...wanted],
    { env: allowProtocols('file'), timeoutMs: options.timeoutMs ?? 600_000, signal: options.signal, lane: 'heavy' })
  forgetRefs(git, to)
}
