// The API description as a page: readable without a script.
import { anyone } from '../../access/index.ts'
import { html, page, type Html } from '../../web/index.ts'

interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Shape> }
}
interface Shape {
  properties?: object
  required?: string[]
}
interface Operation {
  summary: string
  description: string
  tags: string[]
  parameters: { name: string; in: string }[]
  /** by media type */
  requestBody?: { content: Record<string, { schema: Shape & { $ref?: string } }> }
  responses: object
}

const codes = (names: string[]) => names.map((name) => html`<code>${name}</code> `)

/** A body's members, those that must be there in bold; what has none is named by its type. */
function members(described: Described, one: Operation): Html[] {
  const [type, { schema }] = Object.entries(one.requestBody?.content ?? {})[0] ?? ['', { schema: {} }]
  const shape = schema.$ref ? described.components.schemas[schema.$ref.split('/').at(-1)!] : schema
  if (type && !shape?.properties) return codes([type])
  return Object.keys(shape?.properties ?? {}).map((name) => (shape?.required?.includes(name) ? html`<b><code>${name}</code></b> ` : html`<code>${name}</code> `))
}

export const pages = page({
  id: 'swagger', at: '/api/swagger', says: 'The API description as a page', needs: anyone,
  run({ cx, w, root }) {
    const described = cx.described() as Described
    const rooms = new Map<string, Html[]>()
    for (const [path, methods] of Object.entries(described.paths)) {
      for (const [method, one] of Object.entries(methods)) {
        const query = one.parameters.filter((given) => given.in === 'query').map((given) => given.name)
        const body = members(described, one)
        const line = html`<li><details><summary><span class="badge verb-${method}">${method.toUpperCase()}</span> <code>${path}</code> <span class="soft">${one.summary}</span></summary><div class="pad small"><p>${one.description}</p>
          ${query.length > 0 && html`<p>${w.home.api.query}: ${codes(query)}</p>`}${body.length > 0 && html`<p>${w.home.api.body}: ${body}</p>`}<p>${w.home.api.answers}: ${Object.keys(one.responses).join(', ')}</p></div></details></li>`
        rooms.set(one.tags[0], [...(rooms.get(one.tags[0]) ?? []), line])
      }
    }
    return {
      title: w.home.api.title,
      body: html`<div class="page-head"><h1>${w.home.api.title}</h1><a class="button" href="${root}/openapi3.v1.json">OpenAPI 3.1</a></div><p class="lede">${w.home.api.lede} <code>${root}/api/v1</code></p>
        ${[...rooms].map(([room, lines]) => html`<section class="box" aria-label="${room}"><header class="box-head"><h2>${room}</h2><span class="count">${lines.length}</span></header><ul class="rows operations">${lines}</ul></section>`)}`,
    }
  },
})
