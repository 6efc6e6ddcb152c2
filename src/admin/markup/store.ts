import type { Db } from '../../kernel/db.ts'

/** Those of the names, in lower case, that belong to somebody everyone may see. */
export async function publicNames(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('account').select('lower_name').where('lower_name', 'in', names).where('visibility', '=', 'public').where('type', 'in', ['user', 'organization']).orderBy('lower_name').execute()
  return rows.map((row) => row.lower_name)
}
