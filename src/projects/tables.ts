import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    project: ProjectTable
    project_column: ProjectColumnTable
    project_issue: ProjectIssueTable
  }
}

/** A board of a repository, or of an account: exactly one of `repo_id` and `owner_id` is set. */
export interface ProjectTable {
  id: Generated<number>
  repo_id: number | null
  owner_id: number | null
  creator_id: number | null
  title: string
  description: string
  is_closed: boolean
  template_type: string
  card_type: string
  created_at: number
  updated_at: number
  closed_at: number | null
}
export type ProjectRow = Selectable<ProjectTable>

export interface ProjectColumnTable {
  id: Generated<number>
  project_id: number
  creator_id: number | null
  title: string
  is_default: boolean
  sorting: number
  color: string
  created_at: number
  updated_at: number
}
export type ProjectColumnRow = Selectable<ProjectColumnTable>

/** A card. Without a column it is shown in the default one. */
export interface ProjectIssueTable {
  id: Generated<number>
  project_id: number
  issue_id: number
  column_id: number | null
  sorting: number
}
export type ProjectIssueRow = Selectable<ProjectIssueTable>
