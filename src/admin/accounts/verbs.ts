// What an administrator does to accounts; the deeds themselves are the users room's.
import type { Account, SignedIn } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, invalid } from '../../kernel/errors.ts'
import { parseTime } from '../../kernel/times.ts'
import { accounts } from '../../users/index.ts'
import type { Wanted } from './store.ts'

const SHORTEST = 8

export interface NewUser {
  username: string
  email: string
  password?: string
  full_name?: string
  must_change_password?: boolean
  restricted?: boolean
  visibility?: string
  source_id?: number
  created_at?: string
}

export async function create(cx: Cx, by: SignedIn, input: NewUser): Promise<Account> {
  noSource(input.source_id)
  if (Buffer.byteLength(input.password ?? '') < SHORTEST) throw bad('PasswordIsRequired')
  return accounts.create(
    cx,
    {
      name: input.username, email: input.email, password: input.password, full_name: input.full_name, must_change_password: input.must_change_password ?? true,
      is_restricted: input.restricted, visibility: (input.visibility || 'public') as 'public', created_at: input.created_at ? parseTime(input.created_at)?.unix : undefined,
    },
    by.account,
  )
}

export interface UserEdit {
  source_id?: number
  login_name?: string
  password?: string
  must_change_password?: boolean
  prohibit_login?: boolean
  email?: string
  full_name?: string
  website?: string
  location?: string
  description?: string
  active?: boolean
  admin?: boolean
  restricted?: boolean
  visibility?: string
  max_repo_creation?: number
  allow_import_local?: boolean
  allow_create_organization?: boolean
}

/** The sign-in part, the address and the rest are applied in this order; a later refusal leaves the earlier ones. */
export async function edit(cx: Cx, by: SignedIn, user: Account, input: UserEdit): Promise<Account> {
  noSource(input.source_id)
  if (input.password && Buffer.byteLength(input.password) < SHORTEST) throw bad(`password must be at least ${SHORTEST} characters`)
  let row = user
  const { password, must_change_password, prohibit_login, email } = input
  if (password || must_change_password !== undefined || prohibit_login !== undefined) row = await accounts.edit(cx, row, { password, must_change_password, prohibit_login }, by.account)
  if (email !== undefined) row = await accounts.edit(cx, row, { email }, by.account)
  return accounts.edit(
    cx,
    row,
    {
      full_name: input.full_name, website: input.website, location: input.location, description: input.description, is_active: input.active, is_admin: input.admin, is_restricted: input.restricted,
      visibility: (input.visibility || undefined) as Account['visibility'] | undefined, max_repos: input.max_repo_creation, allow_import_local: input.allow_import_local, allow_create_org: input.allow_create_organization,
    },
    by.account,
  )
}

export async function rename(cx: Cx, by: SignedIn, user: Account, name: string): Promise<void> {
  if (user.type === 'organization') throw invalid('target is an organization but not user')
  await accounts.rename(cx, user, name, by.account)
}

/** Accounts come from here alone, so any other source is unknown. */
function noSource(id: number | undefined): void {
  if (id) throw invalid(`login source does not exist [id: ${id}]`)
}

const columns = { name: 'lower_name', created: 'created_at', updated: 'updated_at', id: 'id' } as const

/** The order asked for; bad words are 422, order before sort. */
export function wanted(query: Omit<Wanted, 'column' | 'direction'> & { sort?: string; order?: string }): Wanted {
  const { sort, order = 'asc', ...rest } = query
  if (query.visibility && !['public', 'limited', 'private'].includes(query.visibility)) throw invalid('invalid visibility')
  if (!sort) return { ...rest, column: 'lower_name', direction: 'asc' }
  if (order !== 'asc' && order !== 'desc') throw invalid(`Invalid sort order: "${order}"`)
  const column = columns[sort as keyof typeof columns]
  if (!column) throw invalid(`Invalid sort mode: "${sort}"`)
  return { ...rest, column, direction: order }
}
