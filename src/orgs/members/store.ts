import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** Who of the members is shown: everybody, those with a public membership, or also those of one's own teams. */
export type Shown = { all: true } | { publicOnly: true } | { teamsOf: number }

/** Pages follow the ids, the rows of a page their names. */
export async function list(db: Db, orgId: number, shown: Shown, at: Slice) {
  let of = db.selectFrom('account').innerJoin('org_member', 'org_member.account_id', 'account.id').where('org_member.org_id', '=', orgId)
  if ('publicOnly' in shown) of = of.where('org_member.is_public', '=', true)
  if ('teamsOf' in shown) {
    const own = db.selectFrom('team_member').select('team_id').where('org_id', '=', orgId).where('account_id', '=', shown.teamsOf)
    of = of.where((eb) => eb.or([eb('org_member.is_public', '=', true), eb('account.id', 'in', eb.selectFrom('team_member').select('account_id').where('team_id', 'in', own))]))
  }
  const rows = await of.selectAll('account').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows: rows.sort((a, b) => (a.lower_name < b.lower_name ? -1 : 1)), total }
}

export const setPublic = (db: Db, orgId: number, accountId: number, isPublic: boolean) =>
  db.updateTable('org_member').set({ is_public: isPublic }).where('org_id', '=', orgId).where('account_id', '=', accountId).execute()

