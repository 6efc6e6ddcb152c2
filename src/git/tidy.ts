// Keeping a repository quick to read: loose objects into packs, refs into one file, what nobody points at away.
import { extraConfig } from './env.ts'
import { run, type Git, type GitDir } from './run.ts'

// whoever writes an object points a ref at it long before it is this old
const KEEP = '--prune=2.weeks.ago'

/** Packs everything anew. */
export async function pack(git: Git, dir: GitDir, timeoutMs = 3_600_000): Promise<void> {
  await run(git, dir, ['gc', '--quiet', KEEP], { lane: 'heavy', timeoutMs })
}

/** Packs if much has gathered loose, as git itself would judge. */
export async function packIfNeeded(git: Git, dir: GitDir, timeoutMs = 3_600_000): Promise<void> {
  await run(git, dir, ['gc', '--auto', '--quiet', KEEP], { lane: 'heavy', timeoutMs, env: extraConfig([['gc.auto', '2000'], ['gc.autoDetach', 'false']]) })
}
