// The templates a repository offers, where the operations that read them are there.
import type { PageCx } from '../../web/index.ts'

export interface Template {
  name: string
  title: string
  about: string
  labels: string[] | null
  assignees: string[] | null
  content: string
  file_name: string
}

interface Field {
  type: string
  attributes?: { label?: string; value?: string; description?: string; options?: { label?: string }[] }
}

/** A form of fields as a text with a heading for each. */
const asText = (fields: readonly Field[]): string =>
  fields.map(({ type, attributes = {} }) => {
    if (type === 'markdown') return ''
    const boxes = type === 'checkboxes' ? (attributes.options ?? []).map((one) => `- [ ] ${one.label ?? ''}`).join('\n') : ''
    return `### ${attributes.label ?? ''}\n\n${boxes || attributes.value || (attributes.description ? `<!-- ${attributes.description.replaceAll('-->', '')} -->` : '')}\n`
  }).filter(Boolean).join('\n')

function known(page: PageCx, id: string): boolean {
  try {
    return Boolean(page.cx.operation(id))
  } catch {
    return false
  }
}

export async function templatesOf(page: PageCx): Promise<{ templates: Template[]; links: { name: string; url: string; about: string }[]; blank: boolean }> {
  const at = { owner: page.params.owner, repo: page.params.repo }
  const [templates, config] = await Promise.all([
    known(page, 'listReposIssueTemplates') ? page.ask.maybe<(Template & { body: Field[] | null })[] | null>('listReposIssueTemplates', at) : undefined,
    known(page, 'getReposIssueConfig') ? page.ask.maybe<{ blank_issues_enabled: boolean; contact_links: { name: string; url: string; about: string }[] }>('getReposIssueConfig', at) : undefined,
  ])
  return {
    templates: (templates ?? []).map((one) => ({ ...one, content: one.content || asText(one.body ?? []) })),
    links: config?.contact_links ?? [],
    blank: config?.blank_issues_enabled ?? true,
  }
}
