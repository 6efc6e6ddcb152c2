import type { Db } from '../../kernel/db.ts'

/** Verified addresses, lowered, and the accounts they belong to. */
export const listOwners = (db: Db, emails: readonly string[]) =>
  emails.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('email')
        .innerJoin('account', 'account.id', 'email.account_id')
        .select(['email.lower_email', 'account.name'])
        .where('email.lower_email', 'in', [...emails])
        .where('email.is_verified', '=', true)
        .execute()
