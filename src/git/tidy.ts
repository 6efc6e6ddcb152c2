// Keeping a repository quick to read: loose objects into packs, packs under one index with bitmaps, refs into one file, commits in a
// graph that knows which paths they changed, and what nobody points at away.
import { lstat, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './disk.ts'
import { extraConfig } from './env.ts'
import { writeCommitGraph } from './log.ts'
import { run, type Git, type GitDir } from './run.ts'

// whoever writes an object points a ref at it long before it is this old
const KEEP = '--prune=2.weeks.ago'
/** From so many on, loose objects cost more to find than to pack. */
const LOOSE = 1000
/** So many packs, or one so large, that the index does not know of. */
const PACKS = 8
const LARGE = 8 * 1024 * 1024
/** Days after which what was set aside is packed anew with everything else, and let go if it is old. */
const WHOLE_DAYS = 14

const bitmaps = extraConfig([['repack.writeBitmaps', 'true'], ['pack.writeBitmapLookupTable', 'true'], ['gc.writeCommitGraph', 'false']])

/** Packs everything anew. What nobody points at stays for two weeks, in a pack of its own. */
export async function pack(git: Git, dir: GitDir, timeoutMs = 3_600_000): Promise<void> {
  await run(git, dir, ['gc', '--quiet', '--cruft', KEEP], { lane: 'heavy', timeoutMs, env: bitmaps })
  await mark(dir)
  await writeCommitGraph(git, dir)
}

/** Packs what has gathered since the last time, if it is much; large packs stay as they are. Tells whether it did. */
export async function packIfNeeded(git: Git, dir: GitDir, timeoutMs = 3_600_000): Promise<boolean> {
  await sweepDrafts(git, dir)
  if (!(await needed(dir))) return false
  const last = await ageOf(markOf(dir))
  if (last === null) await mark(dir)
  if (last !== null && last > WHOLE_DAYS * 86_400_000) {
    await pack(git, dir, timeoutMs)
    return true
  }
  await run(git, dir, ['pack-refs', '--all'], { timeoutMs })
  await run(git, dir, ['repack', '--quiet', '--geometric=2', '-d', '--write-midx', '--write-bitmap-index'], { lane: 'heavy', timeoutMs, env: bitmaps })
  return true
}

async function needed(dir: GitDir): Promise<boolean> {
  // objects are spread evenly over 256 folders; git judges by the same one
  const sample = await readdir(join(dir.path, 'objects/17')).catch(empty)
  if (sample.length * 256 >= LOOSE) return true
  const folder = join(dir.path, 'objects/pack')
  const names = await readdir(folder).catch(empty)
  const indexed = names.includes('multi-pack-index') ? (await lstat(join(folder, 'multi-pack-index'))).mtimeMs : 0
  let fresh = 0
  for (const name of names.filter((one) => one.endsWith('.pack'))) {
    if (names.includes(name.replace(/pack$/, 'bitmap')) || names.includes(name.replace(/pack$/, 'mtimes'))) continue
    const found = await lstat(join(folder, name)).catch(() => null)
    if (!found || found.mtimeMs <= indexed) continue
    if (found.size >= LARGE) return true
    fresh++
  }
  return fresh >= PACKS
}

const empty = (error: unknown): string[] => {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

// its time tells when everything was packed last
const markOf = (dir: GitDir) => join(dir.path, 'codestead-packed')

async function mark(dir: GitDir): Promise<void> {
  await writeFile(markOf(dir), '')
  const now = new Date()
  await utimes(markOf(dir), now, now)
}

async function ageOf(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null)
  return found && Date.now() - found.mtimeMs
}

/** What a packing that was killed left behind, older than a day: nobody reads it, and it may be as large as the repository. */
async function sweepDrafts(git: Git, dir: GitDir): Promise<void> {
  const folder = join(dir.path, 'objects/pack')
  for (const name of await readdir(folder).catch(empty)) {
    if (!/^\.?tmp[-_]/.test(name) || ((await ageOf(join(folder, name))) ?? 0) < 86_400_000) continue
    await rm(join(folder, name), { recursive: true, force: true })
    git.log('removed a draft of a pack', { repository: dir.path, file: name })
  }
}
