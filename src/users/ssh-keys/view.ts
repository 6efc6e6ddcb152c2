import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import * as accountStore from '../accounts/store.ts'
import * as userView from '../accounts/view.ts'
import type { PublicKeyRow } from '../tables.ts'

/** Whose a key is, is said to its owner and to administrators. */
export async function many(cx: Cx, rows: readonly PublicKeyRow[], viewer: Account) {
  const owners = new Map((await accountStore.listByIds(cx.db, rows.flatMap((row) => row.account_id ?? []))).map((one) => [one.id, one]))
  return rows.map((row) => {
    const owner = row.account_id === null ? undefined : owners.get(row.account_id)
    const told = viewer.is_admin || row.account_id === viewer.id
    return {
      id: row.id,
      key: row.content,
      url: `${cx.root}/api/v1/user/keys/${row.id}`,
      title: row.title,
      fingerprint: row.fingerprint,
      created_at: formatTime(row.created_at),
      last_used_at: formatTime(row.last_used_at),
      updated_at: formatTime(row.last_used_at),
      user: told && owner ? userView.one(cx, owner, owner) : undefined,
      read_only: false,
      key_type: told ? (owner ? 'user' : 'deploy') : undefined,
    }
  })
}

export const one = async (cx: Cx, row: PublicKeyRow, viewer: Account) => (await many(cx, [row], viewer))[0]
