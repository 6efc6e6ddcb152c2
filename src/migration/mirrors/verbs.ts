// A mirror becomes what its source is: objects first, then all refs in one step, each told as it moved.
import { findRepoById, type Repo } from '../../access/index.ts'
import { moves } from '../../code/index.ts'
import { refs, remotes } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, notFound, Refusal } from '../../kernel/errors.ts'
import type { CronTask, JobKind } from '../../kernel/jobs.ts'
import { gitDir, quota, repoStore, type MirrorChange, type MirrorEditor } from '../../repos/index.ts'
import type { Credential } from '../ground/address.ts'
import { wordsOf } from '../ground/remote.ts'
import * as folders from '../imports/folders.ts'
import { pushDue } from '../push-mirrors/verbs.ts'
import { opened, sealed } from './secrets.ts'
import * as store from './store.ts'

const later = (cx: Cx, tx: Db, repoId: number) => cx.jobs.enqueue(tx, 'migration.mirror', { repo_id: repoId }, { key: String(repoId) })

/** Asks for an update; it happens soon. */
export async function ask(cx: Cx, repo: Repo): Promise<void> {
  if (!repo.is_mirror) throw bad('Repository is not a mirror')
  await cx.write((tx) => later(cx, tx, repo.id))
}

/** When it was tried last, and what went wrong then. */
export async function state(cx: Cx, repo: Repo): Promise<{ tried_at: number; last_error: string }> {
  const row = repo.is_mirror ? await store.find(cx.db, repo.id) : undefined
  if (!row) throw notFound()
  return row
}

/** With another credential, or another mind about what goes at the source. */
export const adjust: MirrorEditor = async (cx, tx, repo, change) => {
  const row = await store.find(tx, repo.id)
  if (!row) return
  const known = opened(cx, row)
  const next = credentialOf(known ?? { kind: 'plain', username: row.username, secret: '' }, change)
  if (next) await store.update(tx, repo.id, sealed(cx, repo.id, next))
  if (change.prunes !== undefined) await store.update(tx, repo.id, { prunes: change.prunes })
}

/** A token wins over a password; the password of one name is not that of another. Undefined where nothing changes. */
function credentialOf(known: Credential, { username = known.username, password, token }: MirrorChange): Credential | undefined {
  const secret = token || password
  if (secret) return { kind: 'plain', username, secret }
  return username === known.username ? undefined : { kind: 'plain', username, secret: '' }
}

/** A source that fails is remembered with its reason and tried again when its time comes. */
export async function sync(cx: Cx, { repo_id }: { repo_id: number }): Promise<void> {
  const [mirror, repo] = [await store.find(cx.db, repo_id), await findRepoById(cx.db, repo_id)]
  if (!mirror || !repo?.is_mirror) return
  await cx.write((tx) => store.update(tx, repo_id, { tried_at: cx.now() }))
  try {
    // how much a source has is known when it is here, so a mirror of an owner without room stands still
    await quota.needAny(cx, repo.owner)
    const source = { address: mirror.address, credential: opened(cx, mirror) }
    const changed = await follow(cx, repo, await folders.look(cx, source), mirror.prunes)
    const wiki = mirror.with_wiki ? await folders.lookForWiki(cx, source, repo.object_format) : undefined
    if (wiki) await folders.followWiki(cx, repo, wiki)
    const now = cx.now()
    await cx.write(async (tx) => {
      await store.update(tx, repo_id, { last_error: '' })
      await repoStore.update(tx, repo_id, { mirror_synced_at: now, ...(changed ? { mirror_updated_at: now } : {}) })
    })
  } catch (error) {
    const words = error instanceof Unfit || (error instanceof Refusal && error.kind === 'tooLarge') ? error.message : wordsOf(error)
    if (words === undefined) throw error
    cx.log.warn('a mirror could not be updated', { repo: repo_id, reason: words })
    await cx.write((tx) => store.update(tx, repo_id, { last_error: words }))
  }
}

class Unfit extends Error {}

/** Whether anything moved. */
async function follow(cx: Cx, repo: Repo, { remote, there, branch }: folders.Looked, prunes: boolean): Promise<boolean> {
  const dir = gitDir(cx, repo)
  const wanted = folders.ours(there)
  // an emptied source is more likely an accident than a wish, and nobody else may have a copy
  if (wanted.size === 0 && !repo.is_empty) throw new Unfit('the source has no branches any more')
  if (wanted.size > 0 && there.format !== repo.object_format) throw new Unfit('the source has another kind of object ids')
  await remotes.take(cx.git, dir, remote, wanted.values())
  const { heads, tags } = await refs.list(cx.git, dir)
  const has = new Map([...heads.values(), ...tags.values()].map((one) => [one.name, one.oid]))
  const gone = (prunes ? [...has] : []).filter(([name]) => !wanted.has(name)).map(([ref, old]) => ({ ref, old, new: null }))
  const moved = [...wanted].filter(([name, oid]) => has.get(name) !== oid).map(([ref, oid]) => ({ ref, old: has.get(ref) ?? null, new: oid }))
  if (gone.length + moved.length === 0) return false
  // HEAD follows only when its branch goes: which one is the default may have been chosen here
  const head = wanted.has(`refs/heads/${repo.default_branch}`) || (!prunes && heads.has(repo.default_branch)) ? undefined : branch
  // a folder cannot take the place of a file in one step
  const steps = gone.some(({ ref }) => moved.some((one) => one.ref.startsWith(`${ref}/`) || ref.startsWith(`${one.ref}/`))) ? [gone, moved] : [[...gone, ...moved]]
  for (const step of steps) {
    const result = await moves.move(cx, repo, { by: null, via: 'mirror', moves: step, head })
    if (!result.ok) throw new Unfit(`refs could not be moved: ${result.message}`)
  }
  return true
}

export const jobs: JobKind[] = [{ kind: 'migration.mirror', run: sync, attempts: 3, leaseSeconds: 3600 }]

export const crons: CronTask[] = [
  {
    name: 'update_mirrors', schedule: '@every 10m', enabled: true,
    async run(cx) {
      for (const id of await store.listDue(cx.db, cx.now())) await cx.write((tx) => later(cx, tx, id))
      await pushDue(cx)
    },
  },
]
