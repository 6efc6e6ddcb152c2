import { gates, repoVisible, scope, signedIn, type Repo } from '../../access/index.ts'
import { readBytes } from '../../kernel/bytes.ts'
import type { Cx } from '../../kernel/cx.ts'
import { answer, raw, route, type Rq } from '../../kernel/route.ts'
import { Raw, Str } from '../../kernel/schema.ts'
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

const person = gates(signedIn)
const visitor = gates(scope('repository'), repoVisible, signedIn)
/** Links of a text that is shown in a repository lead there unless it says otherwise. */
const within = <B extends { Context?: string }>(repo: Repo, body: B): B => ({ ...body, Context: body.Context || `/${repo.owner.name}/${repo.name}` })

export const routes = [
  route({
    id: 'createMarkdown', at: 'POST /markdown', says: 'Render Markdown as HTML', needs: person, body: MarkdownOption, returns: { 200: Raw },
    run: async ({ cx, body }) => shown(await render(cx, body)),
  }),
  route({
    id: 'createMarkdownRaw', at: 'POST /markdown/raw', says: 'Render a body of Markdown as HTML', needs: person, body: 'stream', accepts: { 'text/plain': Str }, returns: { 200: Raw },
    run: async ({ cx, rq }) => shown(await bare(cx, rq)),
  }),
  route({
    id: 'createMarkup', at: 'POST /markup', says: 'Render a file as HTML', needs: person, body: MarkupOption, returns: { 200: Raw },
    run: async ({ cx, body }) => shown(await render(cx, { ...body, FilePath: body.FilePath ?? '' })),
  }),
  route({
    id: 'createReposMarkdown', at: 'POST /repos/:owner/:repo/markdown', says: 'Render Markdown of a repository as HTML', needs: visitor, body: MarkdownOption, returns: { 200: Raw },
    run: async ({ cx, repo, body }) => shown(await render(cx, within(repo, body))),
  }),
  route({
    id: 'createReposMarkdownRaw', at: 'POST /repos/:owner/:repo/markdown/raw', says: 'Render a body of Markdown of a repository as HTML', needs: visitor, body: 'stream', accepts: { 'text/plain': Str },
    returns: { 200: Raw },
    run: async ({ cx, rq }) => shown(await bare(cx, rq)),
  }),
  route({
    id: 'createReposMarkup', at: 'POST /repos/:owner/:repo/markup', says: 'Render a file of a repository as HTML', needs: visitor, body: MarkupOption, returns: { 200: Raw },
    run: async ({ cx, repo, body }) => shown(await render(cx, within(repo, { ...body, FilePath: body.FilePath ?? '' }))),
  }),
].flat()
