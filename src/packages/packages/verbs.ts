import type { Readable } from 'node:stream'
import { accessTo, ADMIN, anonymous, canWrite, findRepo, ownerLevel, type Account, type Actor } from '../../access/index.ts'
import { BlobError } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import { bad, exists, forbidden, notFound, tooLarge as noRoom } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { quota } from '../../repos/index.ts'
import { created, removed } from '../ground/facts.ts'
import type { PackageRow } from '../tables.ts'
import * as store from './store.ts'
import * as view from './view.ts'

export const FOLDER = 'packages'

/** What a registry stores: one file of a version of a package. */
export interface Upload {
  owner: Account
  actor: Actor
  type: string
  name: string
  version: string
  file: string
  /** JSON of the registry, kept with the version when this file makes it */
  metadata?: object
}

const taken = () => exists('package file already exists')
const tooLarge = () => forbidden('maximum allowed package type size exceeded')

/** A CI job acts for nobody who has a row. */
const idOf = (actor: Actor): number | null => (actor.account && actor.account.id > 0 ? actor.account.id : null)

/** Stores a file; the first of a version makes the version. A file that is there is never replaced. */
export async function upload(cx: Cx, given: Upload, body: Readable | Uint8Array, length?: number): Promise<store.ListedVersion> {
  const limit = given.actor.account?.is_admin ? 0 : cx.config.max_package
  if (limit && length !== undefined && length > limit) throw tooLarge()
  await refuseKnown(cx.db, given)
  await quota.need(cx, given.owner, length ?? 1)
  const left = await quota.room(cx, given.owner.id)
  const most = Math.min(limit || Infinity, left)
  const blob = await cx.blobs.putContent(FOLDER, body, { maxBytes: Number.isFinite(most) ? most : 0, size: length }).catch(async (error) => {
    if (error instanceof BlobError && error.kind === 'too large') throw left === most ? noRoom(await quota.words(cx, given.owner)) : tooLarge()
    if (error instanceof BlobError && error.kind === 'mismatch') throw bad('the body ended early')
    throw error
  })
  const now = cx.now()
  const { size, md5, sha1, sha256, sha512 } = blob
  return cx.write(async (tx) => {
    const row = await store.keep(tx, { owner_id: given.owner.id, repo_id: null, type: given.type, name: given.name, lower_name: given.name.toLowerCase() })
    const version = (await store.findVersion(tx, row.id, given.version)) ?? (await create(tx, row, given, now))
    const { id } = await store.keepBlob(tx, { size, md5, sha1, sha256, sha512, created_at: now })
    await store
      .insertFile(tx, { version_id: version.id, blob_id: id, name: given.file, lower_name: given.file.toLowerCase(), composite_key: '', is_lead: true, created_at: now })
      .catch((error) => {
        throw isUniqueViolation(error) ? taken() : error
      })
    await quota.grow(cx, tx, given.owner, 'packages', size)
    return version
  })
}

/** Said before the bytes are sent, where that is possible. */
async function refuseKnown(db: Db, { owner, type, name, version, file }: Upload): Promise<void> {
  const row = await store.find(db, owner.id, type, name)
  const known = row && (await store.findVersion(db, row.id, version))
  if (known && (await store.findFile(db, known.id, file))) throw taken()
}

async function create(tx: Db, row: PackageRow, given: Upload, now: number): Promise<store.ListedVersion> {
  const { id } = await store.insertVersion(tx, {
    package_id: row.id, creator_id: idOf(given.actor), version: given.version, lower_version: given.version.toLowerCase(), metadata: JSON.stringify(given.metadata ?? {}), download_count: 0, created_at: now,
  })
  await emit(tx, created, { repo_id: row.repo_id ?? undefined, by_id: idOf(given.actor) ?? undefined, version_id: id, owner_id: row.owner_id })
  return (await store.findVersionById(tx, id))!
}

/** One file; the last one takes the version with it. */
export async function removeFile(cx: Cx, actor: Actor, version: store.ListedVersion, fileId: number): Promise<void> {
  const record = await recordOf(cx, version)
  await cx.write(async (tx) => {
    await store.hold(tx, version.package_id)
    if (!(await store.removeFile(tx, fileId))) throw notFound()
    if ((await store.listFiles(tx, version.id)).length === 0) await drop(tx, actor, version, record)
    await quota.recountSoon(cx, tx, version.owner_id)
  })
}

export async function removeVersion(cx: Cx, actor: Actor, version: store.ListedVersion): Promise<void> {
  const record = await recordOf(cx, version)
  await cx.write(async (tx) => {
    await store.hold(tx, version.package_id)
    await drop(tx, actor, version, record)
    await quota.recountSoon(cx, tx, version.owner_id)
  })
}

/** Every version, each told by itself, and the package. */
export async function remove(cx: Cx, actor: Actor, row: { id: number }): Promise<void> {
  const versions = await store.listVersions(cx.db, row.id)
  for (const version of versions) await removeVersion(cx, actor, version)
  await cx.write((tx) => store.remove(tx, row.id))
}

/** As nobody in particular sees it. */
const recordOf = async (cx: Cx, version: store.ListedVersion): Promise<string> => JSON.stringify(await view.one(cx, version, anonymous))

async function drop(tx: Db, actor: Actor, version: store.ListedVersion, record: string): Promise<void> {
  if (!(await store.removeVersion(tx, version.id))) throw notFound()
  await emit(tx, removed, { repo_id: version.repo_id ?? undefined, by_id: idOf(actor) ?? undefined, version_id: version.id, owner_id: version.owner_id, removed: record })
}

/** Only a repository of the same owner, and only by those who may write its packages. */
export async function link(cx: Cx, actor: Actor, owner: Account, row: PackageRow, repoName: string): Promise<void> {
  const repo = await findRepo(cx.db, owner.name, repoName)
  if (!repo) throw notFound()
  if (!canWrite(await accessTo(cx.db, actor, repo), 'packages')) throw forbidden('you may not write packages of this repository')
  if (row.repo_id !== null) throw bad('the package is linked already')
  await cx.write((tx) => store.link(tx, row.id, repo.id))
}

/** For the owner itself, or administrators of the organization. */
export async function unlink(cx: Cx, actor: Actor, owner: Account, row: PackageRow): Promise<void> {
  if ((await ownerLevel(cx.db, actor, owner, 'packages')) < ADMIN) throw forbidden('only the owner may take the link away')
  if (row.repo_id === null) throw bad('the package is not linked')
  await cx.write((tx) => store.link(tx, row.id, null))
}
