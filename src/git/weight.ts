// How many files a tree stands for, or two trees differ in. A few shared folders can mean more than anybody could list, and git
// would list them in memory; here each folder, or pair of them, is looked at once.
import { Refusal } from '../kernel/errors.ts'
import { content } from './objects.ts'
import { parseTree, type Entry } from './parse.ts'
import type { Git, GitDir } from './run.ts'
import { emptyTree } from './tree.ts'

/** More files than are listed or compared. */
export class TooMany extends Refusal {
  constructor() {
    super('tooLarge', 'there are too many files')
    this.name = 'TooMany'
  }
}

export const MOST_FILES = 300_000
/** folders that are looked into; entries of them */
const MOST_FOLDERS = 100_000
const DEEPEST = 4096
const MOST_ENTRIES = 20_000_000
const LARGEST = 32 * 1024 * 1024
const AT_ONCE = 256

class Reader {
  readonly #git: Git
  readonly #dir: GitDir
  #folders = 0
  #entries = 0

  constructor(git: Git, dir: GitDir) {
    this.#git = git
    this.#dir = dir
  }

  /** Not by way of memory, which would forget everything else for it. */
  async folder(oid: string | undefined): Promise<Entry[]> {
    if (oid === undefined || oid === emptyTree(this.#dir)) return []
    const found = parseTree(this.#dir.format, await content(this.#git, this.#dir, oid, { max: LARGEST }))
    this.#entries += found.length
    if (++this.#folders > MOST_FOLDERS || this.#entries > MOST_ENTRIES) throw new TooMany()
    return found
  }
}

/** What there is below something: folders by their ids, with the files that lie in them directly. */
interface Sum<K> {
  files: number
  below: K[]
}

/** Looks at everything below `start` once, level by level, and gives how much there is in all. */
async function sum<K>(start: K, nameOf: (key: K) => string, look: (key: K) => Promise<Sum<K>>): Promise<number> {
  const known = new Map<string, Sum<K>>()
  let level = [start]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new TooMany()
    const next = new Map<string, K>()
    for (let at = 0; at < level.length; at += AT_ONCE) {
      const some = level.slice(at, at + AT_ONCE)
      const found = await Promise.all(some.map(look))
      found.forEach((one, i) => known.set(nameOf(some[i]), one))
      for (const key of found.flatMap((one) => one.below)) if (!known.has(nameOf(key))) next.set(nameOf(key), key)
    }
    level = [...next.values()]
  }
  // no folder can hold itself, so this ends
  const totals = new Map<string, number>()
  const order = [nameOf(start)]
  while (order.length > 0) {
    const at = order.at(-1)!
    const { files, below } = known.get(at)!
    const open = totals.has(at) ? [] : below.map(nameOf).filter((name) => !totals.has(name))
    if (open.length > 0) order.push(...new Set(open))
    else {
      order.pop()
      if (!totals.has(at)) totals.set(at, below.reduce((all, key) => all + totals.get(nameOf(key))!, files))
    }
  }
  return totals.get(nameOf(start))!
}

async function remembered(git: Git, dir: GitDir, what: string, count: () => Promise<number>): Promise<number> {
  const key = `${dir.path}\0weight\0${what}`
  const known = git.memory.get(key) as number | undefined
  if (known !== undefined) return known
  const found = await count().catch((error) => {
    if (error instanceof TooMany) return Infinity
    throw error
  })
  if (!dir.quarantine) git.memory.set(key, found, key.length * 2 + 8)
  return found
}

/** Files below a tree, each path for itself. */
export function weigh(git: Git, dir: GitDir, tree: string): Promise<number> {
  const reader = new Reader(git, dir)
  return remembered(git, dir, tree, () => sum(tree, String, async (oid) => {
    const entries = await reader.folder(oid)
    const below = entries.filter((one) => one.kind === 'dir').map((one) => one.oid)
    return { files: entries.length - below.length, below }
  }))
}

/** A folder before and after; one of them may not be there. */
type Pair = [string | undefined, string | undefined]

/** Files in which two trees differ, as git compares them. */
export function differing(git: Git, dir: GitDir, from: string, to: string): Promise<number> {
  const reader = new Reader(git, dir)
  const look = async ([old, next]: Pair): Promise<Sum<Pair>> => {
    const [before, after] = await Promise.all([reader.folder(old), reader.folder(next)])
    const nameOf = (one: Entry) => one.bytes?.toString('latin1') ?? one.name
    const were = new Map(before.map((one) => [nameOf(one), one]))
    const found: Sum<Pair> = { files: 0, below: [] }
    const folder = (one: Entry | undefined) => (one?.kind === 'dir' ? one.oid : undefined)
    const add = (one: Entry | undefined, other: Entry | undefined) => {
      if (one && other && one.oid === other.oid && one.mode === other.mode) return
      const pair: Pair = [folder(one), folder(other)]
      if (pair[0] ?? pair[1]) found.below.push(pair)
      if ((one && !pair[0]) || (other && !pair[1])) found.files++
    }
    for (const one of after) {
      add(were.get(nameOf(one)), one)
      were.delete(nameOf(one))
    }
    for (const one of were.values()) add(one, undefined)
    return found
  }
  return remembered(git, dir, `${from} ${to}`, () => sum<Pair>([from, to], ([a, b]) => `${a} ${b}`, look))
}
