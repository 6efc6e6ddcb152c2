// The templates a repository offers to those who open an issue.
import type { PageCx } from '../../web/index.ts'
import type { ConfigRecord, TemplateRecord } from '../templates/schema.ts'

export type Template = TemplateRecord

export async function templatesOf(page: PageCx): Promise<{ templates: Template[]; links: { name: string; url: string; about: string }[]; blank: boolean }> {
  const at = { owner: page.params.owner, repo: page.params.repo }
  // whoever may not read the code may still open an issue
  const [templates, config] = await Promise.all([page.ask.maybe<Template[] | null>('listReposIssueTemplates', at), page.ask.maybe<ConfigRecord>('getReposIssueConfig', at)])
  return { templates: templates ?? [], links: config?.contact_links ?? [], blank: config?.blank_issues_enabled ?? true }
}
