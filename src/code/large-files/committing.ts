// Files that .gitattributes give to git-lfs are kept beside git when the server commits them, as the client would have done.
import { createHash } from 'node:crypto'
import type { Repo } from '../../access/index.ts'
import { attributeOf, lfs, objects, refs, tree, type AttributesFile, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { keep } from './verbs.ts'

interface Written {
  path: string
  content?: Buffer
}

const NAME = '.gitattributes'
const MOST_BYTES = 100 * 1024

/** The contents to commit: of large files their pointers, once the bytes are stored. */
export async function pointed(cx: Cx, repo: Repo, branch: string, files: readonly Written[]): Promise<(Buffer | undefined)[]> {
  const filters = await filtersOf(cx, repo, branch, files)
  return Promise.all(files.map(async ({ content }, i) => {
    // whoever sends a pointer has done so already, and an empty file has none
    if (!content || filters[i] !== 'lfs' || content.length === 0 || lfs.parsePointer(content)) return content
    const file = { oid: createHash('sha256').update(content).digest('hex'), size: content.length }
    await keep(cx, repo, file, content)
    return Buffer.from(lfs.formatPointer(file))
  }))
}

async function filtersOf(cx: Cx, repo: Repo, branch: string, files: readonly Written[]): Promise<(string | boolean | undefined)[]> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, `refs/heads/${branch}`)
  if (tip === null) return []
  const root = (await objects.commit(cx.git, dir, tip)).tree
  const folders = new Set(files.flatMap(({ path }) => path.split('/').map((_, i, names) => names.slice(0, i).join('/'))))
  const found: AttributesFile[] = []
  // from the root down, so that the nearer one is asked last
  for (const folder of [...folders].toSorted((a, b) => a.length - b.length)) {
    const text = await textAt(cx, dir, root, folder === '' ? NAME : `${folder}/${NAME}`)
    if (text !== undefined) found.push({ folder, text })
  }
  return attributeOf(found, files.map((one) => one.path), 'filter')
}

async function textAt(cx: Cx, dir: GitDir, root: string, path: string): Promise<string | undefined> {
  const entry = await tree.find(cx.git, dir, root, path)
  if (!entry || (entry.kind !== 'file' && entry.kind !== 'executable')) return undefined
  const size = (await objects.info(cx.git, dir, entry.oid))?.size ?? Infinity
  return size > MOST_BYTES ? undefined : (await objects.blob(cx.git, dir, entry.oid, { max: MOST_BYTES })).toString('utf8')
}
