import { Id, input, Optional, record, Str, Time } from '../../kernel/schema.ts'

export const Secret = record('Secret', { name: Str, description: Str, created_at: Time })
export const ActionVariable = record('ActionVariable', { owner_id: Id, repo_id: Id, name: Str, data: Str, description: Str })

export const CreateOrUpdateSecretOption = input('CreateOrUpdateSecretOption', { data: Str, description: Optional(Str) })
export const CreateVariableOption = input('CreateVariableOption', { value: Str, description: Optional(Str) })
export const UpdateVariableOption = input('UpdateVariableOption', { name: Optional(Str), value: Str, description: Optional(Str) })
