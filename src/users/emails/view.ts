import type { EmailRow } from '../tables.ts'

const one = (row: EmailRow) => ({ email: row.email, verified: row.is_verified, primary: row.is_primary })

/** One's own addresses do not say whose they are. */
export const own = (rows: readonly EmailRow[]) => rows.map((row) => ({ ...one(row), user_id: 0, username: '' }))

/** For administrators: with their owners. */
export const many = (rows: readonly (EmailRow & { username: string })[]) => rows.map((row) => ({ ...one(row), user_id: row.account_id, username: row.username }))
