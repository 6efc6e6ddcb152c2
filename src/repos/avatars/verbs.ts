import { createHash } from 'node:crypto'
import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { avatars, pictureOf } from '../../users/index.ts'
import { changed } from '../repos/edit.ts'
import * as store from '../repos/store.ts'

const key = (hash: string) => `repo-avatars/${hash.slice(0, 2)}/${hash}`

/** A picture of a repository, named by its bytes and bearer. */
export async function set(cx: Cx, repo: Repo, image: string, by: Account): Promise<void> {
  await put(cx, repo, await keep(cx, `repo ${repo.id}`, avatars.pictureIn(image)), by)
}

async function keep(cx: Cx, bearer: string, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(`${bearer}:`).update(bytes).digest('hex')
  await cx.blobs.put(key(hash), bytes)
  return hash
}

export const clear = (cx: Cx, repo: Repo, by: Account): Promise<void> => put(cx, repo, '', by)

async function put(cx: Cx, repo: Repo, hash: string, by: Account): Promise<void> {
  if (repo.avatar === hash) return
  await cx.write(async (tx) => {
    await store.update(tx, repo.id, { avatar: hash })
    await emit(tx, changed, { repo_id: repo.id, by_id: by.id })
  })
  if (repo.avatar) await forget(cx, repo.avatar)
}

/** The bytes of a picture no repository bears any more. */
export const forget = async (cx: Cx, hash: string): Promise<void> => void (await cx.blobs.remove(key(hash)))

/** The picture of one repository for another that is yet to get its row, and with it this name of the picture. */
export async function copy(cx: Cx, from: Repo, storage: string): Promise<string> {
  const bytes = from.avatar ? await bytesOf(cx, from.avatar) : undefined
  return bytes ? keep(cx, `storage ${storage}`, bytes) : ''
}

async function bytesOf(cx: Cx, hash: string): Promise<Buffer | undefined> {
  const stored = await cx.blobs.get(key(hash))
  return stored ? Buffer.concat(await stored.toArray()) : undefined
}

/** What stands at `/repo-avatars/<hash>`. */
export async function show(cx: Cx, hash: string): Promise<{ type: string; body: Buffer }> {
  const body = /^[0-9a-f]{64}$/.test(hash) ? await bytesOf(cx, hash) : undefined
  const picture = body && pictureOf(body)
  if (!picture) throw notFound()
  return { type: picture.type, body }
}
