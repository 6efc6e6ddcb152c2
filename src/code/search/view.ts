import type { Actor } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { slice, type PageQuery } from '../../kernel/paging.ts'
import { repoView } from '../../repos/index.ts'
import type { Hits } from './verbs.ts'

const escaped = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** One page of what was found. */
export async function results(cx: Cx, actor: Actor, { list, whole, indexed }: Hits, query: PageQuery) {
  const at = slice(cx, query)
  const page = list.slice(at.offset, at.offset + at.limit)
  const repos = [...new Map(page.map((one) => [one.repo.id, one.repo])).values()]
  const records = new Map((await repoView.many(cx, repos, actor)).map((one) => [one.id, one]))
  const items = page.map(({ repo, commit, path, oid, lines }) => ({
    name: path.slice(path.lastIndexOf('/') + 1), path, sha: oid, url: `${repoView.api(cx, repo)}/contents/${escaped(path)}?ref=${commit}`,
    html_url: `${repoView.html(cx, repo)}/src/commit/${commit}/${escaped(path)}`, repository: records.get(repo.id)!, lines,
  }))
  return { total_count: list.length, incomplete_results: !whole, indexed, items }
}
