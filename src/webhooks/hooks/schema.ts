import { Bool, Id, input, Nullable, Optional, record, Str, StringMap, Strings, Text, Time } from '../../kernel/schema.ts'

export const Hook = record('Hook', {
  id: Id,
  type: Str,
  name: Str,
  branch_filter: Str,
  config: Nullable(StringMap),
  events: Nullable(Strings),
  authorization_header: Str,
  active: Bool,
  updated_at: Time,
  created_at: Time,
})

export const CreateHookOption = input('CreateHookOption', {
  type: Str,
  config: StringMap,
  events: Optional(Strings),
  branch_filter: Optional(Str),
  authorization_header: Optional(Str),
  active: Optional(Bool),
  name: Optional(Text({ maxLength: 255 })),
})

export const EditHookOption = input('EditHookOption', {
  config: Optional(StringMap),
  events: Optional(Strings),
  branch_filter: Optional(Str),
  authorization_header: Optional(Str),
  active: Optional(Bool),
  name: Optional(Text({ maxLength: 255 })),
})
