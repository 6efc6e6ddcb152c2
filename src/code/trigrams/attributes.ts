// The rules of a commit for some of its paths.
import { objects, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { hiddenAmong } from './rules.ts'

const NAME = '.gitattributes'
const MOST_BYTES = 256 * 1024

/** For each path whether it is generated or somebody else's. */
export async function hiddenIn(cx: Cx, dir: GitDir, commit: string, paths: readonly string[]): Promise<boolean[]> {
  const root = (await objects.commit(cx.git, dir, commit)).tree
  const folders = new Set(paths.flatMap((path) => path.split('/').map((_, i, names) => names.slice(0, i).join('/'))))
  const files = await Promise.all([...folders].map(async (folder) => ({ folder, text: await textAt(cx, dir, root, folder === '' ? NAME : `${folder}/${NAME}`) })))
  return hiddenAmong(files.filter((one) => one.text !== ''), paths)
}

async function textAt(cx: Cx, dir: GitDir, root: string, path: string): Promise<string> {
  const entry = await tree.find(cx.git, dir, root, path)
  if (entry?.kind !== 'file' && entry?.kind !== 'executable') return ''
  const size = (await objects.info(cx.git, dir, entry.oid))?.size ?? Infinity
  return size > MOST_BYTES ? '' : (await objects.blob(cx.git, dir, entry.oid, { max: MOST_BYTES })).toString('utf8')
}
