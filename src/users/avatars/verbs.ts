import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { canSeeAccount, findAccountByName, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import * as accountStore from '../accounts/store.ts'
import { changed } from '../ground/facts.ts'
import { pattern, pictureOf } from '../ground/image.ts'
import { initialsHash, initialsOf, initialsPicture } from '../ground/initials.ts'
import { avatarUrl } from '../accounts/view.ts'

const LARGEST = 1024 * 1024
const WIDEST = 4096

/** A picture for a person or organization, named by its bytes and bearer. */
export async function set(cx: Cx, account: Account, image: string, by: Account): Promise<void> {
  const bytes = pictureIn(image)
  const hash = createHash('sha256').update(`${account.id}:`).update(bytes).digest('hex')
  await cx.blobs.put(key(hash), bytes)
  await put(cx, account, hash, by)
}

/** The bytes of a picture told in base64: 400 if it is none, 422 if we show no such thing. */
export function pictureIn(image: string): Buffer {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(image) || image.length % 4 !== 0) throw bad('the image is not base64')
  const bytes = Buffer.from(image, 'base64')
  const picture = pictureOf(bytes)
  if (!picture) throw invalid('the image is neither PNG, JPEG, GIF nor WebP')
  if (bytes.length > LARGEST || picture.width > WIDEST || picture.height > WIDEST) throw invalid(`the image is larger than ${LARGEST} bytes or ${WIDEST} points`)
  return bytes
}

/** Back to the picture made from the account. */
export const clear = (cx: Cx, account: Account, by: Account): Promise<void> => put(cx, account, '', by)

async function put(cx: Cx, account: Account, hash: string, by: Account): Promise<void> {
  if (account.avatar === hash) return
  await cx.write(async (tx) => {
    await accountStore.update(tx, account.id, { avatar: hash, updated_at: cx.now() })
    await emit(tx, changed, { by_id: by.id, account_id: account.id })
  })
  await forget(cx, account)
}

/** The bytes of a picture nobody bears any more. */
export async function forget(cx: Cx, account: Account): Promise<void> {
  if (account.avatar) await cx.blobs.remove(key(account.avatar))
}

const key = (hash: string) => `avatars/${hash.slice(0, 2)}/${hash}`

/** What stands at `/avatars/<hash>`: something uploaded, initials, or a pattern. */
export async function show(cx: Cx, hash: string): Promise<{ type: string; body: Readable | Buffer | string }> {
  if (!/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(hash)) throw notFound()
  const stored = hash.length === 64 ? await cx.blobs.get(key(hash)) : null
  if (!stored) return { type: 'image/svg+xml', body: initialsPicture(hash) ?? pattern(hash) }
  const bytes = Buffer.concat(await stored.toArray())
  return { type: pictureOf(bytes)?.type ?? 'application/octet-stream', body: bytes }
}

/** Where the picture of `name` is; somebody who may not be seen has the one that nobody of that name would have. */
export async function addressOf(cx: Cx, viewer: Account | null, name: string): Promise<string> {
  const account = await findAccountByName(cx.db, name)
  if (account && (await canSeeAccount(cx.db, viewer, account))) return avatarUrl(cx, account)
  return `${cx.root}/avatars/${initialsHash(`name:${name.toLowerCase()}`, initialsOf(name))}`
}
