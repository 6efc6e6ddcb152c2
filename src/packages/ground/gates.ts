// Packages belong to accounts: who may read and write those of an owner.
import { findRepoById, gates, NONE, orgRole, ownerLevel, READ, scope, signedIn, userNamed, WRITE, type Account, type Actor, type Gate, type Level } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import * as store from '../packages/store.ts'
import type { PackageRow } from '../tables.ts'

/** Members read what their organization hides from others; a CI job reaches the packages of its repository's owner. */
export async function packageLevel(db: Db, actor: Actor, owner: Account): Promise<Level> {
  const level = await ownerLevel(db, actor, owner, 'packages')
  if (actor.job) {
    const repo = await findRepoById(db, actor.job.repo_id)
    return repo?.owner_id === owner.id ? (Math.max(level, actor.job.units.packages ?? NONE) as Level) : level
  }
  if (level < READ && owner.type === 'organization' && (await orgRole(db, actor.account, owner)) !== 'none') return READ
  return level
}

/** The package of the path, and its version if the path names one. */
const resolved: Gate<{ pack: PackageRow }> = {
  says: 'package exists',
  async open(rq, { user }) {
    const pack = await store.find(rq.cx.db, user!.id, rq.params.type, rq.params.name)
    if (!pack) throw notFound()
    return { pack }
  },
}
const versionResolved: Gate<{ version: store.ListedVersion }> = {
  says: 'version exists',
  async open(rq, { user }) {
    const pack = await store.find(rq.cx.db, user!.id, rq.params.type, rq.params.name)
    const version = pack && (await store.findVersion(rq.cx.db, pack.id, rq.params.version))
    if (!version) throw notFound()
    return { version }
  },
}

const readable: Gate<object> = {
  says: 'packages of the owner readable',
  async open(rq, { actor, user }) {
    if ((await packageLevel(rq.cx.db, actor, user!)) < READ) throw forbidden('you may not read packages of this owner')
    if (actor.publicOnly && user!.visibility !== 'public') throw forbidden('this token may only reach public things')
    return {}
  },
}
const writable: Gate<object> = {
  says: 'packages of the owner writable',
  async open(rq, { actor, user }) {
    if ((await packageLevel(rq.cx.db, actor, user!)) < WRITE) throw forbidden('you may not write packages of this owner')
    return {}
  },
}

const owner = userNamed('/packages/', 'owner')
export const ownerRead = gates(signedIn, scope('package'), owner, readable)
export const packageRead = gates(signedIn, scope('package'), owner, resolved, readable)
export const packageWrite = gates(signedIn, scope('package'), owner, resolved, readable, writable)
export const versionRead = gates(signedIn, scope('package'), owner, versionResolved, readable)
export const versionWrite = gates(signedIn, scope('package'), owner, versionResolved, readable, writable)
