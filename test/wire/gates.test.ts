// Every operation with what should not be sent: names and ids of nothing, broken bodies, odd paths. Refused, and never failing.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import type { Declaration } from '../../src/kernel/route.ts'
import { scenario, type Client, type World } from '../kit/world.ts'

type Any = any

async function furnish(w: World) {
  const root = await w.user('root', { admin: true })
  await w.user('bob')
  const as = w.as(root)
  const at = '/repos/root/engine'
  await w.org(root, 'acme')
  await w.repo(root, 'engine', { auto_init: true })
  await as.post(`${at}/contents/a.txt`, { content: '', branch: 'main', new_branch: 'topic' }).gives(201)
  await as.post(`${at}/labels`, { name: 'bug', color: '#ff0000' }).gives(201)
  await as.post(`${at}/milestones`, { title: 'v1' }).gives(201)
  await as.post(`${at}/issues`, { title: 'one' }).gives(201)
  await as.post(`${at}/issues/1/comments`, { body: 'seen' }).gives(201)
  await as.post(`${at}/releases`, { tag_name: 'v1' }).gives(201)
  await as.post(`${at}/projects`, { title: 'board' }).gives(201)
  await as.post(`${at}/hooks`, { type: 'gitea', config: { url: 'http://example.com', content_type: 'json' } }).gives(201)
  return { as }
}

const there: Record<string, string> = { owner: 'root', repo: 'engine', org: 'acme', username: 'bob', sha: 'main', branch: 'main', tag: 'v1', filepath: 'a.txt' }
const containers = new Set(['owner', 'repo', 'org', 'username'])
const members = (one: Declaration) => [...one.path.matchAll(/:(\w+)/g)].map((found) => found[1])
const fill = (one: Declaration, word: (name: string) => string) => one.path.replace(/:(\w+)(\([^)]*\))?\*?/g, (_, name) => word(name))

function send(client: Client, one: Declaration, path: string, body?: unknown, headers?: Record<string, string>) {
  const method = one.method.toLowerCase() as 'get' | 'post'
  return method === 'get' ? client.get(path, headers) : client[method](path, body ?? {}, headers)
}

const told = (one: Declaration, path: string, answer: { status: number; text: string }) => `${one.id}: ${one.method} ${path} gives ${answer.status} ${answer.text.slice(0, 100)}`

/** Here the API answers otherwise: a name that is not there is made, removing what is not there is no mistake, or nothing is listed. */
const shrugs = /^(putReposTopicsByTopic|deleteReposTopicsByTopic|deleteReposKeysById|deleteUserGpgKeysById|deleteReposPushMirrorsByName|delete(Repos|Orgs)LabelsById|createReposContentsByFilepath|listReposStatusesBySha|listReposActionsRunsArtifactsByRun|listReposGitMatchingRefsByRef)$/
/** These tell a name that cannot be one, a repository that has none, or what is switched off, from what is not there. */
const judges = /^(getReposCollaboratorsByCollaborator|getReposArchiveByArchive|listReposGit(Trees|Blobs)BySha|getReposGitTagsBySha|listReposActionsRunsJobsByRun|getReposTeamsByTeam|getReposHooksGitById)$/

/** This one looks at its body before it looks for the organization. */
const bodyFirst = /^createOrgRepos$/

scenario('what is not there is not found, whoever asks for it', async (w) => {
  const { as } = await furnish(w)
  const wrong: string[] = []
  let held = 0
  for (const one of w.app.declarations.filter((other) => !other.site)) {
    const names = members(one)
    if (names.length === 0) continue
    const inNothing = names.some((name) => containers.has(name)) ? fill(one, (name) => (containers.has(name) ? 'no-such-thing' : '1')) : undefined
    if (inNothing) {
      const got = await send(as, one, inNothing)
      held++
      if (got.status !== 404 && !(got.status === 422 && bodyFirst.test(one.id))) wrong.push(told(one, inNothing, got))
    }
    if (names.some((name) => !containers.has(name))) {
      // a file of that name is what the operation before has made
      const made = one.path.endsWith(':filepath*') && one.method === 'GET'
      for (const nothing of made ? ['no/such/file'] : ['99999', '0', '-1', '9223372036854775808', 'no-such-thing']) {
        const path = fill(one, (name) => (containers.has(name) ? there[name] : nothing))
        const got = await send(as, one, path)
        held++
        const refused = got.status >= 400 && got.status < 500
        const fine = one.method === 'GET' && !judges.test(one.id) ? got.status === 404 : refused
        if (!(fine || (got.status < 300 && shrugs.test(one.id)))) wrong.push(told(one, path, got))
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(held > 1000, `${held} requests`)
})

scenario('a body that cannot be read is refused, and changes nothing', async (w) => {
  const { as } = await furnish(w)
  const json = { 'content-type': 'application/json' }
  const wrong: string[] = []
  let refused = 0
  for (const one of w.app.declarations.filter((other) => !other.site && typeof other.body === 'object')) {
    const path = fill(one, (name) => there[name] ?? '1')
    const schema = one.body as Any
    const bodies = ['{', '[]', '"text"', '{"a":1}{', '\xff', ...mistyped(schema)]
    for (const body of bodies) {
      const got = await send(as, one, path, body, json).then((answer) => answer, (error) => ({ status: 599, text: String(error), facts: [] as string[] }))
      if (got.status === 422) refused++
      else if (![400, 403, 404, 405, 409, 412, 423].includes(got.status)) wrong.push(told(one, `${path} ${body.slice(0, 80)}`, got))
      if (got.facts.length > 0) wrong.push(`${one.id}: ${body.slice(0, 80)} did ${got.facts}`)
    }
    const other = await send(as, one, path, 'a=b', { 'content-type': 'text/odd' })
    if (other.status >= 500) wrong.push(told(one, path, other))
  }
  assert.deepEqual(wrong, [])
  assert.ok(refused > 800, `${refused} bodies were refused as such`)
})

/** For each member a value of another type, in an otherwise empty body. */
function mistyped(schema: Any): string[] {
  return Object.entries<Any>(schema.properties ?? {}).flatMap(([name, member]) => {
    const { type, properties } = member.anyOf ? member.anyOf.find((one: Any) => one.type !== 'null') : member
    if (!['string', 'integer', 'boolean', 'array'].includes(type) && !properties) return []
    const others = [type === 'string' ? 7 : 'seven', type === 'object' ? [] : { odd: true }, ...(type === 'integer' ? [0.5, 1e300] : [])]
    return others.map((value) => JSON.stringify({ [name]: value }))
  })
}

const oddWords = ['%00', '%ff', '%', '%2e%2e', '..%2f..', '%0a', '-', '--help', '@{u}', 'a%20b', '%F0%9F%92%A9', 'x'.repeat(300), "'", '%22', '*', '~1', '^']
const oddQueries = [
  'page=-1&limit=-1', 'page=9223372036854775808&limit=0', 'page=x&limit=999999', 'since=never&before=0&sort=odd&order=odd&state=odd&type=odd&q=%25&labels=,&milestones=,',
  'q=%00', 'page=1&page=2&limit[]=1', 'sha=%00&ref=--all&path=..', '%ff=%ff',
]

scenario('no path and no query makes an operation fail', async (w) => {
  await furnish(w)
  // over a socket, since inject would tidy the paths
  const { hostname, port } = new URL(await w.listening())
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let held = 0
  const failed: string[] = []
  const sent: Promise<void>[] = []
  const signed = { authorization: `Basic ${Buffer.from('root:correct horse').toString('base64')}` }
  const hold = (one: Declaration, path: string, headers: Record<string, string> = signed) => {
    sent.push(new Promise((resolve, reject) => {
      const body = one.method === 'GET' ? '' : '{}'
      request({ agent, hostname, port, method: one.method, path: `/api/v1${path}`, headers: { ...headers, ...(body ? { 'content-type': 'application/json', 'content-length': '2' } : {}) } }, (answer) => {
        if (answer.statusCode! >= 500) failed.push(`${one.id}: ${one.method} ${path} gives ${answer.statusCode}`)
        answer.resume().once('end', resolve)
      }).once('error', reject).end(body)
    }))
  }
  for (const one of w.app.declarations.filter((other) => !other.site)) {
    for (const word of oddWords) for (const name of members(one)) hold(one, fill(one, (other) => (other === name ? word : there[other] ?? '1')))
    if (one.method === 'GET') for (const query of oddQueries) for (const who of [signed, {}]) hold(one, `${fill(one, (name) => there[name] ?? '1')}?${query}`, who)
    await Promise.all(sent.splice(0))
    held++
  }
  agent.destroy()
  assert.deepEqual(failed, [])
  assert.ok(held > 300, `${held} operations`)
})
