import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTimeAt } from '../../kernel/times.ts'
import { repoView } from '../../repos/index.ts'
import type { TagRecord } from './schema.ts'
import type { TagInfo } from './verbs.ts'

export function one(cx: Cx, repo: Repo, tag: TagInfo): TagRecord {
  const archive = `${repoView.html(cx, repo)}/archive/${encodeURIComponent(tag.name)}`
  return {
    name: tag.name,
    message: tag.message,
    id: tag.oid,
    // the wire ends the address with the tag's own id, also where that is no commit
    commit: { url: `${repoView.api(cx, repo)}/git/commits/${tag.oid}`, sha: tag.commit, created: formatTimeAt(tag.date, tag.offset) },
    zipball_url: `${archive}.zip`,
    tarball_url: `${archive}.tar.gz`,
  }
}
