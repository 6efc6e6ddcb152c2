// For tests: git without flushing, and real repositories of both formats in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { create } from './init.ts'
import * as objects from './objects.ts'
import * as refs from './refs.ts'
import { start, type Git, type GitDir } from './run.ts'
import { edit, type Change } from './tree.ts'

export const FORMATS = ['sha1', 'sha256'] as const
export const ALICE = { name: 'Alice', email: 'alice@example.org', date: 1_700_000_000, offset: 60 }

export interface Bed { git: Git; folder: string; repo(format?: GitDir['format']): Promise<GitDir> }

/** Call at the top of a test file; everything is gone when its tests are done. */
export function testbed(options: { durable?: boolean } = {}): Bed {
  const bed = { folder: mkdtempSync(join(tmpdir(), 'git-test-')) } as Bed
  let count = 0
  bed.repo = (format = 'sha1') => create(bed.git, join(bed.folder, `r${++count}.git`), { format })
  before(async () => { bed.git = await start({ durable: options.durable ?? false }) })
  after(async () => {
    await bed.git.close()
    rmSync(bed.folder, { recursive: true, force: true })
  })
  return bed
}

let tick = 0

/** A commit on top of the parents given; files are path → text, or null to remove. Moves no ref unless told. */
export async function commit(git: Git, dir: GitDir, files: Record<string, string | null>, parents: string[] = [],
  more: { ref?: string; message?: string; date?: number } = {}): Promise<string> {
  const from = parents[0] ? (await objects.commit(git, dir, parents[0])).tree : null
  const changes: Change[] = []
  for (const [path, text] of Object.entries(files)) {
    if (text === null) changes.push({ op: 'delete', path })
    else changes.push({ op: 'put', path, oid: await objects.writeBlob(git, dir, text) })
  }
  const tree = await edit(git, dir, from, changes)
  const who = { ...ALICE, date: more.date ?? ALICE.date + ++tick }
  const oid = await objects.writeCommit(git, dir, { tree, parents, author: who, committer: who, message: more.message ?? `change ${tick}\n` })
  if (more.ref) {
    const moved = await refs.update(git, dir, [{ ref: more.ref, new: oid }])
    if (!moved.ok) throw new Error(moved.message)
  }
  return oid
}
