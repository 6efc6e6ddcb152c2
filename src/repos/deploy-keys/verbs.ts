import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { invalid } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { hashToken, newToken } from '../../kernel/secrets.ts'
import { parsePublicKey, sshKeys } from '../../users/index.ts'
import * as store from './store.ts'

export const created = fact('deploy_key.created', { deploy_key_id: Id })
export const removed = fact('deploy_key.removed', { deploy_key_id: Id })

export interface NewDeployKey {
  title: string
  key?: string
  read_only?: boolean
  key_type?: string
}

const known = () => invalid('This key has already been added to this repository')

/** An SSH key or a token for this repository alone; the token is shown this once. */
export async function create(cx: Cx, repo: Repo, by: Account, input: NewDeployKey): Promise<{ row: store.DeployKeyFound; token?: string }> {
  const type = input.key_type || 'ssh'
  if (type !== 'ssh' && type !== 'token') throw invalid('[KeyType]: In')
  if (type === 'ssh' && !input.key) throw invalid('[Key]: Required')
  const parsed = type === 'ssh' ? parsePublicKey(input.key!) : undefined
  const token = type === 'token' ? newToken() : undefined
  const row = await cx.write(async (tx) => {
    const key = parsed && (await sshKeys.holdForDeploy(tx, parsed, input.title, cx.now()))
    if (await store.findLike(tx, repo.id, input.title, key?.id ?? null)) throw known()
    const made = await store
      .insert(tx, {
        repo_id: repo.id, title: input.title, key_type: type, key_id: key?.id ?? null, token_hash: token ? hashToken(token) : null,
        read_only: input.read_only ?? false, created_at: cx.now(), last_used_at: 0,
      })
      .catch((error) => {
        throw isUniqueViolation(error) ? known() : error
      })
    await emit(tx, created, { repo_id: repo.id, by_id: by.id, deploy_key_id: made.id })
    return (await store.find(tx, repo.id, made.id))!
  })
  return { row, token }
}

/** Nothing happens if there is none. */
export async function remove(cx: Cx, repo: Repo, by: Account, id: number): Promise<void> {
  await cx.write(async (tx) => {
    const gone = await store.remove(tx, repo.id, id)
    if (!gone) return
    if (gone.key_id !== null) await sshKeys.releaseFromDeploy(tx, gone.key_id)
    await emit(tx, removed, { repo_id: repo.id, by_id: by.id, deploy_key_id: id })
  })
}
