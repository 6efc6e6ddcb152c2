import { gates, signedIn } from '../../access/index.ts'
import { readBytes } from '../../kernel/bytes.ts'
import type { Cx } from '../../kernel/cx.ts'
import { answer, raw, route, type Rq } from '../../kernel/route.ts'
import { Raw } from '../../kernel/schema.ts'
import { MarkdownOption, MarkupOption } from './schema.ts'
import { render, type Rendered } from './verbs.ts'

/** Longer texts sent bare are cut. */
const LIMIT = 1024 * 1024

const shown = (rendered: Rendered) => {
  if ('refused' in rendered) return raw(rendered.refused, { 'content-type': 'text/plain; charset=utf-8' }, 422)
  if (rendered.html === '') return answer(200, undefined)
  return raw(rendered.html, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; sandbox" })
}

async function bare(cx: Cx, rq: Rq) {
  const bytes = await readBytes(rq, cx.config.max_body)
  return render(cx, { Text: bytes.subarray(0, LIMIT).toString() })
}

export const routes = [
  route({
    id: 'createMarkdown', at: 'POST /markdown', says: 'Render Markdown as HTML', needs: gates(signedIn), body: MarkdownOption, returns: { 200: Raw },
    run: async ({ cx, body }) => shown(await render(cx, body)),
  }),
  route({
    id: 'createMarkdownRaw', at: 'POST /markdown/raw', says: 'Render a body of Markdown as HTML', needs: gates(signedIn), body: 'stream', returns: { 200: Raw },
    run: async ({ cx, rq }) => shown(await bare(cx, rq)),
  }),
  route({
    id: 'createMarkup', at: 'POST /markup', says: 'Render a file as HTML', needs: gates(signedIn), body: MarkupOption, returns: { 200: Raw },
    run: async ({ cx, body }) => shown(await render(cx, { ...body, FilePath: body.FilePath ?? '' })),
  }),
].flat()
