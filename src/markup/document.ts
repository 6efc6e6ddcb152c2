// Markdown as HTML: parsed by markdown-it, cleaned by clean.ts.
import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'
import type { Context } from './context.ts'

const parser = new MarkdownIt({ html: true, linkify: true })

export function markdown(source: string, context: Context): string {
  parser.set({ breaks: context.mode === 'comment' })
  return sanitize(parser.render(source), { allowedTags: sanitize.defaults.allowedTags.concat('img'), allowedSchemes: ['http', 'https', 'mailto'] })
}
