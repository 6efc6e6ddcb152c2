import { canSeeAccount, findAccount, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import { forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id, Str } from '../../kernel/schema.ts'
import type { PublicKeyRow } from '../tables.ts'
import { parsePublicKey, type ParsedKey } from '../ground/public-key.ts'
import * as store from './store.ts'

export const created = fact('key.created', { key_id: Id, account_id: Id })
export const removed = fact('key.removed', { key_id: Id, fingerprint: Str })

const used = () => invalid('Key content has been used as non-deploy key')

/** A key to sign in with over SSH. */
export async function create(cx: Cx, owner: Account, input: { title: string; key: string }, by: Account = owner): Promise<PublicKeyRow> {
  const parsed = parsePublicKey(input.key)
  return cx.write(async (tx) => {
    if (await store.findPrint(tx, parsed.fingerprint)) throw used()
    if (await store.findTitled(tx, owner.id, input.title)) throw invalid('Key title has been used')
    const row = await insert(tx, owner.id, input.title, parsed, cx.now())
    await emit(tx, created, { by_id: by.id, key_id: row.id, account_id: owner.id })
    return row
  })
}

async function insert(tx: Db, accountId: number | null, title: string, { fingerprint, content }: ParsedKey, now: number): Promise<PublicKeyRow> {
  try {
    return await store.insert(tx, { account_id: accountId, title, fingerprint, content, created_at: now, last_used_at: now })
  } catch (error) {
    throw isUniqueViolation(error) ? used() : error
  }
}

/** By its owner or an administrator. */
export async function remove(cx: Cx, id: number, by: Account): Promise<void> {
  await cx.write(async (tx) => {
    const row = await store.find(tx, id)
    if (!row || row.account_id === null || !(await mayKnow(tx, row, by))) throw notFound()
    if (row.account_id !== by.id && !by.is_admin) throw forbidden('You do not have access to this key')
    await store.remove(tx, row.id)
    await emit(tx, removed, { by_id: by.id, key_id: row.id, fingerprint: row.fingerprint })
  })
}

/** Keys of people the caller may see; those of deploy keys only for administrators. */
export async function open(cx: Cx, id: number, by: Account): Promise<PublicKeyRow> {
  const row = await store.find(cx.db, id)
  if (!row || !(await mayKnow(cx.db, row, by))) throw notFound()
  return row
}

async function mayKnow(db: Db, row: PublicKeyRow, by: Account): Promise<boolean> {
  if (by.is_admin || row.account_id === by.id) return true
  const owner = row.account_id === null ? undefined : await findAccount(db, row.account_id)
  return owner !== undefined && canSeeAccount(db, by, owner)
}

/** The row behind a deploy key, shared by all repositories that use the same one; 422 if it is somebody's own. */
export async function holdForDeploy(tx: Db, parsed: ParsedKey, title: string, now: number): Promise<PublicKeyRow> {
  const row = await store.findPrint(tx, parsed.fingerprint)
  if (row && row.account_id !== null) throw used()
  return row ?? insert(tx, null, title, parsed, now)
}

/** After a deploy key is gone: its row goes with the last of them. */
export const releaseFromDeploy = store.removeUnused
