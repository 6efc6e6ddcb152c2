// What the room does in the background: sizes, languages and packing after pushes, and what a crash left behind.
import { findRepoById, type Repo } from '../../access/index.ts'
import { init, log, receive, refs, tidy } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { CronTask, JobKind } from '../../kernel/jobs.ts'
import { gitDir, quota, repoStore, wikiDir } from '../../repos/index.ts'
import * as commits from '../commits/verbs.ts'
import * as languages from '../languages/verbs.ts'
import * as moves from '../moves/verbs.ts'
import * as largeFiles from '../large-files/store.ts'
import * as licenses from '../licenses/verbs.ts'
import * as intentions from '../moves/store.ts'
import * as trigrams from '../trigrams/verbs.ts'

/** Some seconds after the last of several pushes: walks get their index, and the row says what there is. */
async function tidyUp(cx: Cx, { repo_id }: { repo_id: number }): Promise<void> {
  const repo = await findRepoById(cx.db, repo_id)
  if (!repo || repo.status !== 'ready') return
  await cx.write((tx) => trigrams.enqueue(cx, tx, { repo_id }))
  const dir = gitDir(cx, repo)
  if (!repo.is_empty) {
    await log.writeCommitGraph(cx.git, dir)
    await commits.note(cx, repo)
    await tidy.packIfNeeded(cx.git, dir)
  }
  const [language = ''] = Object.keys(await languages.count(cx, repo))
  // one given when it was made stays until there are files that could say otherwise
  const found = repo.is_empty ? {} : { licenses: JSON.stringify(await licenses.detect(cx, repo)) }
  await measure(cx, repo, { language, ...found })
}

async function measure(cx: Cx, repo: { id: number; storage: string; object_format: 'sha1' | 'sha256' }, more: { language?: string; licenses?: string } = {}): Promise<void> {
  const size = Math.ceil(((await init.size(gitDir(cx, repo))) + (await init.size(wikiDir(cx, repo)))) / 1024)
  const lfs = Math.ceil((await largeFiles.bytesOf(cx.db, repo.id)) / 1024)
  await cx.write(async (tx) => {
    const { owner_id } = await repoStore.update(tx, repo.id, { git_size: size, lfs_size: lfs, size: size + lfs, ...more })
    await quota.settle(tx, owner_id, 'git')
  })
}

export const jobs: JobKind[] = [{ kind: 'code.tidy', run: tidyUp, leaseSeconds: 3600 }]

/** One after the other, so that the site stays usable meanwhile. */
async function ofEach(cx: Cx, failed: string, work: (repo: Repo) => Promise<void>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await repoStore.listStored(cx.db, after, 200)
    if (rows.length === 0) return
    for (const { id } of rows) {
      const repo = await findRepoById(cx.db, id)
      if (repo?.status !== 'ready' || repo.is_empty) continue
      try {
        await work(repo)
      } catch (error) {
        cx.log.error(failed, { repo: id, error: String(error) })
      }
    }
    after = rows.at(-1)!.id
  }
}

const packAll = (cx: Cx): Promise<void> =>
  ofEach(cx, 'a repository could not be packed', async (repo) => {
    await tidy.pack(cx.git, gitDir(cx, repo))
    await measure(cx, repo)
  })

const readLicenses = (cx: Cx): Promise<void> =>
  ofEach(cx, 'the licences of a repository could not be read', async (repo) => {
    const found = JSON.stringify(await licenses.detect(cx, repo))
    if (found !== repo.licenses) await cx.write((tx) => repoStore.update(tx, repo.id, { licenses: found }))
  })

export const crons: CronTask[] = [
  { name: 'sync_repo_licenses', schedule: '@annually', enabled: false, run: readLicenses },
  { name: 'git_gc_repos', schedule: '@every 72h', enabled: false, run: packAll },
]

/** Locks younger than this may be another node's. */
const LOCK_MS = 5000
/** A move takes less; on a database that other nodes share, younger ones may be under way there. */
const MOVE_SECONDS = 120

/** Repositories in which a process died while it moved refs `older` seconds ago or before. */
export async function recover(cx: Cx, older = 0): Promise<void> {
  const before = cx.now() - older
  const open = await intentions.listOlder(cx.db, before)
  for (const id of new Set(open.map((one) => one.repo_id))) {
    const repo = await findRepoById(cx.db, id)
    if (!repo) continue
    await refs.sweepLocks(cx.git, gitDir(cx, repo), LOCK_MS)
    await receive.sweepQuarantine(gitDir(cx, repo))
  }
  if (open.length > 0) await moves.settleAll(cx, before)
}

/** Recovers at start and, for nodes that die while others live, from time to time. */
export async function watch(cx: Cx): Promise<{ close(): Promise<void> }> {
  await recover(cx, /^postgres(ql)?:/.test(cx.config.database_url) ? MOVE_SECONDS : 0)
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => recover(cx, MOVE_SECONDS)).catch((error) => cx.log.error('moves of refs were not settled', { error: String(error) }))
  }, 60_000)
  timer.unref()
  return {
    close() {
      clearInterval(timer)
      return running
    },
  }
}
