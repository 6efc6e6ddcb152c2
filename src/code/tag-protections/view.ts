import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { standing } from '../protections/people.ts'
import type { TagProtectionRow } from '../tables.ts'
import type { TagProtectionRecord } from './schema.ts'
import * as store from './store.ts'

export async function many(cx: Cx, repo: Repo, rows: readonly TagProtectionRow[]): Promise<TagProtectionRecord[]> {
  const all = await store.listGrants(cx.db, rows.map((one) => one.id))
  const grants = all.filter(await standing(cx.db, repo, all))
  return rows.map((row) => {
    const mine = grants.filter((one) => one.tag_protection_id === row.id)
    return {
      id: row.id,
      name_pattern: row.name_pattern,
      whitelist_usernames: mine.flatMap((one) => one.account_name ?? []).sort(),
      whitelist_teams: mine.flatMap((one) => one.team_name ?? []).sort(),
      created_at: formatTime(row.created_at),
      updated_at: formatTime(row.updated_at),
    }
  })
}

export const one = async (cx: Cx, repo: Repo, row: TagProtectionRow): Promise<TagProtectionRecord> => (await many(cx, repo, [row]))[0]
