import type { Account } from '../../access/index.ts'
import { people } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Static } from '../../kernel/schema.ts'
import { formatTime } from '../../kernel/times.ts'
import type { ProjectColumnRow } from '../tables.ts'
import type { ProjectColumn } from './schema.ts'

type Shown = Static<typeof ProjectColumn>

export async function many(cx: Cx, rows: readonly ProjectColumnRow[], viewer: Account | null): Promise<Shown[]> {
  const known = await people(cx, rows.map((row) => row.creator_id))
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    default: row.is_default,
    sorting: row.sorting,
    color: row.color || undefined,
    project_id: row.project_id,
    creator: known.record(row.creator_id, viewer),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  }))
}

export const one = async (cx: Cx, row: ProjectColumnRow, viewer: Account | null): Promise<Shown> => (await many(cx, [row], viewer))[0]
