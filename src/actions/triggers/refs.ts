// Pushes: branches and tags that come, move and go.
import { log, objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Fact } from '../../kernel/outbox.ts'
import { gitDir } from '../../repos/index.ts'
import type { Account, Repo } from '../../access/index.ts'
import type { Found } from '../schedules/verbs.ts'
import * as schedules from '../schedules/verbs.ts'
import { changedPaths } from '../workflows/files.ts'
import { commitOf, doer, find, isBot, tipOf, titleOf, type Happened, type Start } from './match.ts'
import * as payload from './payload.ts'

const named = /^refs\/(?:heads|tags)\//

export interface Prepared {
  starts: Start[]
  /** the timetables of the default branch, when that is what moved */
  timetable?: Found
}

export async function moved(cx: Cx, fact: Fact<{ ref: string; old?: string; new: string }>): Promise<Prepared | undefined> {
  const { ref, old = null, new: next } = fact.data
  const who = named.test(ref) ? await doer(cx, fact) : undefined
  const commit = who && (await commitOf(cx, who.repo, next))
  if (!who || !commit) return undefined
  const { repo, by } = who
  const timetable = ref === `refs/heads/${repo.default_branch}` ? await schedules.read(cx, repo, ref, commit) : undefined
  if (isBot(by)) return { starts: [], timetable }
  const { message } = await objects.commit(cx.git, gitDir(cx, repo), commit)
  const frame = { status_sha: commit }
  const what = { repo, by_id: by.id, event: 'push', ref, sha: commit, title: titleOf(message), payload: await payload.push(cx, repo, by, { ref, old, new: next, commit }), frame, source: commit }
  const happened: Happened[] = [{ what, event: { name: 'push', ref }, message, paths: () => changed(cx, repo, old, commit) }]
  if (old === null) happened.push({ what: { ...what, event: 'create', payload: payload.created(cx, repo, by, ref, commit), frame: {} }, event: { name: 'create' } })
  return { starts: await find(cx, happened), timetable }
}

/** What a push brings; a new branch is measured against where it left the default branch. */
async function changed(cx: Cx, repo: Repo, old: string | null, commit: string): Promise<string[]> {
  if (old) return changedPaths(cx, repo, old, commit)
  const tip = await tipOf(cx, repo, `refs/heads/${repo.default_branch}`)
  const from = tip && tip !== commit ? await log.mergeBase(cx.git, gitDir(cx, repo), tip, commit) : null
  return changedPaths(cx, repo, from, commit)
}

export async function gone(cx: Cx, fact: Fact<{ ref: string }>): Promise<Start[] | undefined> {
  const { ref } = fact.data
  const who = named.test(ref) ? await doer(cx, fact) : undefined
  if (!who || isBot(who.by)) return undefined
  return onDefaultBranch(cx, who.repo, who.by, 'delete', [], payload.deleted(cx, who.repo, who.by, ref))
}

/** Events that belong to no commit run on the default branch. */
export async function onDefaultBranch(cx: Cx, repo: Repo, by: Account, event: string, actions: string[], data: Happened['what']['payload'], more: Partial<Happened['what']> & { on?: Partial<Happened['event']> } = {}): Promise<Start[] | undefined> {
  const ref = `refs/heads/${repo.default_branch}`
  const tip = await tipOf(cx, repo, ref)
  if (!tip) return undefined
  const { on, ...rest } = more
  const { message } = await objects.commit(cx.git, gitDir(cx, repo), tip)
  return find(cx, [{ what: { repo, by_id: by.id, event, ref, sha: tip, title: titleOf(message), payload: data, source: tip, ...rest }, event: { name: event, ...(actions.length > 0 ? { actions } : {}), ...on } }])
}
