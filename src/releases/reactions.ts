// What becomes of a release when its tag is moved or taken away behind its back, and of files when what they hung on goes.
import { findRepoById } from '../access/index.ts'
import { tags } from '../code/index.ts'
import { objects } from '../git/index.ts'
import { issueFacts } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Db } from '../kernel/db.ts'
import { react, type Fact } from '../kernel/outbox.ts'
import { gitDir, refFacts, repos, repoStore } from '../repos/index.ts'
import { soon, SWEEP } from './ground/upkeep.ts'
import * as store from './store.ts'

const TAG = 'refs/tags/'

interface Moved {
  id: number
  sha: string
  created_at: number
}

/** The release of a moved tag and the commit the tag now leads to. */
async function whereNow(cx: Cx, fact: Fact<{ ref: string }>): Promise<Moved | undefined> {
  if (!fact.data.ref.startsWith(TAG)) return undefined
  const name = fact.data.ref.slice(TAG.length)
  const repo = await findRepoById(cx.db, fact.data.repo_id!)
  const row = repo && (await store.findTagged(cx.db, repo.id, name))
  if (!row || row.is_draft || row.tag_name !== name) return undefined
  const tag = await tags.find(cx, repo, name)
  return tag && { id: row.id, sha: tag.commit, created_at: (await objects.commit(cx.git, gitDir(cx, repo), tag.commit)).committer.date }
}

const bytesLater = async (cx: Cx, tx: Db) => cx.jobs.enqueue(tx, SWEEP, {}, soon)

export const reactions = [
  react(repos.removed, bytesLater),
  react(issueFacts.issueRemoved, bytesLater),
  react(issueFacts.commentRemoved, bytesLater),
  react(refFacts.deleted, async (_cx, tx, { data }) => {
    if (!data.ref.startsWith(TAG)) return
    const name = data.ref.slice(TAG.length)
    const row = await store.findTagged(tx, data.repo_id!, name)
    if (!row || row.is_draft || row.tag_name !== name) return
    await store.update(tx, row.id, { is_draft: true, sha: '', published_at: null })
    await repoStore.countReleases(tx, data.repo_id!, -1)
  }, { prompt: true }),
  react(refFacts.pushed, async (_cx, tx, _fact, now: Moved | undefined) => {
    if (now) await store.update(tx, now.id, { sha: now.sha, created_at: now.created_at })
  }, { prompt: true, prepare: whereNow }),
]
