import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    ref_intention: RefIntentionTable
    commit_status: CommitStatusTable
    lfs_object: LfsObjectTable
    file_lock: FileLockTable
    history: HistoryTable
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
  /** the branch HEAD is to name afterwards, or empty */
  head: string
  created_at: number
}
export type RefIntentionRow = Selectable<RefIntentionTable>

export interface CommitStatusTable {
  id: Generated<number>
  repo_id: number
  sha: string
  /** running number per commit, the id on the wire */
  number: number
  state: string
  context: string
  description: string
  target_url: string
  creator_id: number | null
  created_at: number
}
export type CommitStatusRow = Selectable<CommitStatusTable>

interface FileLockTable {
  id: Generated<number>
  repo_id: number
  path: string
  account_id: number
  created_at: number
}
export type FileLockRow = Selectable<FileLockTable>

/** A large file that a repository holds; having the row is having the right to the bytes. */
interface LfsObjectTable {
  repo_id: number
  /** SHA-256 of the content */
  oid: string
  size: number
  created_at: number
}

/** The first page of the default branch as it was when the repository was last tidied. */
interface HistoryTable {
  repo_id: number
  oid: string
  /** how many there are in all */
  commits: number
  /** JSON: words of git's history.read() */
  page: string
}
