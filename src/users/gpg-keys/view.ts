import type { Cx } from '../../kernel/cx.ts'
import { formatTime, ZERO_TIME } from '../../kernel/times.ts'
import type { GpgKeyRow } from '../tables.ts'
import type { GPGKeyRecord } from './schema.ts'
import * as store from './store.ts'

const plain = (row: GpgKeyRow) => ({
  id: row.id,
  primary_key_id: row.primary_key_id,
  key_id: row.key_id,
  public_key: row.packet,
  can_sign: row.can_sign,
  can_encrypt_comms: row.can_encrypt,
  can_encrypt_storage: row.can_encrypt,
  can_certify: row.can_sign,
  verified: row.is_verified,
  created_at: formatTime(row.created_at),
  expires_at: row.expires_at ? formatTime(row.expires_at) : ZERO_TIME,
})

export async function many(cx: Cx, rows: readonly GpgKeyRow[]): Promise<GPGKeyRecord[]> {
  const [subkeys, emails] = await Promise.all([store.listSubkeys(cx.db, rows.map((row) => row.key_id)), store.listEmails(cx.db, rows.map((row) => row.account_id))])
  return rows.map((row) => {
    const named: string[] = JSON.parse(row.emails)
    return {
      ...plain(row),
      emails: emails.filter((one) => one.account_id === row.account_id && named.includes(one.lower_email)).map((one) => ({ email: one.email, verified: one.is_verified })),
      subkeys: subkeys.filter((one) => one.primary_key_id === row.key_id).map((one) => ({ ...plain(one), emails: null, subkeys: null })),
    }
  })
}

export const one = async (cx: Cx, row: GpgKeyRow) => (await many(cx, [row]))[0]
