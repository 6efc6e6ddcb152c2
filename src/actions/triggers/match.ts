// Which workflows an event starts: files are read from git before the transaction, runs are written inside it.
import { findAccount, findRepoById, type Account, type Repo } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { Lru } from '../../kernel/lru.ts'
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
  if (!repo || !isOn(repo)) return undefined
  const by = by_id === undefined || by_id === repo.owner_id ? repo.owner : await findAccount(cx.db, by_id)
  return by && { repo, by }
}

const isOn = (repo: Repo) => repo.has_actions && repo.has_code && !repo.is_archived && !repo.is_empty

/** Whether anything may start: false only where that is known without a look at git. */
export async function mayStart(cx: Cx, tx: Db, fact: Fact, events?: string[]): Promise<boolean> {
  const { repo_id } = fact.data
  const repo = cx.config.actions_enabled && repo_id !== undefined ? await once(fact, 'repo', () => findRepoById(tx, repo_id)) : undefined
  if (!repo || !isOn(repo)) return false
  const found = events && awaitedIn(cx).get(gitDir(cx, repo).path)
  return !found || found.version !== repo.refs_version || found.branch !== repo.default_branch || events.some((one) => found.events.has(one))
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
  const all = new Set(files.flatMap((file) => parsed(file.text, file.path).workflow?.on.map((one) => one.event) ?? []))
  awaitedIn(cx).set(gitDir(cx, repo).path, { version: repo.refs_version, branch: repo.default_branch, events: all })
  return events.some((one) => all.has(one))
}

const AWAITED = Symbol('awaited')

/** By folder: the events that workflows of the default branch wait for, as long as no ref moves. */
const awaitedIn = (cx: Cx) => cx.git.state(AWAITED, () => new Lru<{ version: number; branch: string; events: Set<string> }>(5000))

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
