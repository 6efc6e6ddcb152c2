import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** A deploy key with the public key behind it, if it is one of SSH. */
const withKeys = (db: Db, repoId: number) => db.selectFrom('deploy_key').leftJoin('public_key', 'public_key.id', 'deploy_key.key_id').where('deploy_key.repo_id', '=', repoId)

const shown = ['public_key.content as content', 'public_key.fingerprint as fingerprint'] as const

export const insert = (db: Db, row: Insertable<Tables['deploy_key']>) => db.insertInto('deploy_key').values(row).returning('id').executeTakeFirstOrThrow()

export const find = (db: Db, repoId: number, id: number) => withKeys(db, repoId).selectAll('deploy_key').select(shown).where('deploy_key.id', '=', id).executeTakeFirst()
export type DeployKeyFound = NonNullable<Awaited<ReturnType<typeof find>>>

export const findLike = (db: Db, repoId: number, title: string, keyId: number | null) =>
  db.selectFrom('deploy_key').select('id').where('repo_id', '=', repoId).where((eb) => eb.or([eb('title', '=', title), ...(keyId === null ? [] : [eb('key_id', '=', keyId)])])).executeTakeFirst()

export async function list(db: Db, repoId: number, by: { key_id?: number; fingerprint?: string }, at: Slice) {
  let of = withKeys(db, repoId)
  if (by.key_id) of = of.where('deploy_key.key_id', '=', by.key_id)
  if (by.fingerprint) of = of.where('public_key.fingerprint', '=', by.fingerprint)
  const rows = await of.selectAll('deploy_key').select(shown).orderBy('deploy_key.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const remove = (db: Db, repoId: number, id: number) => db.deleteFrom('deploy_key').where('repo_id', '=', repoId).where('id', '=', id).returning(['key_id']).executeTakeFirst()

/** The public keys of a repository's deploy keys, to be let go with it. */
export const listKeyIds = async (db: Db, repoId: number): Promise<number[]> =>
  (await db.selectFrom('deploy_key').select('key_id').where('repo_id', '=', repoId).where('key_id', 'is not', null).execute()).map((row) => row.key_id!)
