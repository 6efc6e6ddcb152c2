import { Bool, record, Str, Uri } from '../../kernel/schema.ts'

export const GitignoreTemplateInfo = record('GitignoreTemplateInfo', { name: Str, source: Str })
export const LicensesTemplateListEntry = record('LicensesTemplateListEntry', { key: Str, name: Str, url: Uri })
export const LicenseTemplateInfo = record('LicenseTemplateInfo', { key: Str, name: Str, url: Uri, implementation: Str, body: Str })
export const LabelTemplate = record('LabelTemplate', { name: Str, exclusive: Bool, color: Str, description: Str })
