import { contains, type Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export interface Wanted {
  q?: string
  login_name?: string
  source_id?: number
  visibility?: string
  is_active?: boolean
  is_admin?: boolean
  is_restricted?: boolean
  is_2fa_enabled?: boolean
  is_prohibit_login?: boolean
  column: 'lower_name' | 'created_at' | 'updated_at' | 'id'
  direction: 'asc' | 'desc'
}

/** People, as an administrator filters them. There are no other sources of accounts and no second factors yet. */
export async function list(db: Db, wanted: Wanted, at: Slice) {
  let of = db.selectFrom('account').where('type', '=', 'user')
  if (wanted.q) {
    const q = wanted.q.trim()
    of = of.where((eb) => eb.or([contains('account.lower_name', q), contains('account.lower_full_name', q), eb.exists(eb.selectFrom('email').select('email.id').whereRef('email.account_id', '=', 'account.id').where(contains('email.lower_email', q)))]))
  }
  if (wanted.login_name || (wanted.source_id ?? 0) > 0 || wanted.is_2fa_enabled) of = of.where('id', '<', 0)
  if (wanted.visibility) of = of.where('visibility', '=', wanted.visibility as 'public')
  if (wanted.is_active !== undefined) of = of.where('is_active', '=', wanted.is_active)
  if (wanted.is_admin !== undefined) of = of.where('is_admin', '=', wanted.is_admin)
  if (wanted.is_restricted !== undefined) of = of.where('is_restricted', '=', wanted.is_restricted)
  if (wanted.is_prohibit_login !== undefined) of = of.where('prohibit_login', '=', wanted.is_prohibit_login)
  const rows = await of.selectAll().orderBy(wanted.column, wanted.direction).orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
