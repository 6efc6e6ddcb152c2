// Holds the wished changes against what is there, the earlier ones among them already counted.
import { tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import type { FileChange } from '../files/verbs.ts'

type Entry = Pick<tree.PathEntry, 'kind' | 'oid'>

/** What tree.edit is to do; throws where a change does not fit. `blobs` are the ids of the contents. */
export async function stage(cx: Cx, dir: GitDir, base: string | null, files: readonly FileChange[], blobs: readonly (string | undefined)[]): Promise<tree.Change[]> {
  const changed = new Map<string, Entry | null>()
  const look = async (path: string): Promise<Entry | null> => changed.get(path) ?? (changed.has(path) || base === null ? null : tree.find(cx.git, dir, base, path))
  const changes: tree.Change[] = []
  for (const [i, file] of files.entries()) {
    const here = await look(file.path)
    const blob = blobs[i]
    if (file.operation === 'delete') {
      held(file, file.path, here)
      changes.push({ op: 'delete', path: file.path })
      changed.set(file.path, null)
    } else if (file.operation === 'move' || file.operation === 'rename') {
      const from = file.from_path ?? ''
      const old = held(file, from, await look(from))
      free(file.path, here)
      changes.push({ op: 'move', from, path: file.path, oid: file.operation === 'move' ? blob : undefined })
      changed.set(from, null)
      changed.set(file.path, { kind: old.kind, oid: (file.operation === 'move' ? blob : undefined) ?? old.oid })
    } else {
      if (file.operation === 'create') free(file.path, here)
      else if (file.operation === 'update') plain(file.path, held(file, file.path, here))
      else if (here) plain(file.path, here)
      changes.push({ op: 'put', path: file.path, oid: blob! })
      changed.set(file.path, { kind: here?.kind ?? 'file', oid: blob! })
    }
  }
  return changes
}

/** It is there, no folder, and still what the caller has seen. */
function held(file: FileChange, path: string, entry: Entry | null): Entry {
  if (!entry) throw notFound()
  if (entry.kind === 'dir') throw invalid(`the path is a folder [path: ${path}]`)
  if (file.sha && file.sha !== entry.oid) throw invalid(`sha does not match [given: ${file.sha}, expected: ${entry.oid}]`)
  return entry
}

/** Content never goes through a link. */
function plain(path: string, entry: Entry): void {
  if (entry.kind !== 'file' && entry.kind !== 'executable') throw invalid(`the path is a ${entry.kind}, not a file [path: ${path}]`)
}

function free(path: string, entry: Entry | null): void {
  if (entry) throw invalid(entry.kind === 'dir' ? `the path is a folder [path: ${path}]` : `repository file already exists [path: ${path}]`)
}
