import { exceeds, parseScopes, scopeWords, type Account, type Actor } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { bad, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { hashToken, newToken } from '../../kernel/secrets.ts'
import type { AccessTokenRow } from '../tables.ts'
import * as store from './store.ts'

export const created = fact('token.created', { token_id: Id })
export const removed = fact('token.removed', { token_id: Id })

const NAME_USED = 'access token name has been used already'

/** The row, and the token itself, which is shown this once. */
export async function create(cx: Cx, owner: Account, by: Actor, input: { name: string; scopes?: string[] }): Promise<{ row: AccessTokenRow; token: string }> {
  const given = (input.scopes ?? []).filter(Boolean)
  if ((await store.listNamed(cx.db, owner.id, input.name)).length > 0) throw bad(NAME_USED)
  if (given.length === 0) throw bad('access token must have a scope')
  const scopes = parseScopes(given)
  if (!scopes) throw bad('invalid access token scope provided')
  if (by.publicOnly) scopes.publicOnly = true
  if (exceeds(scopes, by.scopes)) throw forbidden('a token may not grant more than the one it is made with')
  const token = newToken()
  const row = await cx.write(async (tx) => {
    try {
      const made = await store.insert(tx, {
        account_id: owner.id, name: input.name, hash: hashToken(token), last_eight: token.slice(-8), scope: scopeWords(scopes).join(','), created_at: cx.now(), last_used_at: 0,
      })
      await emit(tx, created, { by_id: by.account?.id, token_id: made.id })
      return made
    } catch (error) {
      if (isUniqueViolation(error)) throw bad(NAME_USED)
      throw error
    }
  })
  return { row, token }
}

export async function remove(cx: Cx, owner: Account, by: Actor, token: string): Promise<void> {
  await cx.write(async (tx) => {
    const id = idOf(token)
    const found = id === undefined ? await store.listNamed(tx, owner.id, token) : await store.listNumbered(tx, owner.id, id)
    if (found.length === 0) throw notFound()
    if (found.length > 1) throw invalid('multiple matches for token name')
    await store.remove(tx, found[0].id)
    await emit(tx, removed, { by_id: by.account?.id, token_id: found[0].id })
  })
}

/** What can be read as a number is an id, never a name. */
function idOf(token: string): number | undefined {
  return /^(?:[1-9]\d{0,14}|0|0[xX][0-9a-fA-F]{1,12}|0[oO]?[0-7]{1,15})$/.test(token) ? Number(token.replace(/^0[oO]?(?=[0-7])/, '0o')) : undefined
}

/** The token the request came with; Basic credentials are not one. */
export async function current(cx: Cx, by: Actor): Promise<AccessTokenRow> {
  const row = by.via === 'token' && by.tokenId !== undefined ? await store.find(cx.db, by.tokenId) : undefined
  if (!row) throw notFound()
  return row
}

/** A token that gives itself up. */
export async function revoke(cx: Cx, by: Actor): Promise<void> {
  const row = await current(cx, by)
  await cx.write(async (tx) => {
    await store.remove(tx, row.id)
    await emit(tx, removed, { by_id: by.account?.id, token_id: row.id })
  })
}
