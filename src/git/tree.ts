// Folders inside commits: finding a path, listing, and making a changed tree without a work tree.
import { tree as readTree, type Entry } from './objects.ts'
import { kindOf } from './parse.ts'
import { isDotGit, validPath } from './paths.ts'
import { GitError, open, rev, type Git, type GitDir } from './run.ts'
import { writeTree } from './write.ts'

export { isDotGit, validPath }

export interface PathEntry extends Entry { path: string }
export interface ListedEntry extends PathEntry { size: number | null }

/** The id of the tree without entries; git knows it without having it. */
export function emptyTree(dir: GitDir): string {
  return dir.format === 'sha1' ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904' : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
}

async function entriesOf(git: Git, dir: GitDir, tree: string): Promise<Entry[]> {
  return tree === emptyTree(dir) ? [] : readTree(git, dir, tree)
}

/** What lies at a path of a tree; '' is the tree itself. Links and submodules are given as such, never followed. */
export async function find(git: Git, dir: GitDir, tree: string, path: string): Promise<PathEntry | null> {
  if (path === '') return { mode: '040000', kind: 'dir', name: '', path: '', oid: rev(dir, tree) }
  const names = path.split('/')
  let oid = tree
  for (let i = 0; ; i++) {
    const entry = (await entriesOf(git, dir, oid)).find((x) => x.name === names[i])
    if (!entry) return null
    if (i === names.length - 1) return { ...entry, path }
    if (entry.kind !== 'dir') return null
    oid = entry.oid
  }
}

/** The entries of the folder at a path, or null if it is none. */
export async function listFolder(git: Git, dir: GitDir, tree: string, path = ''): Promise<PathEntry[] | null> {
  const at = await find(git, dir, tree, path)
  if (at?.kind !== 'dir') return null
  return (await entriesOf(git, dir, at.oid)).map((entry) => ({ ...entry, path: path ? `${path}/${entry.name}` : entry.name }))
}

/** A few objects can stand for more paths than anybody could list: so many, or so long, and no further. */
const MOST = 300_000
const MOST_MS = 10_000

/** One folder or everything below it, folders included, with sizes, one page of it. Beyond `most` nothing is counted. */
export async function list(git: Git, dir: GitDir, tree: string,
  options: { recursive?: boolean; skip?: number; limit?: number; most?: number } = {}): Promise<{ entries: ListedEntry[]; total: number; truncated: boolean }> {
  const { recursive = false, skip = 0, limit = 1000, most = MOST } = options
  const args = ['ls-tree', '-z', '--long', ...(recursive ? ['-r', '-t'] : []), '--end-of-options', rev(dir, tree)]
  const child = await open(git, dir, args, { lane: 'quick' })
  child.stdin.end()
  const entries: ListedEntry[] = []
  let total = 0
  let cut = false
  const late = setTimeout(() => {
    cut = true
    child.kill()
  }, MOST_MS)
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let at = 0
      for (let end = bytes.indexOf(0); end >= 0 && total < most; end = bytes.indexOf(0, at), total++) {
        if (total >= skip && entries.length < limit) entries.push(parseRow(bytes.toString('utf8', at, end)))
        at = end + 1
      }
      rest = bytes.subarray(at)
      cut ||= total >= most
      if (cut) break
    }
  } finally {
    clearTimeout(late)
  }
  const { code, stderr } = await child.done
  if (code !== 0 && !cut) throw new GitError('ls-tree', code, stderr)
  return { entries, total, truncated: cut || skip + entries.length < total }
}

function parseRow(row: string): ListedEntry {
  const tab = row.indexOf('\t')
  const [mode, , oid, size] = row.slice(0, tab).split(/ +/)
  const path = row.slice(tab + 1)
  return { mode, kind: kindOf(mode), oid, path, name: path.slice(path.lastIndexOf('/') + 1), size: size === '-' ? null : Number(size) }
}

export type Change =
  /** Mode 040000 puts a whole folder, in place of what is there. */
  | { op: 'put'; path: string; oid: string; mode?: string }
  | { op: 'delete'; path: string }
  /** `oid` and `mode` where the content changes as well. */
  | { op: 'move'; from: string; path: string; oid?: string; mode?: string }

/** A change that cannot be made, and why. */
export class EditError extends Error {
  readonly kind: 'invalid-path' | 'not-found' | 'conflict' | 'exists'
  readonly path: string
  constructor(kind: EditError['kind'], path: string) {
    super(`${kind}: ${path}`)
    this.name = 'EditError'
    this.kind = kind
    this.path = path
  }
}

// a folder that is being changed; `children` are loaded when first looked into
interface Folder { oid: string | null; entries: Map<string, Entry | Folder> | null }

function isFolder(x: Entry | Folder | undefined): x is Folder {
  return x !== undefined && 'entries' in x
}

async function opened(git: Git, dir: GitDir, folder: Folder): Promise<Map<string, Entry | Folder>> {
  if (!folder.entries) {
    folder.entries = new Map()
    if (folder.oid) {
      for (const entry of await entriesOf(git, dir, folder.oid)) {
        const key = entry.bytes ? `\0${entry.bytes.toString('latin1')}` : entry.name
        folder.entries.set(key, entry.kind === 'dir' && !entry.bytes ? { oid: entry.oid, entries: null } : entry)
      }
    }
  }
  return folder.entries
}

/** The folder that holds the last name of a path; made on the way if told, else null where there is none. */
async function parentOf(git: Git, dir: GitDir, root: Folder, path: string, make: boolean): Promise<Map<string, Entry | Folder> | null> {
  let at = await opened(git, dir, root)
  for (const name of path.split('/').slice(0, -1)) {
    const next = at.get(name)
    if (isFolder(next)) {
      at = await opened(git, dir, next)
    } else if (!make) {
      return null
    } else {
      if (next) throw new EditError('conflict', path)
      const made: Folder = { oid: null, entries: new Map() }
      at.set(name, made)
      at = made.entries!
    }
  }
  return at
}

const last = (path: string) => path.slice(path.lastIndexOf('/') + 1)

async function put(git: Git, dir: GitDir, root: Folder, path: string, oid: string, mode: string | undefined): Promise<void> {
  const parent = (await parentOf(git, dir, root, path, true))!
  const name = last(path)
  const there = parent.get(name)
  if (mode === '040000') return void parent.set(name, { oid: rev(dir, oid), entries: null })
  if (isFolder(there)) throw new EditError('conflict', path)
  // content put over a link or a submodule becomes a plain file, so it never writes through one
  const wanted = mode ?? (there?.kind === 'executable' ? '100755' : '100644')
  // git's own check refuses such a link, so nobody could fetch it
  if (wanted === '120000' && name.toLowerCase() === '.gitmodules') throw new EditError('invalid-path', path)
  if (!/^(100644|100755|120000|160000)$/.test(wanted)) throw new TypeError(`not a mode: ${wanted}`)
  parent.set(name, { mode: wanted, kind: kindOf(wanted), name, oid: rev(dir, oid) })
}

async function take(git: Git, dir: GitDir, root: Folder, path: string): Promise<Entry | Folder> {
  const parent = await parentOf(git, dir, root, path, false)
  const there = parent?.get(last(path))
  if (!parent || !there) throw new EditError('not-found', path)
  parent.delete(last(path))
  return there
}

async function written(git: Git, dir: GitDir, folder: Folder): Promise<string | null> {
  if (!folder.entries) return folder.oid
  const entries: Entry[] = []
  for (const [name, child] of folder.entries) {
    if (!isFolder(child)) {
      entries.push(child)
      continue
    }
    const oid = await written(git, dir, child)
    if (oid) entries.push({ mode: '040000', kind: 'dir', name, oid })
  }
  return entries.length ? writeTree(git, dir, entries) : null
}

/** Applies changes in order to a tree (null: to nothing) and gives the new tree's id. Folders left empty vanish. */
export async function edit(git: Git, dir: GitDir, baseTree: string | null, changes: Change[]): Promise<string> {
  const root: Folder = { oid: baseTree, entries: null }
  for (const change of changes) {
    // what should never have come in may still be taken out
    if (change.op !== 'delete' && !validPath(change.path)) throw new EditError('invalid-path', change.path)
    if (change.op === 'put') {
      await put(git, dir, root, change.path, change.oid, change.mode)
    } else if (change.op === 'delete') {
      await take(git, dir, root, change.path)
    } else {
      const there = await take(git, dir, root, change.from)
      const parent = (await parentOf(git, dir, root, change.path, true))!
      if (parent.has(last(change.path))) throw new EditError('exists', change.path)
      if (isFolder(there)) parent.set(last(change.path), there)
      else await put(git, dir, root, change.path, change.oid ?? there.oid, change.mode ?? (there.mode === '100664' ? '100644' : there.mode))
    }
  }
  return (await written(git, dir, root)) ?? writeTree(git, dir, [])
}
