// What the room does in the background: folders of removed repositories, strays, counters.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findAccount } from '../access/index.ts'
import { init, receive, refs } from '../git/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { CronTask, JobKind } from '../kernel/jobs.ts'
import * as avatars from './avatars/verbs.ts'
import { gitDir, repositoriesFolder, wikiDir } from './folders.ts'
import * as store from './repos/store.ts'
import * as repos from './repos/verbs.ts'

interface Stored {
  storage: string
  object_format: 'sha1' | 'sha256'
}

async function clear(cx: Cx, stored: Stored & { avatar?: string }): Promise<void> {
  await init.remove(cx.git, gitDir(cx, stored))
  await init.remove(cx.git, wikiDir(cx, stored))
  if (stored.avatar) await avatars.forget(cx, stored.avatar)
}

async function removeAll(cx: Cx, { owner_id, by_id }: { owner_id: number; by_id: number }): Promise<void> {
  const by = (await findAccount(cx.db, by_id)) ?? (await findAccount(cx.db, owner_id))
  if (!by) return
  for (const repo of await store.listWithOwners(cx.db, await store.listIdsOwnedBy(cx.db, owner_id))) await repos.remove(cx, repo, by)
}

export const jobs: JobKind[] = [
  { kind: 'repos.clear', run: clear },
  { kind: 'repos.remove-all', run: removeAll, leaseSeconds: 1800 },
  { kind: 'repos.align', run: align },
]

/** All repositories, a few hundred at a time. */
async function* everyRepo(cx: Cx) {
  for (let after = 0; ; ) {
    const rows = await store.listStored(cx.db, after, 200)
    if (rows.length === 0) return
    yield* rows
    after = rows.at(-1)!.id
  }
}

const missing = (path: string) => stat(path).then(() => false, (error) => error.code === 'ENOENT')

const HOUR = 3_600_000
const FOLDER = /^([A-Za-z0-9]+)(?:\.wiki)?\.git(?:\.(?:new|gone)-[0-9a-f]+)?$/

/**
 * What a crash left between folder and row, or between row and folder. Fresh ones may still be getting theirs; and a whole repository
 * that no row knows is not ours to remove: it may be the database that is the older of the two.
 */
export async function sweepStrays(cx: Cx, graceMs = HOUR): Promise<string[]> {
  const root = repositoriesFolder(cx)
  const swept: string[] = []
  const unknown: string[] = []
  for (const shelf of await readdir(root).catch(() => [])) {
    const names = await readdir(join(root, shelf)).catch(() => [])
    const storages = names.flatMap((name) => FOLDER.exec(name)?.[1] ?? [])
    const known = await store.knownStorages(cx.db, [...new Set(storages)])
    for (const name of names) {
      const storage = FOLDER.exec(name)?.[1]
      const passing = /\.(new|gone)-[0-9a-f]+$/.test(name)
      if (!storage || (known.has(storage) && !passing)) continue
      const path = join(root, shelf, name)
      const found = await stat(path).catch(() => null)
      if (!found || Date.now() - found.mtimeMs < graceMs) continue
      if (!passing && !(await init.isNobodys(path))) {
        unknown.push(name)
        continue
      }
      await init.remove(cx.git, { path, format: 'sha1' })
      swept.push(name)
    }
  }
  if (unknown.length > 0) cx.log.warn('there are repositories that the database does not know', { folders: unknown.slice(0, 100), count: unknown.length })
  if (swept.length > 0) cx.log.info('removed folders without a repository', { folders: swept })
  return swept
}

/** At start on a database of our own everything older than this process was left by one that died; with other nodes it may be theirs. */
export async function start(cx: Cx): Promise<{ close(): Promise<void> }> {
  const graceMs = /^postgres(ql)?:/.test(cx.config.database_url) ? HOUR : process.uptime() * 1000
  let closed = false
  const sweep = async () => {
    await sweepStrays(cx, graceMs)
    // what pushes had brought when their process died goes at once, however large it is
    for await (const repo of everyRepo(cx)) {
      if (closed) return
      for (const dir of [gitDir(cx, repo), wikiDir(cx, repo)]) await receive.sweepQuarantine(dir)
    }
  }
  const sweeping = sweep().catch((error) => cx.log.error('what a crash left was not swept', { error: String(error) }))
  return {
    async close() {
      closed = true
      await sweeping
    },
  }
}

/** HEAD as the row has it, after a crash between the two. */
async function align(cx: Cx, { repo_id }: { repo_id: number }): Promise<void> {
  const repo = await store.findWithOwner(cx.db, repo_id)
  const dir = repo && gitDir(cx, repo)
  if (!dir || (await refs.readHead(dir)) === repo.default_branch) return
  await refs.setHead(cx.git, dir, repo.default_branch)
  await cx.write((tx) => store.touchRefs(tx, repo.id, { now: cx.now() }))
}

async function healthCheck(cx: Cx): Promise<void> {
  await sweepStrays(cx)
  for await (const repo of everyRepo(cx)) {
    const dir = gitDir(cx, repo)
    if (await missing(dir.path)) {
      cx.log.error('the folder of a repository is missing', { repo: repo.id, folder: dir.path })
      continue
    }
    for (const one of [dir, wikiDir(cx, repo)]) {
      await refs.sweepLocks(cx.git, one, HOUR)
      await receive.sweepQuarantine(one, HOUR)
      await receive.sweepTemporary(cx.git, one)
    }
  }
}

async function reinitMissing(cx: Cx): Promise<void> {
  for await (const repo of everyRepo(cx)) {
    const dir = gitDir(cx, repo)
    if (repo.status !== 'ready' || !(await missing(dir.path))) continue
    await init.create(cx.git, dir.path, { format: repo.object_format, defaultBranch: repo.default_branch })
    await cx.write((tx) => store.update(tx, repo.id, { is_empty: true, num_branches: 0, size: 0, git_size: 0, updated_at: cx.now() }).then(() => store.touchRefs(tx, repo.id, { now: cx.now() })))
  }
}

async function deleteMissing(cx: Cx): Promise<void> {
  for await (const { id, storage, object_format, status } of everyRepo(cx)) {
    if (status !== 'ready' || !(await missing(gitDir(cx, { storage, object_format }).path))) continue
    const repo = await store.findWithOwner(cx.db, id)
    if (repo) await repos.remove(cx, repo, repo.owner)
  }
}

export const crons: CronTask[] = [
  { name: 'repo_health_check', schedule: '@midnight', enabled: true, run: healthCheck },
  { name: 'check_repo_stats', schedule: '@midnight', enabled: true, atStart: true, run: (cx) => cx.write((tx) => store.recount(tx)) },
  { name: 'reinit_missing_repos', schedule: '@every 72h', enabled: false, run: reinitMissing },
  { name: 'delete_missing_repos', schedule: '@every 72h', enabled: false, run: deleteMissing },
]
