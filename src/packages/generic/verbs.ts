import type { Readable } from 'node:stream'
import type { Account, Actor } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, Refusal } from '../../kernel/errors.ts'
import * as packageStore from '../packages/store.ts'
import * as packages from '../packages/verbs.ts'

const TYPE = 'generic'

export interface Named {
  name: string
  version: string
  file: string
}

const missing = (what: string) => new Refusal('notFound', what)

function checkPackage({ name, version }: { name: string; version: string }): void {
  if (!/^[-_+.A-Za-z0-9]{1,255}$/.test(name) || name === '..' || /^[-_+.]$/.test(name)) throw bad('invalid package name')
  // eslint-disable-next-line no-control-regex
  if (version === '' || version !== version.trim() || version.length > 255 || /[\x00-\x1f\x7f]/.test(version)) throw bad('invalid package version')
}

export function check(named: Named): void {
  const { file } = named
  if (!/^[-_+=:;.()[\]{}~!@#$%^& A-Za-z0-9]{1,255}$/.test(file) || file !== file.trim() || file === '.' || file === '..') throw bad('invalid filename')
  checkPackage(named)
}

export async function upload(cx: Cx, to: { owner: Account; actor: Actor }, named: Named, body: Readable | Uint8Array, length?: number): Promise<void> {
  await packages.upload(cx, { ...to, type: TYPE, name: named.name, version: named.version, file: named.file }, body, length)
}

export async function findVersion(cx: Cx, owner: Account, named: { name: string; version: string }): Promise<packageStore.ListedVersion> {
  const row = await packageStore.find(cx.db, owner.id, TYPE, named.name)
  const version = row && (await packageStore.findVersion(cx.db, row.id, named.version))
  if (!version) throw missing('package does not exist')
  return version
}

export async function findFile(cx: Cx, owner: Account, named: Named): Promise<{ version: packageStore.ListedVersion; file: packageStore.StoredFile }> {
  const version = await findVersion(cx, owner, named)
  const file = await packageStore.findFile(cx.db, version.id, named.file)
  if (!file) throw missing('package file does not exist')
  return { version, file }
}
