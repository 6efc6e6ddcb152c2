import type { Actor } from '../../access/index.ts'
import { objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { slice, type PageQuery } from '../../kernel/paging.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import type { Hit, Hits } from './verbs.ts'

const escaped = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** One page of what was found. */
export async function results(cx: Cx, actor: Actor, { list, whole }: Hits, query: PageQuery) {
  const at = slice(cx, query)
  const page = list.slice(at.offset, at.offset + at.limit)
  const repos = [...new Map(page.map((one) => [one.repo.id, one.repo])).values()]
  const records = new Map((await repoView.many(cx, repos, actor)).map((one) => [one.id, one]))
  const items = await Promise.all(page.map(async (one) => ({
    name: one.path.slice(one.path.lastIndexOf('/') + 1), path: one.path, sha: await blobOf(cx, one), url: `${repoView.api(cx, one.repo)}/contents/${escaped(one.path)}?ref=${one.commit}`,
    html_url: `${repoView.html(cx, one.repo)}/src/commit/${one.commit}/${escaped(one.path)}`, repository: records.get(one.repo.id)!, lines: one.lines,
  })))
  return { total_count: list.length, incomplete_results: !whole, items }
}

async function blobOf(cx: Cx, { repo, commit, path }: Hit): Promise<string> {
  const dir = gitDir(cx, repo)
  return (await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, commit)).tree, path))?.oid ?? ''
}
