import { createHash } from 'node:crypto'
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { invalid, notFound, Refusal } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { isSignedBy, readRing, signersOf, type PgpKey } from '../ground/openpgp.ts'
import type { GpgKeyRow } from '../tables.ts'
import * as store from './store.ts'

export const added = fact('gpg-key.added', { key_id: Id, account_id: Id })
export const removed = fact('gpg-key.removed', { account_id: Id })

/** What the owner of a key signs to prove it is theirs; another one every minute. */
export const tokenOf = (cx: Cx, owner: Account, minutes = 0): string =>
  createHash('sha256').update(`${Math.floor(cx.now() / 60) - minutes}:${owner.id}:${owner.created_at}:${owner.name}:${owner.email}`).digest('hex')

/** This minute's token or the one before, with the line end that tools like to add. */
async function isProof(cx: Cx, owner: Account, signature: string, armor: string): Promise<boolean> {
  for (const token of [tokenOf(cx, owner), tokenOf(cx, owner, 1)]) {
    for (const end of ['', '\n', '\r\n']) if (await isSignedBy(signature, Buffer.from(token + end), armor)) return true
  }
  return false
}

const taken = () => invalid('A key with the same id already exists')

export async function add(cx: Cx, owner: Account, input: { armored_public_key: string; armored_signature?: string }): Promise<GpgKeyRow> {
  const ring = await readRing(input.armored_public_key)
  if (!ring) throw invalid('unable to parse the key')
  if (input.armored_signature && !(await isProof(cx, owner, input.armored_signature, ring.armor))) throw invalid('the signature does not fit the key and the token')
  if (!input.armored_signature) {
    const own = new Set((await store.listEmails(cx.db, [owner.id])).filter((one) => one.is_verified).map((one) => one.lower_email))
    if (!ring.emails.some((one) => own.has(one))) throw new Refusal('notFound', `None of the emails attached to the key could be found. To add it all the same, sign the token ${tokenOf(cx, owner)}`)
  }
  const row = (key: PgpKey, primary: string) => ({
    account_id: owner.id, key_id: key.id, primary_key_id: primary, packet: key.packet, armor: primary ? '' : ring.armor, emails: primary ? '[]' : JSON.stringify(ring.emails),
    can_sign: key.canSign, can_encrypt: key.canEncrypt, is_verified: Boolean(input.armored_signature), created_at: cx.now(), expires_at: key.expires,
  })
  return cx.write(async (tx) => {
    if (await store.findAny(tx, [ring.id, ...ring.subkeys.map((one) => one.id)])) throw taken()
    try {
      const made = await store.insert(tx, row(ring, ''))
      for (const one of ring.subkeys) await store.insert(tx, row(one, ring.id))
      await emit(tx, added, { by_id: owner.id, key_id: made.id, account_id: owner.id })
      return made
    } catch (error) {
      throw isUniqueViolation(error) ? taken() : error
    }
  })
}

export async function open(cx: Cx, owner: Account, id: number): Promise<GpgKeyRow> {
  const row = await store.find(cx.db, owner.id, id)
  if (!row) throw notFound()
  return row
}

/** Nothing happens to keys that are not there, or not the caller's. */
export async function remove(cx: Cx, owner: Account, id: number): Promise<void> {
  await cx.write(async (tx) => {
    const row = await store.find(tx, owner.id, id)
    if (!row) return
    await store.removeRing(tx, owner.id, row.key_id)
    await emit(tx, removed, { by_id: owner.id, account_id: owner.id })
  })
}

/** A key is its owner's for certain once they have signed the token with it. */
export async function verify(cx: Cx, owner: Account, input: { key_id: string; armored_signature: string }): Promise<GpgKeyRow> {
  const keyId = input.key_id.replace(/^0+/, '').toUpperCase()
  const row = /^[0-9A-F]{1,16}$/.test(keyId) ? await store.findByKeyId(cx.db, owner.id, keyId.padStart(16, '0')) : undefined
  if (!row) throw notFound()
  if (!(await isProof(cx, owner, input.armored_signature, row.armor))) throw invalid('the signature does not fit the key and the token')
  await cx.write((tx) => store.verify(tx, row.key_id))
  return { ...row, is_verified: true }
}

export interface SignedWith {
  key_id: string
  /** whether the signature is good for the bytes */
  good: boolean
  owner: { id: number; name: string; full_name: string; email: string; hide_email: boolean }
  /** whether the owner may sign in the name of an address: one the key names, or any of theirs once it is verified */
  names(email: string): boolean
}

/** Whose registered key made a signature; null if nobody's. */
export async function signedWith(cx: Cx, armor: string, payload: Buffer): Promise<SignedWith | null> {
  const ids = await signersOf(armor)
  const ring = ids.length > 0 ? await store.findRing(cx.db, ids) : undefined
  if (!ring) return null
  const key = `openpgp\0${createHash('sha256').update(ring.armor).update('\0').update(armor).update('\0').update(payload).digest('hex')}`
  const known = cx.git.memory.get(key) as { good: boolean } | undefined
  const good = known?.good ?? (await isSignedBy(armor, payload, ring.armor))
  if (!known) cx.git.memory.set(key, { good }, 200)
  const emails: string[] = JSON.parse(ring.emails)
  return { key_id: ring.key_id, good, owner: { ...ring, id: ring.account_id }, names: (email) => ring.is_verified || emails.includes(email.toLowerCase()) }
}
