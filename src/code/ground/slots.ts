// Places on our pages for what rooms above have to say. They connect themselves here when they are loaded.
import type { Repo } from '../../access/index.ts'
import type { RepositoryRecord } from '../../repos/index.ts'
import type { Content, PageCx } from '../../web/index.ts'

/** Two sides that were compared. */
export interface Compared {
  record: RepositoryRecord
  row: Repo
  /** as the address names them: a branch, tag or id; the head may begin with `owner:` */
  base: string
  head: string
  /** full ids */
  baseCommit: string
  headCommit: string
  /** how many commits the head has that the base has not */
  commits: number
}

/** Stands between the choice of sides and what differs, such as the button that opens a pull request. */
export type CompareSlot = (page: PageCx, compared: Compared) => Promise<Content> | Content
export const compareSlots: CompareSlot[] = []
