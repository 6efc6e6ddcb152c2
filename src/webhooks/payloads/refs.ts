// Pushes, and branches and tags that come and go.
import type { Account, Repo } from '../../access/index.ts'
import { commitView, pushes } from '../../code/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { repoView } from '../../repos/index.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { around, user, type Scene } from './parts.ts'

interface Moved {
  ref: string
  /** null = it is new, or gone */
  old: string | null
  new: string | null
}

/** The events of one ref, in the order receivers know. */
export function onRef({ cx, repo, by }: Scene, moved: Moved): Happening[] {
  const { ref } = moved
  const type = ref.startsWith('refs/heads/') ? 'branch' : ref.startsWith('refs/tags/') ? 'tag' : undefined
  if (!type) return []
  const short = ref.replace(/^refs\/(heads|tags)\//, '')
  const push: Happening = { type: 'push', ref, payload: () => pushPayload(cx, repo, by, moved) }
  const create: Happening = { type: 'create', ref, payload: () => ({ sha: moved.new, ref: short, ref_type: type, ...around(cx, repo, by) }) }
  const gone: Happening = { type: 'delete', ref, payload: () => ({ ref: short, ref_type: type, pusher_type: 'user', ...around(cx, repo, by) }) }
  if (moved.old === null) return type === 'branch' ? [create, push] : [push, create]
  if (moved.new === null) return type === 'branch' ? [gone] : [push, gone]
  return [push]
}

const nothing = (repo: Repo) => '0'.repeat(repo.object_format === 'sha1' ? 40 : 64)

async function pushPayload(cx: Cx, repo: Repo, by: Account | undefined, { ref, old, new: next }: Moved) {
  const pushed = await pushes.commitsOf(cx, repo, { ref, old, new: next })
  const base = old ?? pushed.base
  const { repository, sender } = around(cx, repo, by)
  return {
    ref,
    before: old ?? nothing(repo),
    after: next ?? nothing(repo),
    compare_url: base && next && ref.startsWith('refs/heads/') ? `${repoView.html(cx, repo)}/compare/${base}...${next}` : '',
    commits: await commitView.payloads(cx, repo, pushed.commits.map((one) => one.oid), true),
    total_commits: pushed.total,
    head_commit: pushed.head ? (await commitView.payloads(cx, repo, [pushed.head.oid], true))[0] : null,
    repository,
    pusher: sender,
    sender,
  }
}

/** A push of the newest commit of the default branch on top of itself. */
export async function testPush(cx: Cx, repo: Repo, by: Account, ref: string | undefined) {
  const head = await pushes.headOf(cx, repo)
  if (!head) throw notFound()
  const [shown] = await commitView.payloads(cx, repo, [head.oid], true)
  const { repository, sender } = around(cx, repo, by)
  return {
    ref: ref || `refs/heads/${repo.default_branch}`, before: head.oid, after: head.oid, compare_url: `${repoView.html(cx, repo)}/compare/${head.oid}...${head.oid}`,
    commits: [shown], total_commits: 1, head_commit: shown, repository, pusher: user(cx, by), sender,
  }
}
