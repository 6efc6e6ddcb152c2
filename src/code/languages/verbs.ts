import type { Repo } from '../../access/index.ts'
import { objects, refs, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { languageOf } from '../content/languages.ts'

/** Bytes per language in the default branch, biggest first. Counted once per tree. */
export async function count(cx: Cx, repo: Repo): Promise<Record<string, number>> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, `refs/heads/${repo.default_branch}`)
  if (tip === null) return {}
  const root = (await objects.commit(cx.git, dir, tip)).tree
  const key = `${dir.path}\0languages\0${root}`
  const known = cx.git.memory.get(key) as Record<string, number> | undefined
  if (known) return known
  const { entries } = await tree.list(cx.git, dir, root, { recursive: true, limit: Infinity })
  const sums = new Map<string, number>()
  for (const { path, kind, size } of entries) {
    const language = kind === 'file' || kind === 'executable' ? languageOf(path) : undefined
    if (language && size) sums.set(language, (sums.get(language) ?? 0) + size)
  }
  const found = Object.fromEntries([...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
  cx.git.memory.set(key, found, 100 + sums.size * 40)
  return found
}
