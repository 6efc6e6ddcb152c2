import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    import_intention: ImportIntentionTable
    mirror: MirrorTable
    push_mirror: PushMirrorTable
  }
}

/** An import under way: its name is held, and what it has laid down goes if its process does. */
export interface ImportIntentionTable {
  storage: string
  object_format: 'sha1' | 'sha256'
  owner_id: number
  lower_name: string
  /** JSON array of keys in the blob store */
  blobs: string
  /** moved on while the process lives */
  alive_until: number
}
export type ImportIntentionRow = Selectable<ImportIntentionTable>

/** Where a mirror comes from. How often, and when it was last up to date, stands in the repository's row. */
export interface MirrorTable {
  repo_id: number
  /** without credentials */
  address: string
  username: string
  /** sealed: password, token or secret key */
  secret: string
  /** how the credential is used: as it is, or to sign requests to AWS */
  credential_kind: 'plain' | 'aws'
  with_wiki: boolean
  /** what goes at the source goes here too */
  prunes: Generated<boolean>
  tried_at: number
  /** why the last try failed, or empty */
  last_error: string
}
export type MirrorRow = Selectable<MirrorTable>

/** A place a repository is pushed to. */
interface PushMirrorTable {
  id: Generated<number>
  repo_id: number
  remote_name: string
  /** without credentials */
  address: string
  username: string
  /** sealed */
  secret: string
  /** 0 = not by itself */
  every_seconds: number
  sync_on_commit: boolean
  created_at: number
  tried_at: number
  /** of the last try that went well */
  pushed_at: number
  last_error: string
}
export type PushMirrorRow = Selectable<PushMirrorTable>
