import { Id, input, Optional, record, Str, Strings, Text, Time, type Static } from '../../kernel/schema.ts'

export const TagProtection = record('TagProtection', {
  id: Id,
  name_pattern: Str,
  whitelist_usernames: Strings,
  whitelist_teams: Strings,
  created_at: Time,
  updated_at: Time,
})
export type TagProtectionRecord = Static<typeof TagProtection>

const members = { name_pattern: Optional(Text({ maxLength: 255 })), whitelist_usernames: Optional(Strings), whitelist_teams: Optional(Strings) }

export const CreateTagProtectionOption = input('CreateTagProtectionOption', members)
export const EditTagProtectionOption = input('EditTagProtectionOption', members)
export type TagProtectionInput = Static<typeof EditTagProtectionOption>
