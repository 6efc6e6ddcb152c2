import type { Account } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'

/** Accounts by the addresses commits carry: verified ones, and the no-reply form `id+name@…`. */
export async function accountsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, Account>> {
  const found = new Map<string, Account>()
  const lower = [...new Set(emails.map((one) => one.toLowerCase()))].filter(Boolean)
  if (lower.length === 0) return found
  const rows = await db
    .selectFrom('account')
    .innerJoin('email', 'email.account_id', 'account.id')
    .selectAll('account')
    .select('email.lower_email as found_by')
    .where('email.lower_email', 'in', lower)
    .where('email.is_verified', '=', true)
    .execute()
  for (const { found_by, ...account } of rows) found.set(found_by, account)
  const hidden = lower.flatMap((one) => /^(\d{1,15})\+([a-z0-9._-]+)@noreply\./.exec(one)?.slice(0, 3) ? [{ email: one, id: Number(/^\d+/.exec(one)![0]) }] : [])
  if (hidden.length > 0) {
    const byId = new Map((await db.selectFrom('account').selectAll().where('id', 'in', hidden.map((one) => one.id)).execute()).map((row) => [row.id, row]))
    for (const { email, id } of hidden) {
      const account = byId.get(id)
      if (account && email.startsWith(`${id}+${account.lower_name}@`)) found.set(email, account)
    }
  }
  return found
}

/** Whose keys have these fingerprints. */
export async function signersBy(db: Db, fingerprints: readonly string[]): Promise<Map<string, Account>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await db
    .selectFrom('public_key')
    .innerJoin('account', 'account.id', 'public_key.account_id')
    .selectAll('account')
    .select('public_key.fingerprint as found_by')
    .where('public_key.fingerprint', 'in', [...new Set(fingerprints)])
    .execute()
  return new Map(rows.map(({ found_by, ...account }) => [found_by, account]))
}

export const findNoted = (db: Db, repoId: number) => db.selectFrom('history').select(['oid', 'commits', 'page']).where('repo_id', '=', repoId).executeTakeFirst()

export const saveNoted = (db: Db, repoId: number, noted: { oid: string; commits: number; page: string }) =>
  db.insertInto('history').values({ repo_id: repoId, ...noted }).onConflict((on) => on.column('repo_id').doUpdateSet(noted)).execute()
