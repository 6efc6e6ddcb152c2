import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    release: ReleaseTable
  }
}

/** What is published about a tag. Tags without a release have no row. */
export interface ReleaseTable {
  id: Generated<number>
  repo_id: number
  author_id: number | null
  tag_name: string
  lower_tag: string
  /** branch or commit it was asked to be made from; '' when the tag was there before */
  target: string
  /** the commit of the tag; '' for a draft whose tag is still to come */
  sha: string
  title: string
  note: string
  is_draft: boolean
  is_prerelease: boolean
  original_author: string
  original_author_id: number
  /** date of the commit; of a draft the time it was made */
  created_at: number
  published_at: number | null
}
export type ReleaseRow = Selectable<ReleaseTable>
