import { Int, Nullable, record, Type } from '../../kernel/schema.ts'
import { Commit } from '../commits/schema.ts'

export const Compare = record('Compare', { total_commits: Int, commits: Nullable(Type.Array(Commit)) })
