// What issues show and set of the boards they are on.
import type { Boards } from '../../issues/index.ts'
import type { ProjectRecord } from '../../issues/index.ts'
import { bad } from '../../kernel/errors.ts'
import * as cards from '../cards/verbs.ts'
import * as store from '../projects/store.ts'
import * as view from '../projects/view.ts'

export const boards: Boards = {
  async check(db, repo, ids) {
    const known = await store.listUsable(db, repo, ids)
    if (known.length !== new Set(ids).size) throw bad('a project belongs neither to the repository nor to its owner')
  },
  async place(cx, tx, { repo, issue, by }, ids) {
    await cards.replace(cx, tx, by, issue.id, await store.listUsable(tx, repo, ids))
  },
  async records(cx, db, issueIds, viewer) {
    const rows = await store.listOfIssues(db, issueIds)
    const found = new Map<number, ProjectRecord[]>()
    if (rows.length === 0) return found
    const shown = await view.records(cx, rows, viewer)
    rows.forEach((row, i) => found.set(row.issue_id, [...(found.get(row.issue_id) ?? []), shown[i]]))
    return found
  },
}
