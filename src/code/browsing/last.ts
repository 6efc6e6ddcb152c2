// Which commit last changed each entry of a folder. Long histories are searched once; after a push the search goes back to what is known.
import { log, objects, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'

type Last = ReadonlyMap<string, string>

/** How long a reader waits for the last commits, and how long the search goes on behind them; in milliseconds. */
const PATIENCE = 2_000
const SEARCH = 60_000

const searches = new Map<string, Promise<Last>>()

/** Entry by name; nothing while the search goes on, which is remembered for the next reader. */
export async function lastOnes(cx: Cx, dir: GitDir, commit: string, path: string): Promise<Last | undefined> {
  const key = `${dir.path}\0latest\0${commit}\0${path}`
  const known = cx.git.memory.get(key) as Last | undefined
  if (known) return known
  let searching = searches.get(key)
  if (!searching) {
    searching = search(cx, dir, commit, path).catch(() => new Map<string, string>())
      .then((found) => {
        cx.git.memory.set(key, found, 100 * found.size + 300)
        return found
      }).finally(() => searches.delete(key))
    searches.set(key, searching)
  }
  const { promise: enough, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, PATIENCE, undefined)
  return Promise.race([searching, enough]).finally(() => clearTimeout(timer))
}

interface Newest {
  commit: string
  found: Last
}

async function search(cx: Cx, dir: GitDir, commit: string, path: string): Promise<Last> {
  const key = `${dir.path}\0newest\0${path}`
  const newest = cx.git.memory.get(key) as Newest | undefined
  const onwards = newest && (await goOn(cx, dir, newest, commit, path))
  if (onwards) {
    cx.git.memory.set(key, { commit, found: onwards }, 100 * onwards.size + 300)
    return onwards
  }
  const { commits, complete } = await log.lastCommits(cx.git, dir, commit, path, { timeoutMs: SEARCH, maxCommits: 1_000_000 })
  if (complete && !newest) cx.git.memory.set(key, { commit, found: commits }, 100 * commits.size + 300)
  return commits
}

/** What was known of an earlier commit holds for all that is the same since; the rest was changed in between. */
async function goOn(cx: Cx, dir: GitDir, { commit: earlier, found }: Newest, commit: string, path: string): Promise<Last | undefined> {
  if (!(await log.isAncestor(cx.git, dir, earlier, commit))) return undefined
  const at = async (oid: string) => (await tree.listFolder(cx.git, dir, (await objects.commit(cx.git, dir, oid)).tree, path)) ?? []
  const [before, now] = await Promise.all([at(earlier), at(commit)])
  const same = new Set(before.map((one) => `${one.mode} ${one.oid} ${one.name}`))
  const changed = now.filter((one) => !same.has(`${one.mode} ${one.oid} ${one.name}`) || !found.has(one.name)).map((one) => one.name)
  const { commits, complete } = changed.length === 0
    ? { commits: new Map<string, string>(), complete: true }
    : await log.lastCommits(cx.git, dir, commit, path, { timeoutMs: SEARCH, maxCommits: 1_000_000, since: { commit: earlier, names: changed } })
  return complete ? new Map(now.map((one) => [one.name, commits.get(one.name) ?? found.get(one.name)!])) : undefined
}
