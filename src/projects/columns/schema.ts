import { Bool, Id, input, Int, Optional, record, Str, Time, Type } from '../../kernel/schema.ts'
import { User } from '../../users/index.ts'

export const ProjectColumn = record('ProjectColumn', {
  id: Id,
  title: Str,
  default: Bool,
  sorting: Int,
  color: Optional(Str),
  project_id: Id,
  creator: Optional(User),
  created_at: Time,
  updated_at: Optional(Time),
})

export const CreateProjectColumnOption = input('CreateProjectColumnOption', { title: Str, color: Optional(Str) })
export const EditProjectColumnOption = input('EditProjectColumnOption', { title: Optional(Str), sorting: Optional(Int), color: Optional(Str) })
export const MoveProjectColumnsOption = input('MoveProjectColumnsOption', { column_ids: Type.Array(Id, { go: 'ColumnIDs' }) })
