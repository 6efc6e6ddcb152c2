import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id, Str } from '../../kernel/schema.ts'
import { hashPassword } from '../../kernel/secrets.ts'
import { findAccountByName } from '../../access/index.ts'
import type { AccountRow } from '../tables.ts'
import { checkName } from './names.ts'
export { depart } from './departures.ts'
import * as store from './store.ts'

export const created = fact('account.created', { account_id: Id })
export const changed = fact('account.changed', { account_id: Id })
export const renamed = fact('account.renamed', { account_id: Id, old_name: Str })

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
    const now = input.created_at ?? cx.now()
    const { name, email, full_name = '', is_admin = false, is_restricted = false, must_change_password = false, visibility = 'public' } = input
    const row = await claim(tx, {
      ...blank('user', name, now), email, full_name, password, is_admin, is_restricted, must_change_password, visibility,
    })
    await addPrimaryEmail(tx, row.id, email)
    await emit(tx, created, { by_id: by?.id ?? row.id, account_id: row.id })
    return row
  })
}

/** A row under a free name, in the writer's transaction; organizations are made with it too. */
export async function claim(tx: Db, row: ReturnType<typeof blank>): Promise<AccountRow> {
  checkName(row.name)
  await mustBeFree(tx, row.name)
  await store.dropRedirect(tx, row.lower_name)
  return store.insert(tx, row)
}

async function mustBeFree(tx: Db, name: string): Promise<void> {
  if (await findAccountByName(tx, name)) throw invalid(`user already exists [name: ${name}]`)
}

/** Another name for a person or organization; the old one leads to the new from then on. */
export async function rename(cx: Cx, account: AccountRow, name: string, by: AccountRow): Promise<AccountRow> {
  if (name === account.name) return account
  checkName(name)
  return cx.write(async (tx) => {
    const lower = name.toLowerCase()
    if (lower !== account.lower_name) {
      await mustBeFree(tx, name)
      await store.dropRedirect(tx, lower)
      await store.insertRedirect(tx, account.lower_name, account.id)
    }
    const row = await store.update(tx, account.id, { name, lower_name: lower, updated_at: cx.now() })
    await emit(tx, renamed, { by_id: by.id, account_id: row.id, old_name: account.name })
    return row
  })
}

/** A new password; whoever was signed in with the old one is asked again. */
export async function setPassword(cx: Cx, account: AccountRow, password: string, more: { mustChange?: boolean } = {}, by: AccountRow = account): Promise<void> {
  const hash = await hashPassword(password)
  await cx.write(async (tx) => {
    await store.update(tx, account.id, { password: hash, must_change_password: more.mustChange ?? false, updated_at: cx.now() })
    await emit(tx, changed, { by_id: by.id, account_id: account.id })
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
