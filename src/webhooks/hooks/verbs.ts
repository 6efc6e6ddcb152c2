import { findRepoById } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { isWebUrl } from '../../kernel/decode.ts'
import { bad, invalid, notFound } from '../../kernel/errors.ts'
import { glob } from '../../kernel/glob.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import type { HookRow } from '../tables.ts'
import { expand } from '../ground/events.ts'
import type { Owner } from '../ground/owner.ts'
import * as store from './store.ts'

export const created = fact('hook.created', { hook_id: Id })
export const edited = fact('hook.edited', { hook_id: Id })
export const removed = fact('hook.removed', { hook_id: Id })

export const kinds = ['gitea', 'gogs', 'slack', 'discord', 'dingtalk', 'telegram', 'msteams', 'feishu', 'matrix', 'wechatwork', 'packagist']

interface Input {
  config?: Record<string, string>
  events?: string[]
  branch_filter?: string
  authorization_header?: string
  active?: boolean
  name?: string
}

export async function create(cx: Cx, owner: Owner, by: { id: number }, input: Input & { type: string; config: Record<string, string> }): Promise<HookRow> {
  checkFilter(input.branch_filter)
  const { config } = input
  if (!kinds.includes(input.type)) throw invalid(`Invalid hook type: ${input.type}`)
  for (const key of ['url', 'content_type']) if (config[key] === undefined) throw invalid(`Missing config option: ${key}`)
  const sent = { content_type: contentType(config.content_type), url: webUrl(config.url) }
  const system = config.is_system_webhook === undefined ? false : boolean(config.is_system_webhook)
  const row = {
    ...owner, is_system: owner.repo_id === null && owner.owner_id === null && system, kind: input.type, name: (input.name ?? '').trim(),
    ...sent, secret: '', authorization: '', branch_filter: input.branch_filter ?? '', events: JSON.stringify(expand(input.events)),
    meta: JSON.stringify(input.type === 'slack' ? slackMeta(config) : {}), is_active: input.active ?? false, created_at: cx.now(), updated_at: cx.now(),
  }
  return cx.write(async (tx) => {
    const made = await seal(cx, tx, (await store.insert(tx, row)).id, { secret: config.secret, authorization: header(input.authorization_header) })
    await emit(tx, created, { repo_id: made.repo_id ?? undefined, by_id: by.id, hook_id: made.id })
    return made
  })
}

/** What is left out of the first three is reset, not kept, and the secret stays as it is: so the wire has it. */
export const edit = (cx: Cx, owner: Owner, by: { id: number }, id: number, input: Input): Promise<HookRow> =>
  change(cx, owner, by, id, input, { authorization: header(input.authorization_header) })

/** As a form does it, which cannot show what is secret: what is left empty is kept, anything else is taken. */
export const revise = (cx: Cx, owner: Owner, by: { id: number }, id: number, input: Input): Promise<HookRow> =>
  change(cx, owner, by, id, input, { ...(input.config?.secret && { secret: input.config.secret }), ...(input.authorization_header && { authorization: header(input.authorization_header) }) })

async function change(cx: Cx, owner: Owner, by: { id: number }, id: number, input: Input, secrets: { secret?: string; authorization?: string }): Promise<HookRow> {
  return cx.write(async (tx) => {
    const found = await store.find(tx, owner, id)
    if (!found) throw notFound()
    checkFilter(input.branch_filter)
    const { config = {} } = input
    const values = {
      url: config.url === undefined ? found.url : webUrl(config.url),
      content_type: config.content_type === undefined ? found.content_type : contentType(config.content_type),
      meta: found.kind === 'slack' && config.channel !== undefined ? JSON.stringify(slackMeta(config)) : found.meta,
      events: JSON.stringify(expand(input.events)), branch_filter: input.branch_filter ?? '', updated_at: cx.now(),
      ...(input.active === undefined ? {} : { is_active: input.active }),
      ...(input.name === undefined ? {} : { name: input.name.trim() }),
    }
    const row = await store.update(tx, id, values)
    const made = Object.keys(secrets).length > 0 ? await seal(cx, tx, id, secrets) : row
    await emit(tx, edited, { repo_id: made.repo_id ?? undefined, by_id: by.id, hook_id: id })
    return made
  })
}

export async function remove(cx: Cx, owner: Owner, by: { id: number }, id: number): Promise<void> {
  await cx.write(async (tx) => {
    const found = await store.find(tx, owner, id)
    if (!found) throw notFound()
    await store.remove(tx, id)
    await emit(tx, removed, { repo_id: found.repo_id ?? undefined, by_id: by.id, hook_id: id })
  })
}

export async function get(cx: Cx, owner: Owner, id: number): Promise<HookRow> {
  const found = await store.find(cx.db, owner, id)
  if (!found) throw notFound()
  return found
}

/** The site's default hooks, as the new repository's own from now on. */
export async function copyDefaults(cx: Cx, tx: Db, repoId: number): Promise<void> {
  if (await findRepoById(tx, repoId)) await copied(cx, tx, await store.listDefault(tx), repoId)
}

/** Those of a template, as the new repository's own from now on. */
export async function copyFrom(cx: Cx, tx: Db, templateId: number, repoId: number): Promise<void> {
  if (await findRepoById(tx, repoId)) await copied(cx, tx, await store.listOfRepo(tx, templateId), repoId)
}

async function copied(cx: Cx, tx: Db, rows: HookRow[], repoId: number): Promise<void> {
  for (const { id, ...row } of rows) {
    const own = await store.insert(tx, { ...row, repo_id: repoId, secret: '', authorization: '', created_at: cx.now(), updated_at: cx.now() })
    await seal(cx, tx, own.id, secretsOf(cx, { id, ...row }))
  }
}

const context = (id: number, column: string) => `hook.${column} ${id}`

/** Stores secrets bound to their row; an empty one is kept as nothing. */
const seal = (cx: Cx, tx: Db, id: number, secrets: { secret?: string; authorization?: string }) =>
  store.update(tx, id, Object.fromEntries(Object.entries(secrets).map(([column, plain]) => [column, plain ? cx.secrets.encrypt(plain, context(id, column)) : ''])))

/** What is sealed in a row, in the clear, for sending. */
export const secretsOf = (cx: Cx, row: HookRow) => ({
  secret: row.secret && cx.secrets.decrypt(row.secret, context(row.id, 'secret')),
  authorization: row.authorization && cx.secrets.decrypt(row.authorization, context(row.id, 'authorization')),
})

function checkFilter(filter: string | undefined): void {
  const problem = filter ? glob(filter) : undefined
  if (typeof problem === 'string') throw invalid(`[BranchFilter]: ${problem}`)
}

function contentType(word: string): 'json' | 'form' {
  if (word !== 'json' && word !== 'form') throw invalid('Invalid content type')
  return word
}

function webUrl(url: string): string {
  if (!isWebUrl(url)) throw invalid('Invalid url')
  return url
}

function boolean(word: string): boolean {
  if (/^(1|t|T|TRUE|true|True)$/.test(word)) return true
  if (/^(0|f|F|FALSE|false|False)$/.test(word)) return false
  throw invalid('Invalid is_system_webhook value')
}

/** It is to become a header of our requests, so nothing may end one. */
function header(value: string | undefined): string {
  if (value && !/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) throw invalid('Invalid authorization header')
  return value ?? ''
}

function slackMeta(config: Record<string, string>) {
  if (config.channel === undefined) throw invalid('Missing config option: channel')
  const channel = config.channel.trim()
  if (channel === '' || channel === '#') throw bad('Invalid slack channel name')
  return { channel, username: config.username ?? '', icon_url: config.icon_url ?? '', color: config.color ?? '' }
}
