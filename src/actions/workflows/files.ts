// Workflow files in a commit.
import type { Repo } from '../../access/index.ts'
import { objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { folders } from '../engine/workflow.ts'
import type { WorkflowFile } from '../runs/start.ts'

const maxFile = 1024 * 1024
const maxFiles = 200
const maxDepth = 5

/** All files of the first folder that the commit has. */
export async function filesAt(cx: Cx, repo: Repo, commit: string): Promise<WorkflowFile[]> {
  const dir = gitDir(cx, repo)
  const root = (await objects.commit(cx.git, dir, commit)).tree
  for (const folder of folders) {
    const at = await tree.find(cx.git, dir, root, folder)
    if (at?.kind !== 'dir') continue
    const found: { path: string; oid: string }[] = []
    await walk(at.oid, folder, 0)
    return Promise.all(found.map(async ({ path, oid }) => ({ id: path.slice(folder.length + 1), path, text: await textOf(oid) })))

    async function walk(oid: string, path: string, depth: number): Promise<void> {
      for (const entry of await objects.tree(cx.git, dir, oid)) {
        const name = `${path}/${entry.name}`
        if (entry.kind === 'dir' && depth < maxDepth) await walk(entry.oid, name, depth + 1)
        else if ((entry.kind === 'file' || entry.kind === 'executable') && /\.ya?ml$/.test(entry.name) && found.length < maxFiles) found.push({ path: name, oid: entry.oid })
      }
    }
  }
  return []

  /** Larger ones are no workflows, and do not parse. */
  async function textOf(oid: string): Promise<string> {
    try {
      return (await objects.blob(cx.git, dir, oid, { max: maxFile })).toString('utf8').replaceAll('\0', '')
    } catch (error) {
      if (error instanceof objects.TooLarge) return ''
      throw error
    }
  }
}

const maxChanged = 5000

/** Files that differ between two commits, or all of one; enough of them to decide a filter. */
export async function changedPaths(cx: Cx, repo: Repo, from: string | null, to: string): Promise<string[]> {
  const dir = gitDir(cx, repo)
  const found: string[] = []
  const treeOf = async (oid: string | null) => (oid ? (await objects.commit(cx.git, dir, oid)).tree : null)
  await compare(await treeOf(from), await treeOf(to), '')
  return found

  async function compare(old: string | null, next: string | null, path: string): Promise<void> {
    if (old === next || found.length >= maxChanged) return
    const [before, after] = await Promise.all([old, next].map(async (oid) => new Map((oid ? await objects.tree(cx.git, dir, oid) : []).map((one) => [one.name, one]))))
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(name), after.get(name)]
      if (was?.oid === is?.oid && was?.mode === is?.mode) continue
      const folders = [was, is].map((one) => (one?.kind === 'dir' ? one.oid : null))
      if (folders[0] || folders[1]) await compare(folders[0], folders[1], `${path}${name}/`)
      if ((was && was.kind !== 'dir') || (is && is.kind !== 'dir')) found.push(path + name)
      if (found.length >= maxChanged) return
    }
  }
}
