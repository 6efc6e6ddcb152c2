// Blobs as files. A rename makes them appear whole; flushing the folder makes that last.
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStat, Store } from './blobs-store.ts'

const absent = (error: NodeJS.ErrnoException) => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')

export function folderStore(root: string): Store {
  const at = (key: string) => join(root, key)
  const lasting = new Set<string>()
  return {
    // Beside the blobs, for a rename does not cross file systems.
    spool: join(root, '.spool'),
    flush: true,
    async place(key, file) {
      const target = at(key)
      await makeFolder(dirname(target), root, lasting)
      await rename(file, target)
      await flush(dirname(target))
    },
    async get(key, range) {
      const handle = await open(at(key), 'r').catch(nullWhenAbsent)
      if (!handle) return null
      if (!(await handle.stat()).isFile()) {
        await handle.close()
        return null
      }
      return handle.createReadStream(range ?? {})
    },
    async stat(key) {
      const found = await stat(at(key)).catch(nullWhenAbsent)
      return found?.isFile() ? { size: found.size, modified: Math.floor(found.mtimeMs / 1000) } : null
    },
    async remove(key) {
      await unlink(at(key)).catch(nullWhenAbsent)
    },
    list: (folder) => walk(root, folder),
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<BlobStat & { key: string }> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(nullWhenAbsent)
  for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const key = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      yield* walk(root, key)
    } else if (entry.isFile()) {
      const found = await stat(join(root, key)).catch(nullWhenAbsent)
      if (found) yield { key, size: found.size, modified: Math.floor(found.mtimeMs / 1000) }
    }
  }
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (absent(error)) return null
  throw error
}

/** Makes a folder whose path lasts: each folder is an entry of its parent, also when somebody else has just made it. */
async function makeFolder(folder: string, root: string, lasting: Set<string>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const fresh: string[] = []
  for (let made = folder; made.length >= root.length && !lasting.has(made); made = dirname(made)) {
    await flush(dirname(made))
    fresh.push(made)
  }
  if (lasting.size > 10_000) lasting.clear()
  for (const made of fresh) lasting.add(made)
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try { await handle.sync() } finally { await handle.close() }
}
