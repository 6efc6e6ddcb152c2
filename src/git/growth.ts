// Whether a small push is whole, found out without a child. A few new objects lie loose in the quarantine; all that they lean
// on must be new too or stand in the trees of a commit that a ref names, which is whole already. Where that cannot be seen at
// a glance the answer is no, and git walks.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { commit as readCommit, tree as readTree } from './objects.ts'
import { parseCommit, parseTree, type Commit, type Entry } from './parse.ts'
import { loose } from './quarantine.ts'
import type { Refs } from './refs.ts'
import type { Git, GitDir } from './run.ts'
import { emptyTree } from './tree.ts'

/** More objects than this came as a pack. */
const MANY = 16
const LARGE = 1024 * 1024
/** Folders that are looked into: what holds the same one again and again is left to git, which looks once. */
const LOOKS = 500

interface Fresh {
  blobs: Set<string>
  trees: Map<string, Entry[]>
  commits: Map<string, Commit>
}

export async function grown(git: Git, dir: GitDir, refs: Refs, tips: string[]): Promise<boolean> {
  const fresh = dir.quarantine ? await read(dir, dir.quarantine) : null
  if (!fresh) return false
  const whole = new Set([...refs.heads.values(), ...refs.tags.values(), ...refs.others.values()].map((one) => one.oid))
  const bases: Commit[] = []
  const home: GitDir = { path: dir.path, format: dir.format }
  for (const one of fresh.commits.values()) {
    for (const parent of one.parents) {
      if (fresh.commits.has(parent)) continue
      if (!whole.has(parent) || bases.length >= MANY) return false
      bases.push(await readCommit(git, home, parent))
    }
  }
  if (tips.some((tip) => !fresh.commits.has(tip) && !whole.has(tip))) return false
  const roots = bases.map((one) => one.tree)
  const looked = new Set<string>()
  for (const one of fresh.commits.values()) {
    const known = roots.includes(one.tree) || one.tree === emptyTree(home)
    if (!known && !(fresh.trees.has(one.tree) && (await leans(git, home, fresh, one.tree, roots, looked)))) return false
  }
  return true
}

/** Whether everything in a new folder is new, or in one of the folders that stood at its place. */
async function leans(git: Git, home: GitDir, fresh: Fresh, tree: string, before: string[], looked: Set<string>): Promise<boolean> {
  const place = [tree, ...before].join(' ')
  if (looked.has(place)) return true
  if (looked.add(place).size > LOOKS) return false
  const old = (await Promise.all(before.filter((one) => one !== emptyTree(home)).map((one) => readTree(git, home, one)))).flat()
  const known = new Set(old.map((entry) => entry.oid))
  for (const { kind, name, oid } of fresh.trees.get(tree)!) {
    if (kind === 'submodule' || known.has(oid)) continue
    if (kind !== 'dir') {
      if (!fresh.blobs.has(oid)) return false
      continue
    }
    if (!fresh.trees.has(oid)) return false
    const stood = old.filter((entry) => entry.kind === 'dir' && entry.name === name).map((entry) => entry.oid)
    if (!(await leans(git, home, fresh, oid, [...new Set(stood)], looked))) return false
  }
  return true
}

/** What lies loose in a folder of objects; null when it is too much, or anything else is there. */
async function read(dir: GitDir, folder: string): Promise<Fresh | null> {
  const fresh: Fresh = { blobs: new Set(), trees: new Map(), commits: new Map() }
  const ids: string[] = []
  for (const name of await readdir(folder)) {
    if (name === 'pack' ? (await readdir(join(folder, name))).length > 0 : !/^[0-9a-f]{2}$/.test(name)) return null
    if (name !== 'pack') ids.push(...(await readdir(join(folder, name))).map((rest) => name + rest))
    if (ids.length > MANY) return null
  }
  for (const id of ids) {
    const found = await loose(folder, id, LARGE)
    if (found?.type === 'blob') fresh.blobs.add(id)
    else if (found?.type === 'tree' && found.body) fresh.trees.set(id, parseTree(dir.format, found.body))
    else if (found?.type === 'commit' && found.body) fresh.commits.set(id, parseCommit(dir.format, id, found.body))
    else return null
  }
  return fresh
}
