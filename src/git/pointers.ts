// Every pointer to a large file that a repository holds, in whatever commit.
import { createInterface } from 'node:readline'
import { maxPointerBytes, parsePointer, type Pointer } from './lfs.ts'
import * as objects from './objects.ts'
import { GitError, open, rev, type Git, type GitDir } from './run.ts'

/** None is shorter: the version line alone fills half of it. */
const SHORTEST = 100
const AT_ONCE = 200

/** Each content once. Object ids are gone through as git stores them, without walking history. */
export async function pointersIn(git: Git, dir: GitDir): Promise<Pointer[]> {
  return gathered(git, dir, ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname) %(objecttype) %(objectsize)'], (line) => {
    const [oid, type, size] = line.split(' ')
    return type === 'blob' && Number(size) >= SHORTEST && Number(size) <= maxPointerBytes ? oid : undefined
  })
}

/** Those that the history of `head` brings over the history of `base`. */
export async function pointersBetween(git: Git, dir: GitDir, base: string, head: string): Promise<Pointer[]> {
  const small = ['--objects', '--no-object-names', '--filter=object:type=blob', `--filter=blob:limit=${maxPointerBytes + 1}`, '--filter-provided-objects']
  return gathered(git, dir, ['rev-list', ...small, '--end-of-options', rev(dir, head), `^${rev(dir, base)}`, '--'], (line) => line || undefined)
}

async function gathered(git: Git, dir: GitDir, args: string[], blobOf: (line: string) => string | undefined): Promise<Pointer[]> {
  const found = new Map<string, Pointer>()
  const child = await open(git, dir, args)
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
    const oid = blobOf(line)
    if (oid !== undefined) waiting.push(oid)
    if (waiting.length >= AT_ONCE) await read()
  }
  await read()
  const { code, stderr } = await child.done
  if (code !== 0) throw new GitError(args[0], code, stderr)
  return [...found.values()]
}
