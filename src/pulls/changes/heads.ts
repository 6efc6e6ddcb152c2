// What `head` and `base` name: branches, of this repository or of another.
import { accessTo, canRead, findAccountByName, findRepo, findRepoById, READ, type Account, type Actor, type Repo } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, invalid, notFound } from '../../kernel/errors.ts'
import { gitDir, repoStore } from '../../repos/index.ts'
import * as store from '../pulls/store.ts'

export interface Head {
  repo: Repo
  branch: string
}

/** `branch`, `user:branch` (their repository of the same family) or `user/repo:branch`. */
export async function parse(cx: Cx, base: Repo, text: string): Promise<Head> {
  const colon = text.indexOf(':')
  if (colon < 0) return { repo: base, branch: text }
  const [owner, branch] = [text.slice(0, colon), text.slice(colon + 1)]
  const slash = owner.indexOf('/')
  if (slash >= 0) {
    const repo = await findRepo(cx.db, owner.slice(0, slash), owner.slice(slash + 1))
    if (!repo) throw notFound()
    return { repo, branch }
  }
  const account = await findAccountByName(cx.db, owner)
  if (!account) throw notFound()
  if (account.id === base.owner_id) return { repo: base, branch }
  const repo = await relative(cx.db, base, account)
  if (!repo) throw bad(`${account.name} has no fork of this repository`)
  return { repo, branch }
}

/** The account's repository among all that were forked from each other. */
async function relative(db: Db, base: Repo, account: Account): Promise<Repo | undefined> {
  let root = base.id
  for (let parent = base.fork_id, steps = 0; parent !== null && steps < 100; steps++) {
    root = parent
    parent = (await store.findParent(db, parent))?.fork_id ?? null
  }
  const [found] = await store.listOwnedAmong(db, account.id, await repoStore.listWithForks(db, root))
  return found && findRepoById(db, found.id)
}

/** The branch a name means; 404 if it means nothing, 422 if it means something else. */
export async function branchOf(cx: Cx, repo: Repo, name: string): Promise<string> {
  const dir = gitDir(cx, repo)
  const found = await objects.resolve(cx.git, dir, name, { refs: await refs.list(cx.git, dir, repo.refs_version), relative: true })
  if (!found) throw notFound()
  if (found.kind !== 'branch' || !found.ref) throw invalid(`${name} is not a branch`)
  return found.ref.slice('refs/heads/'.length)
}

/** With the limits of the token that asks. */
export async function needReadable(db: Db, repo: Repo, actor: Actor): Promise<void> {
  if (!canRead(await accessTo(db, actor, repo), 'code')) throw notFound()
}

/** The head in a path: other people's repository must bear the same name, or be named. Those unseen are not there. */
export async function among(cx: Cx, base: Repo, actor: Actor, text: string): Promise<Head> {
  const colon = text.indexOf(':')
  if (colon < 0) return { repo: base, branch: text }
  const [owner, name = base.name] = text.slice(0, colon).split('/')
  const repo = await findRepo(cx.db, owner, name)
  if (!repo || (await accessTo(cx.db, actor, repo)).level < READ) throw notFound()
  return { repo, branch: text.slice(colon + 1) }
}
