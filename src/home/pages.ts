// The few pages there are before the web has its design: set-up, API description, front.
const page = (title: string, body: string, script = '') => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem;color:#1c2430;background:#fff}
h1{font-size:1.5rem}label{display:block;margin:.8rem 0 .2rem}input{font:inherit;padding:.4rem .6rem;border:1px solid #9aa5b1;border-radius:6px;width:100%;box-sizing:border-box}
button{font:inherit;margin-top:1.2rem;padding:.5rem 1.2rem;border:0;border-radius:6px;background:#1a56db;color:#fff}code{background:#eef1f5;padding:.1rem .3rem;border-radius:4px}
details{border-top:1px solid #d8dee6;padding:.4rem 0}summary b{display:inline-block;min-width:4.5rem}pre{overflow:auto;background:#eef1f5;padding:.8rem;border-radius:6px}.bad{color:#b42318}
@media(prefers-color-scheme:dark){body{color:#e6e9ee;background:#14181f}code,pre{background:#222933}details{border-color:#333c48}input{background:#1b212a;color:inherit;border-color:#4a5566}}</style>
<body>${body}${script}</body></html>`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one])

export const front = (root: string) =>
  page('Codestead', `<h1>Codestead</h1><p>This code host is running. Clone and push at <code>${escape(root)}/owner/name.git</code>,
  and speak to its API under <code>${escape(root)}/api/v1</code>.</p><p><a href="/api/swagger">API description</a></p>`)

export const waiting = () =>
  page('Set up Codestead', `<h1>Almost there</h1><p>Nobody has an account here yet. Open the set-up link that the server printed on its console when it started;
  it leads to creating the administrator.</p>`)

export const setup = (token: string, problem = '', given: { name?: string; email?: string } = {}) =>
  page('Set up Codestead', `<h1>Create the administrator</h1>${problem ? `<p class="bad" role="alert">${escape(problem)}</p>` : ''}
  <form method="post" action="/setup"><input type="hidden" name="token" value="${escape(token)}">
  <label for="name">Name</label><input id="name" name="name" required autofocus autocomplete="username" value="${escape(given.name ?? '')}">
  <label for="email">E-mail</label><input id="email" name="email" type="email" required autocomplete="email" value="${escape(given.email ?? '')}">
  <label for="password">Password (at least 8 characters)</label><input id="password" name="password" type="password" minlength="8" required autocomplete="new-password">
  <button>Create</button></form>`)

export const done = (name: string, root: string) =>
  page('Codestead is ready', `<h1>Welcome, ${escape(name)}</h1><p>Your account administers this site. Create a token and a repository:</p>
  <pre>curl -u ${escape(name)} ${escape(root)}/api/v1/users/${escape(name)}/tokens -H 'content-type: application/json' -d '{"name":"first","scopes":["all"]}'
curl -u ${escape(name)} ${escape(root)}/api/v1/user/repos -H 'content-type: application/json' -d '{"name":"hello","auto_init":true}'
git clone ${escape(root)}/${escape(name)}/hello.git</pre><p><a href="/api/swagger">API description</a></p>`)

interface Described {
  paths: Record<string, Record<string, { operationId: string; summary: string; description: string; tags: string[]; parameters: { name: string; in: string }[]; requestBody?: { content: { 'application/json': { schema: { $ref?: string } } } }; responses: object }>>
  components: { schemas: Record<string, { properties?: object; required?: string[] }> }
}

/** The API description as a page: readable without a script. */
export function swagger(described: object): string {
  const rooms = new Map<string, string[]>()
  for (const [path, methods] of Object.entries((described as Described).paths)) {
    for (const [method, one] of Object.entries(methods)) {
      const takes = one.parameters.filter((p) => p.in === 'query').map((p) => `<code>${escape(p.name)}</code>`).join(' ')
      const body = named(described as Described, one.requestBody?.content['application/json'].schema.$ref)
      const line = `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(one.summary)}</summary>
        <p>${escape(one.description)}</p>${takes ? `<p>Query: ${takes}</p>` : ''}${body}<p>Answers: ${Object.keys(one.responses).join(', ')}</p></details>`
      rooms.set(one.tags[0], [...(rooms.get(one.tags[0]) ?? []), line])
    }
  }
  const body = [...rooms].map(([room, lines]) => `<h2>${escape(room)}</h2>${lines.join('')}`).join('')
  return page('Codestead API', `<h1>Codestead API</h1><p>Every path is under <code>/api/v1</code>. The whole description: <a href="/openapi3.v1.json">OpenAPI 3.1</a>.</p>${body}`)
}

/** A body's members, those that must be there in bold. */
function named(described: Described, ref: string | undefined): string {
  const shape = ref && described.components.schemas[ref.split('/').at(-1)!]
  if (!shape) return ''
  const members = Object.keys(shape.properties ?? {}).map((name) => (shape.required?.includes(name) ? `<b><code>${escape(name)}</code></b>` : `<code>${escape(name)}</code>`))
  return members.length > 0 ? `<p>Body: ${members.join(' ')}</p>` : ''
}
