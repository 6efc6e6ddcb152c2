// Which workflows an event starts: files are read from git before the transaction, runs are written inside it.
import { findAccount, findRepoById, type Account, type Repo } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { once, type Fact } from '../../kernel/outbox.ts'
import { gitDir } from '../../repos/index.ts'
import { botId } from '../bot.ts'
import { matches, skips, type Event } from '../engine/events.ts'
import { parsed } from '../runs/files.ts'
import { skip } from '../runs/skip.ts'
import { start, type Happening, type WorkflowFile } from '../runs/start.ts'
import { filesAt } from '../workflows/files.ts'
import * as workflowStore from '../workflows/store.ts'

export interface Happened {
  what: Happening
  event: Event
  /** a message that may ask for no run */
  message?: string
  /** read only if some workflow filters by paths */
  paths?: () => Promise<string[]>
}

export interface Start {
  what: Happening
  file: WorkflowFile
  /** its filters leave it out */
  filtered?: boolean
}

/** Whose doing it was; pushes of deploy keys and mirrors count as the owner's. Undefined if nothing starts here. */
export async function doer(cx: Cx, fact: { data: { repo_id?: number; by_id?: number } }): Promise<{ repo: Repo; by: Account } | undefined> {
  const { repo_id, by_id } = fact.data
  if (!cx.config.actions_enabled || repo_id === undefined) return undefined
  const repo = await once(fact as Fact, 'repo', () => findRepoById(cx.db, repo_id))
  if (!repo || !repo.has_actions || !repo.has_code || repo.is_archived || repo.is_empty) return undefined
  const by = by_id === undefined || by_id === repo.owner_id ? repo.owner : await findAccount(cx.db, by_id)
  return by && { repo, by }
}

export const isBot = (account: Account) => account.id === botId

/** The tip of a branch, as a commit. */
export async function tipOf(cx: Cx, repo: Repo, ref: string): Promise<string | undefined> {
  const oid = await refs.read(gitDir(cx, repo), ref)
  return oid ? commitOf(cx, repo, oid) : undefined
}

/** The commit behind an id, through tags; undefined for other things. */
export async function commitOf(cx: Cx, repo: Repo, oid: string): Promise<string | undefined> {
  return (await objects.resolve(cx.git, gitDir(cx, repo), oid, { want: 'commit', prefer: ['sha'] }))?.oid
}

/** Whether a workflow of the default branch waits for one of the events; asked before a payload is made in vain. */
export async function isAwaited(cx: Cx, repo: Repo, ...events: string[]): Promise<boolean> {
  const tip = await tipOf(cx, repo, `refs/heads/${repo.default_branch}`)
  const files = tip ? await filesAt(cx, repo, tip) : []
  return files.some((file) => parsed(file.text, file.path).workflow?.on.some((one) => events.includes(one.event)))
}

export const titleOf = (message: string) => message.trimStart().split('\n')[0].trim()

export async function find(cx: Cx, happened: Happened[]): Promise<Start[]> {
  const starts: Start[] = []
  for (const { what, event, message, paths } of happened) {
    if (message !== undefined && skips(message)) continue
    const files = await filesAt(cx, what.repo, what.source)
    const disabled = files.length > 0 ? await workflowStore.disabledOf(cx.db, what.repo.id) : new Set<string>()
    for (const file of files) {
      const { workflow } = parsed(file.text, file.path)
      const trigger = workflow?.on.find((one) => one.event === event.name)
      if (!workflow || !trigger || disabled.has(file.id)) continue
      if (paths && !event.paths && (trigger.filters.paths || trigger.filters['paths-ignore'])) event.paths = await paths()
      const { verdict } = matches(workflow, event)
      if (verdict === 'starts') starts.push({ what, file })
      else if (verdict === 'filtered' && what.frame?.status_sha && !what.fork) starts.push({ what, file, filtered: true })
    }
  }
  return starts
}

export async function begin(cx: Cx, tx: Db, starts: Start[] | undefined): Promise<void> {
  for (const { what, file, filtered } of starts ?? []) await (filtered ? skip : start)(cx, tx, what, file)
}
