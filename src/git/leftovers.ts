// What a git that was killed left in a repository: files that it would have renamed or removed before its end.
import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { walk } from './disk.ts'
import type { Git, GitDir } from './run.ts'

// packs, their indexes and graphs on their way to their names, and loose objects on theirs
const unfinished = /^(?:[0-9a-f]{2}\/tmp_obj_[^/]+|(?:pack|info(?:\/commit-graphs)?)\/(?:tmp_[a-z]+_[^/]+|\.tmp-\d+-pack-[^/]+))$/
const DAY = 86_400_000

/** Removes them once nobody can be writing them any more; they are in nobody's way, but they take space. Gives their paths. */
export async function sweepTemporary(git: Git, dir: GitDir, olderThanMs = DAY): Promise<string[]> {
  const swept: string[] = []
  for await (const name of walk(join(dir.path, 'objects'))) {
    if (!unfinished.test(name)) continue
    const path = join(dir.path, 'objects', name)
    const found = await lstat(path).catch(() => null)
    if (!found || Date.now() - found.mtimeMs < olderThanMs) continue
    await rm(path, { force: true })
    swept.push(`objects/${name}`)
  }
  if (swept.length) git.log('removed unfinished files', { repository: dir.path, files: swept.slice(0, 100), count: swept.length })
  return swept
}
