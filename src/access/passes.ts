// What a short-lived link remembers of the credential it was made with: who that is comes from the rows of the moment it is
// used, so that a link ends together with its credential.
import type { Cx } from '../kernel/cx.ts'
import { hmacHex } from '../kernel/secrets.ts'
import { admitted, anonymous, type Actor } from './actor.ts'
import { parseScopes } from './scopes.ts'
import * as store from './store.ts'
import type { Account } from './store.ts'

export interface Pass {
  account?: number
  token?: number
  key?: number
  deploy?: number
  /** tells that the password is still the same */
  password?: string
}

/** Null for visitors, and for what is short-lived anyway: a CI job's token, a browser's session. */
export function passOf(cx: Cx, actor: Actor): Pass | null {
  if (actor.deploy) return { deploy: actor.deploy.id }
  if (!actor.account || actor.job || actor.via === 'session') return null
  const account = actor.account.id
  if (actor.tokenId !== undefined) return { account, token: actor.tokenId }
  if (actor.keyId !== undefined) return { account, key: actor.keyId }
  return { account, password: stamp(cx, actor.account) }
}

const stamp = (cx: Cx, account: Account) => hmacHex('sha256', cx.secrets.derive('pass'), account.password).slice(0, 32)

/** Undefined once the token, key, password or account is gone. */
export async function actorOfPass(cx: Cx, pass: Pass): Promise<Actor | undefined> {
  if (pass.deploy !== undefined) {
    const row = await store.findDeployById(cx.db, pass.deploy)
    return row && { ...anonymous, via: 'token', deploy: { id: row.id, repo_id: row.repo_id, read_only: row.read_only } }
  }
  const account = pass.account === undefined ? undefined : await store.findAccount(cx.db, pass.account)
  const actor = account && (await holder(cx, pass, account))
  return actor && admitted(actor)
}

async function holder(cx: Cx, pass: Pass, account: Account): Promise<Actor | undefined> {
  if (pass.token !== undefined) {
    const row = await store.findTokenById(cx.db, pass.token)
    if (!row) return undefined
    // an administrator's token may have been used for somebody else
    if (row.account_id !== account.id && !(await store.findAccount(cx.db, row.account_id))?.is_admin) return undefined
    const scopes = parseScopes(row.scope.split(',').filter(Boolean)) ?? { levels: {}, publicOnly: false }
    return { account, scopes, publicOnly: scopes.publicOnly, via: 'token', tokenId: row.id }
  }
  if (pass.key !== undefined) {
    const row = await store.findKeyById(cx.db, pass.key)
    return row?.account_id === account.id ? { account, scopes: null, publicOnly: false, via: 'ssh', keyId: row.id } : undefined
  }
  return pass.password === stamp(cx, account) ? { account, scopes: null, publicOnly: false, via: 'basic' } : undefined
}
