// What happened, as jobs read it in `github.event`: the shapes that webhooks carry.
import type { Account, Repo } from '../../access/index.ts'
import { log, objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { TSchema } from '../../kernel/schema.ts'
import { serialize } from '../../kernel/serialize.ts'
import { formatTimeAt } from '../../kernel/times.ts'
import { gitDir, Repository, repoView } from '../../repos/index.ts'
import { User, userView } from '../../users/index.ts'
import type { JsonObject } from '../engine/workflow.ts'

/** Exactly what the record declares, whatever the view made it from. */
export const plain = (schema: TSchema, value: unknown): JsonObject => JSON.parse(serialize(schema, value))

/** Members that every payload ends with. */
export function around(cx: Cx, repo: Repo, by: Account): JsonObject {
  const person = (account: Account) => plain(User, userView.one(cx, account, null))
  const organization: JsonObject = repo.owner.type === 'organization' ? { organization: person(repo.owner) } : {}
  return { repository: plain(Repository, repoView.bare(cx, repo, null, undefined)), ...organization, sender: person(by) }
}

const maxCommits = 30

async function commitsOf(cx: Cx, repo: Repo, oids: string[]): Promise<JsonObject[]> {
  const dir = gitDir(cx, repo)
  return (await objects.commits(cx.git, dir, oids)).map((one) => ({
    id: one.oid,
    message: one.message,
    url: `${repoView.html(cx, repo)}/commit/${one.oid}`,
    author: { name: one.author.name, email: one.author.email, username: '' },
    committer: { name: one.committer.name, email: one.committer.email, username: '' },
    verification: null,
    timestamp: formatTimeAt(one.author.date, one.author.offset),
    added: null,
    removed: null,
    modified: null,
  }))
}

export async function push(cx: Cx, repo: Repo, by: Account, moved: { ref: string; old: string | null; new: string; commit: string }): Promise<JsonObject> {
  const dir = gitDir(cx, repo)
  const zero = '0'.repeat(moved.new.length)
  const branch = moved.ref.startsWith('refs/heads/')
  const oids = branch ? await log.list(cx.git, dir, { from: moved.commit, ...(moved.old ? { not: [moved.old] } : {}), limit: maxCommits }) : [moved.commit]
  const total = branch && oids.length === maxCommits ? await log.count(cx.git, dir, { from: moved.commit, ...(moved.old ? { not: [moved.old] } : {}) }) : oids.length
  const commits = await commitsOf(cx, repo, oids)
  const [head] = oids[0] === moved.commit ? commits : await commitsOf(cx, repo, [moved.commit])
  const { sender, ...rest } = around(cx, repo, by)
  return {
    ref: moved.ref, before: moved.old ?? zero, after: moved.new, compare_url: moved.old ? `${repoView.html(cx, repo)}/compare/${moved.old}...${moved.new}` : '', commits, total_commits: total, head_commit: head,
    ...rest, pusher: sender, sender,
  }
}

const short = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '')
const kind = (ref: string) => (ref.startsWith('refs/tags/') ? 'tag' : 'branch')

export const created = (cx: Cx, repo: Repo, by: Account, ref: string, sha: string): JsonObject => ({ sha, ref: short(ref), ref_type: kind(ref), ...around(cx, repo, by) })

export const deleted = (cx: Cx, repo: Repo, by: Account, ref: string): JsonObject => ({ ref: short(ref), ref_type: kind(ref), pusher_type: 'user', ...around(cx, repo, by) })
