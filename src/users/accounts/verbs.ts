import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { hashPassword } from '../../kernel/secrets.ts'
import { findAccountByName } from '../../access/index.ts'
import type { AccountRow } from '../tables.ts'
import { checkName } from './names.ts'
import * as store from './store.ts'

export const created = fact('account.created', { account_id: Id })

export interface NewAccount {
  name: string
  email: string
  password?: string
  /** hashed elsewhere already, instead of `password` */
  password_hash?: string
  full_name?: string
  is_admin?: boolean
  is_restricted?: boolean
  must_change_password?: boolean
  visibility?: 'public' | 'limited' | 'private'
  created_at?: number
}

/** A person's account with its first e-mail address. */
export async function create(cx: Cx, input: NewAccount, by?: AccountRow): Promise<AccountRow> {
  checkName(input.name)
  const password = input.password_hash ?? (input.password ? await hashPassword(input.password) : '')
  return cx.write(async (tx) => {
    if (await findAccountByName(tx, input.name)) throw invalid(`user already exists [name: ${input.name}]`)
    const now = input.created_at ?? cx.now()
    const { name, email, full_name = '', is_admin = false, is_restricted = false, must_change_password = false, visibility = 'public' } = input
    const row = await store.insert(tx, {
      ...blank('user', name, now), email, full_name, password, is_admin, is_restricted, must_change_password, visibility,
    })
    await addPrimaryEmail(tx, row.id, email)
    await store.dropRedirect(tx, row.lower_name)
    await emit(tx, created, { by_id: by?.id ?? row.id, account_id: row.id })
    return row
  })
}

/** The address as primary and verified; 422 if anybody has it. */
async function addPrimaryEmail(tx: Db, accountId: number, email: string) {
  try {
    await store.insertEmail(tx, { account_id: accountId, email, lower_email: email.toLowerCase(), is_verified: true, is_primary: true })
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid(`e-mail already in use [email: ${email}]`)
    throw error
  }
}

/** Every column of a new account, for the rooms that make one. */
export const blank = (type: AccountRow['type'], name: string, now: number) => ({
  type, name, lower_name: name.toLowerCase(), full_name: '', email: '', password: '', must_change_password: false, is_admin: false, is_active: true,
  prohibit_login: false, is_restricted: false, visibility: 'public' as AccountRow['visibility'], hide_email: false, hide_activity: false, description: '', location: '',
  website: '', language: '', theme: '', diff_view_style: '', avatar: '', allow_create_org: true, allow_import_local: false, max_repos: -1,
  repo_admin_change_team_access: false, num_followers: 0, num_following: 0, num_stars: 0, num_repos: 0, created_at: now, updated_at: now, last_login_at: 0,
})
