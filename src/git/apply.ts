// A patch applied to a tree: in an index of its own, no work tree, nothing kept unless all of it fits.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extraConfig } from './env.ts'
import { create, discard, migrate } from './quarantine.ts'
import { GitError, rev, run, type Git, type GitDir } from './run.ts'

/** The patch does not fit, or is none; says why in git's words. */
export class PatchError extends Error {}

/** The tree that a patch makes of another; null stands for no files. */
export async function applied(git: Git, dir: GitDir, tree: string | null, patch: string): Promise<string> {
  const quarantine = await create(dir)
  const shadow: GitDir = { ...dir, quarantine: quarantine.path }
  // what lies in the quarantine is flushed when it is let in
  const env = { ...extraConfig([['core.fsync', 'none']]), GIT_INDEX_FILE: join(quarantine.path, 'index') }
  try {
    if (tree !== null) await run(git, shadow, ['read-tree', rev(dir, tree)], { env })
    await run(git, shadow, ['apply', '--cached', '--whitespace=nowarn', '-'], { env, stdin: patch })
    const { stdout } = await run(git, shadow, ['write-tree'], { env })
    await rm(env.GIT_INDEX_FILE, { force: true })
    await migrate(dir, quarantine, git.durable)
    return rev(dir, stdout.toString().trim())
  } catch (error) {
    if (error instanceof GitError && error.command === 'apply' && error.reason === 'exit') throw new PatchError(error.stderr.split('\n')[0].replace(/^error: /, ''))
    throw error
  } finally {
    await discard(quarantine)
  }
}
