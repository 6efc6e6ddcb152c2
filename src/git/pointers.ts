// Every pointer to a large file that a repository holds, in whatever commit.
import { createInterface } from 'node:readline'
import { maxPointerBytes, parsePointer, type Pointer } from './lfs.ts'
import * as objects from './objects.ts'
import { GitError, open, type Git, type GitDir } from './run.ts'

/** None is shorter: the version line alone fills half of it. */
const SHORTEST = 100
const AT_ONCE = 200

/** Each content once. Object ids are gone through as git stores them, without walking history. */
export async function pointersIn(git: Git, dir: GitDir): Promise<Pointer[]> {
  const found = new Map<string, Pointer>()
  const child = await open(git, dir, ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname) %(objecttype) %(objectsize)'])
  child.stdin.end()
  let waiting: string[] = []
  const read = async () => {
    const some = waiting
    waiting = []
    for (const content of await Promise.all(some.map((oid) => objects.blob(git, dir, oid, { max: maxPointerBytes })))) {
      const pointer = parsePointer(content)
      if (pointer) found.set(pointer.oid, pointer)
    }
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const [oid, type, size] = line.split(' ')
    if (type === 'blob' && Number(size) >= SHORTEST && Number(size) <= maxPointerBytes) waiting.push(oid)
    if (waiting.length >= AT_ONCE) await read()
  }
  await read()
  const { code, stderr } = await child.done
  if (code !== 0) throw new GitError('cat-file', code, stderr)
  return [...found.values()]
}
