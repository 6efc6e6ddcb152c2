import { Bool, Id, record, Str } from '../../kernel/schema.ts'

export const Email = record('Email', { email: Str, verified: Bool, primary: Bool, user_id: Id, username: Str })
