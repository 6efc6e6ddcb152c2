import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    ref_intention: RefIntentionTable
  }
}

/** Refs that are about to move; gone once rows and facts tell of it. Settled at start by looking at git. */
interface RefIntentionTable {
  id: Generated<number>
  repo_id: number
  by_id: number | null
  via: string
  /** which settler writes the rows that belong to the move */
  kind: string
  /** JSON: Move[] */
  moves: string
  /** JSON of the settler */
  data: string
  created_at: number
}
export type RefIntentionRow = Selectable<RefIntentionTable>
