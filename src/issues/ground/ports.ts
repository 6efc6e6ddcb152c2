// Issues show and set the boards they are on, but boards belong to a room above. That room connects itself here when it is loaded.
import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad } from '../../kernel/errors.ts'
import type { ProjectRecord } from '../issues/schema.ts'
import type { IssueRow } from '../tables.ts'

export interface Boards {
  /** throws 400 for ids that are neither the repository's nor its owner's */
  check(db: Db, repo: Repo, ids: readonly number[]): Promise<void>
  /** makes `ids` the exact set of boards the issue is on, timeline entries included */
  place(cx: Cx, tx: Db, at: { repo: Repo; issue: IssueRow; by: Account }, ids: readonly number[]): Promise<void>
  /** the boards of each issue, without counts */
  records(cx: Cx, db: Db, issueIds: readonly number[], viewer: Account | null): Promise<Map<number, ProjectRecord[]>>
}

const none: Boards = {
  async check(_db, _repo, ids) {
    if (ids.length > 0) throw bad('there are no projects')
  },
  async place() {},
  records: async () => new Map(),
}

let connected: Boards = none

export const connectBoards = (boards: Boards): void => void (connected = boards)
export const boards = (): Boards => connected
