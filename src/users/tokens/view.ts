import { formatTime, ZERO_TIME } from '../../kernel/times.ts'
import type { AccessTokenRow } from '../tables.ts'

const one = (row: AccessTokenRow) => ({
  id: row.id,
  name: row.name,
  sha1: '',
  token_last_eight: row.last_eight,
  scopes: row.scope ? row.scope.split(',') : null,
  created_at: formatTime(row.created_at),
  last_used_at: formatTime(row.last_used_at),
})

export const current = (row: AccessTokenRow, owner: { id: number; name: string }) => {
  const { id, name, scopes, created_at, last_used_at } = one(row)
  return { id, name, scopes, created_at, last_used_at, user: { id: owner.id, login: owner.name } }
}

export const many = (rows: AccessTokenRow[]) => rows.map(one)

/** The answer to its creation: the only one that shows the token. */
export const fresh = ({ row, token }: { row: AccessTokenRow; token: string }) => ({ ...one(row), sha1: token, created_at: ZERO_TIME, last_used_at: ZERO_TIME })
