import { Bool, Nullable, Optional, record, Str, Strings, Type, Word, type Static } from '../../kernel/schema.ts'

const Members = Type.Record(Str, Type.Any())

export const IssueFormField = record('IssueFormField', {
  type: Word('markdown', 'textarea', 'input', 'dropdown', 'checkboxes'),
  id: Str,
  attributes: Nullable(Members),
  validations: Nullable(Members),
  visible: Optional(Strings),
})
export type FieldRecord = Static<typeof IssueFormField>

export const IssueTemplate = record('IssueTemplate', {
  name: Str,
  title: Str,
  about: Str,
  labels: Nullable(Strings),
  assignees: Nullable(Strings),
  ref: Str,
  content: Str,
  body: Nullable(Type.Array(IssueFormField)),
  file_name: Str,
})
export type TemplateRecord = Static<typeof IssueTemplate>

export const IssueConfigContactLink = record('IssueConfigContactLink', { name: Str, url: Str, about: Str })

export const IssueConfig = record('IssueConfig', {
  blank_issues_enabled: Bool,
  contact_links: Nullable(Type.Array(IssueConfigContactLink)),
})
export type ConfigRecord = Static<typeof IssueConfig>

export const IssueConfigValidation = record('IssueConfigValidation', { valid: Bool, message: Str })
