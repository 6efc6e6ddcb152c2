import { formatTime } from '../../kernel/times.ts'
import type { ActionSecretRow, ActionVariableRow } from '../tables.ts'

export const secrets = (rows: ActionSecretRow[]) => rows.map((row) => ({ name: row.name, description: row.description, created_at: formatTime(row.created_at) }))

export const variable = (row: ActionVariableRow) => ({ owner_id: row.owner_id ?? 0, repo_id: row.repo_id ?? 0, name: row.name, data: row.data, description: row.description })

export const variables = (rows: ActionVariableRow[]) => rows.map(variable)
