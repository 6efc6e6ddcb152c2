// A wiki is a git repository beside the repository's own: which branch shows, and what lies there.
import type { Repo } from '../access/index.ts'
import { init, log, objects, refs, tree, type GitDir } from '../git/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { notFound } from '../kernel/errors.ts'
import { settingsOf, wikiDir } from '../repos/index.ts'
import { lookup, named, type Named } from './names.ts'

export interface Wiki {
  dir: GitDir
  branch: string
  /** the commit that is shown */
  tip: string
  tree: string
}

export interface Found extends Named {
  /** the file's path inside the wiki */
  path: string
  oid: string
}

/** The branch that is written to; not necessarily born. */
export async function branchOf(repo: Repo, dir: GitDir): Promise<{ branch: string; tip: string | null }> {
  const chosen = settingsOf(repo).wiki_branch
  const head = await refs.readHead(dir)
  const names = [chosen, head, 'main', 'master'].filter((one) => one !== undefined && one !== null)
  for (const branch of names) {
    const tip = await refs.read(dir, `refs/heads/${branch}`)
    if (tip) return { branch, tip }
  }
  return { branch: names[0], tip: null }
}

/** Undefined before the first page. */
export async function find(cx: Cx, repo: Repo, rev?: string): Promise<Wiki | undefined> {
  const dir = wikiDir(cx, repo)
  if (!(await init.detect(dir.path))) return undefined
  const { branch, tip } = await branchOf(repo, dir)
  if (!tip) return undefined
  const shown = rev === undefined ? tip : await earlier(cx, dir, tip, rev)
  return shown ? { dir, branch, tip: shown, tree: (await objects.commit(cx.git, dir, shown)).tree } : undefined
}

/** An earlier state, by the whole id of its commit. */
async function earlier(cx: Cx, dir: GitDir, tip: string, rev: string): Promise<string | undefined> {
  if (rev.length !== tip.length || !/^[0-9a-f]+$/.test(rev)) return undefined
  if ((await objects.info(cx.git, dir, rev))?.type !== 'commit') return undefined
  return (await log.isAncestor(cx.git, dir, rev, tip)) ? rev : undefined
}

export async function open(cx: Cx, repo: Repo, rev?: string): Promise<Wiki> {
  const wiki = await find(cx, repo, rev)
  if (!wiki) throw notFound()
  return wiki
}

/** The files of the wiki's top folder, in git's order. */
export const files = async (cx: Cx, { dir, tree: root }: Pick<Wiki, 'dir' | 'tree'>, folder = ''): Promise<tree.PathEntry[]> => (await tree.listFolder(cx.git, dir, root, folder)) ?? []

const isFile = (one: { kind: string }) => one.kind === 'file' || one.kind === 'executable'

/** The page an address means: of the top folder, else of a folder that was pushed. */
export async function pageAt(cx: Cx, wiki: Pick<Wiki, 'dir' | 'tree'>, wanted: string): Promise<Found | undefined> {
  const cut = wanted.lastIndexOf('/')
  const here = lookup((await files(cx, wiki)).filter(isFile), wanted)
  const there = here || cut < 1 ? undefined : lookup((await files(cx, wiki, wanted.slice(0, cut))).filter(isFile), wanted.slice(cut + 1))
  const file = here ?? there
  return file && { ...named(file.path), path: file.path, oid: file.oid }
}
