import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { repoView } from '../../repos/index.ts'
import type { LabelRow } from '../tables.ts'
import type { LabelRecord } from './schema.ts'

/** Labels seen from a repository: its own, and those of the organization it belongs to. */
export const one = (cx: Cx, row: LabelRow, repo: Repo): LabelRecord => record(row, row.repo_id === null ? orgApi(cx, repo.owner) : repoView.api(cx, repo))

export const many = (cx: Cx, rows: readonly LabelRow[], repo: Repo): LabelRecord[] => rows.map((row) => one(cx, row, repo))

export const ofOrg = (cx: Cx, rows: readonly LabelRow[], org: Account): LabelRecord[] => rows.map((row) => record(row, orgApi(cx, org)))

const orgApi = (cx: Cx, org: Account) => `${cx.root}/api/v1/orgs/${encodeURIComponent(org.name)}`

const record = (row: LabelRow, under: string): LabelRecord => ({
  id: row.id,
  name: row.name,
  exclusive: row.exclusive,
  is_archived: row.is_archived,
  color: row.color,
  description: row.description,
  url: `${under}/labels/${row.id}`,
})
