import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, invalid } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { hashPassword } from '../../kernel/secrets.ts'
import { findAccountByName } from '../../access/index.ts'
import * as avatars from '../avatars/verbs.ts'
import { isEmail } from '../ground/addresses.ts'
import * as emailStore from '../emails/store.ts'
import * as emails from '../emails/verbs.ts'
import type { AccountRow } from '../tables.ts'
import { blank } from '../ground/blank.ts'
import { depart, purge } from '../ground/departures.ts'
import { changed, created, removed, renamed } from '../ground/facts.ts'
import { checkName } from '../ground/names.ts'
import * as sessionStore from '../sessions/store.ts'
import * as store from './store.ts'

export { blank } from '../ground/blank.ts'
export { depart, purge } from '../ground/departures.ts'
export { changed, created, removed, renamed } from '../ground/facts.ts'

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
  if (!isEmail(input.email)) throw invalid(`e-mail invalid [email: ${input.email}]`)
  const password = input.password_hash ?? (input.password ? await hashPassword(input.password) : '')
  return cx.write(async (tx) => {
    const now = input.created_at ?? cx.now()
    const { name, email, full_name = '', is_admin = false, is_restricted = false, must_change_password = false, visibility = 'public' } = input
    const row = await claim(tx, {
      ...blank('user', name, now), email, full_name, password, is_admin, is_restricted, must_change_password, visibility,
    })
    await emails.insert(tx, row.id, email, true, invalid(`e-mail already in use [email: ${email}]`))
    await emit(tx, created, { by_id: by?.id ?? row.id, account_id: row.id })
    return row
  })
}

/** A row under a free name, in the writer's transaction; organizations are made with it too. */
export async function claim(tx: Db, row: ReturnType<typeof blank>): Promise<AccountRow> {
  checkName(row.name)
  await mustBeFree(tx, row.name)
  await store.dropRedirect(tx, row.lower_name)
  return store.insert(tx, row).catch(lost(row.name))
}

const taken = (name: string) => invalid(`user already exists [name: ${name}]`)

async function mustBeFree(tx: Db, name: string): Promise<void> {
  if (await findAccountByName(tx, name)) throw taken(name)
}

/** Somebody else took the name between our look and our write. */
const lost = (name: string) => (error: unknown) => {
  throw isUniqueViolation(error) ? taken(name) : error
}

/** What may be changed of an account: by its bearer through the settings, by administrators all of it. */
export interface AccountChange
  extends Partial<
    Pick<
      AccountRow,
      | 'full_name' | 'description' | 'location' | 'website' | 'language' | 'theme' | 'diff_view_style' | 'hide_email' | 'hide_activity' | 'visibility' | 'is_admin' | 'is_active'
      | 'prohibit_login' | 'is_restricted' | 'must_change_password' | 'allow_create_org' | 'allow_import_local' | 'max_repos'
    >
  > {
  /** replaces the primary address */
  email?: string
  password?: string
}

/** Members that are undefined stay as they are. */
export async function edit(cx: Cx, account: AccountRow, input: AccountChange, by: AccountRow = account): Promise<AccountRow> {
  const { password, ...rest } = input
  const email = input.email?.toLowerCase() === account.email.toLowerCase() ? undefined : input.email
  const hash = password ? await hashPassword(password) : undefined
  return cx.write(async (tx) => {
    if (rest.is_admin === false && account.is_admin && !(await store.otherAdmin(tx, account.id))) throw bad(`can not delete the last admin user [uid: ${account.id}]`)
    if (email !== undefined) await replaceEmail(tx, account, email)
    const said = Object.fromEntries(Object.entries({ ...rest, password: hash, email }).filter(([, value]) => value !== undefined))
    const row = await store.update(tx, account.id, { ...said, updated_at: cx.now() })
    if (hash !== undefined) await sessionStore.removeAll(tx, account.id)
    await emit(tx, changed, { by_id: by.id, account_id: account.id })
    return row
  })
}

async function replaceEmail(tx: Db, account: AccountRow, email: string): Promise<void> {
  if (account.type !== 'user') throw invalid('only people have e-mail addresses of their own')
  if (!isEmail(email)) throw bad(`e-mail invalid [email: ${email}]`)
  const taken = bad(`e-mail already in use [email: ${email}]`)
  if (await emailStore.find(tx, email)) throw taken
  await emailStore.removePrimary(tx, account.id)
  await emails.insert(tx, account.id, email, true, taken)
}

/** A new password; whoever was signed in with the old one is asked again. */
export async function setPassword(cx: Cx, account: AccountRow, password: string, more: { mustChange?: boolean } = {}, by: AccountRow = account): Promise<void> {
  await edit(cx, account, { password, must_change_password: more.mustChange ?? false }, by)
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
    const row = await store.update(tx, account.id, { name, lower_name: lower, updated_at: cx.now() }).catch(lost(name))
    await emit(tx, renamed, { by_id: by.id, account_id: row.id, old_name: account.name })
    return row
  })
}

/**
 * The account goes; what it wrote stays and shows the ghost. Refused while it owns something or belongs to organizations,
 * unless `purge` takes all that away first.
 */
export async function remove(cx: Cx, account: AccountRow, by: AccountRow, more: { purge?: boolean } = {}): Promise<void> {
  if (account.type === 'organization') throw invalid('target is an organization but not user')
  if (account.id === by.id) throw invalid('you cannot delete yourself')
  await mayGo(cx.db, account)
  if (more.purge) {
    await edit(cx, account, { prohibit_login: true }, by)
    await purge(cx, account, by)
  }
  await cx.write(async (tx) => {
    await mayGo(tx, account)
    await depart(tx, account)
    await store.uncountFollows(tx, account.id)
    await store.remove(tx, account.id)
    await emit(tx, removed, { by_id: by.id, account_id: account.id, name: account.name })
  })
  await avatars.forget(cx, account)
}

async function mayGo(db: Db, account: AccountRow): Promise<void> {
  if (account.is_admin && !(await store.otherAdmin(db, account.id))) throw invalid(`can not delete the last admin user [uid: ${account.id}]`)
}
