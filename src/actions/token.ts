// The token of a running job: who it speaks as, and how far it reaches.
import { addTokenReader, findAccount, NONE, READ, WRITE, type Actor, type Level, type Scopes } from '../access/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { hashToken } from '../kernel/secrets.ts'
import { botId } from './bot.ts'
import type { TokenAccess } from './engine/permissions.ts'
import * as tasks from './tasks/store.ts'

const levels: Record<TokenAccess[keyof TokenAccess], Level> = { none: NONE, read: READ, write: WRITE }
/** Repositories and what lies in them; nothing that belongs to an account. */
const scopes: Scopes = { levels: { repository: 2, issue: 2, package: 2, misc: 2, user: 1, organization: 1 }, publicOnly: false }

/** Valid while the task runs or is being stopped, and never afterwards. */
export async function jobActor(cx: Cx, token: string): Promise<Actor | undefined> {
  const task = /^[0-9a-f]{40}$/.test(token) ? await tasks.findByToken(cx.db, hashToken(token)) : undefined
  if (!task || (task.status !== 'running' && task.status !== 'cancelling')) return undefined
  const account = await findAccount(cx.db, botId)
  const access: TokenAccess = JSON.parse(task.access)
  const units = Object.fromEntries(Object.entries(access).map(([unit, word]) => [unit, levels[word]]))
  return { account: account ?? null, scopes, publicOnly: false, via: 'token', job: { task_id: task.id, repo_id: task.repo_id, units } }
}

addTokenReader(jobActor)
