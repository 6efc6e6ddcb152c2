// Every operation asks a token for the scopes its path stands for, all of them, and for nothing else.
import assert from 'node:assert/strict'
import { categories } from '../../src/access/scopes.ts'
import type { Declaration } from '../../src/kernel/route.ts'
import { scenario, type World } from '../kit/world.ts'

/** What the API documents, by hand: the first line that matches says it. */
const table: [RegExp, string][] = [
  [/^GET \/orgs$/, ''],
  [/ \/(version|settings|gitignore|licenses|label|markdown|markup|signing-key|token|swagger|nodeinfo)\b/, ''],
  [/ \/admin\//, 'admin'],
  [/ (\/repos\/:owner\/:repo)?\/notifications\b/, 'notification'],
  [/ \/repos\/(issues\/search|:owner\/:repo\/(issues|labels|milestones|projects)(\/|$))/, 'issue'],
  [/^GET \/repos\/:owner\/:repo\/actions\/artifacts\/:\w+\/zip\/raw$/, ''],
  [/ \/(repos|repositories|topics|search)\//, 'repository'],
  [/ \/packages\//, 'package'],
  [/^(POST|DELETE) \/orgs?\/:org\/repos$/, 'organization repository'],
  [/ \/orgs\/:org\/projects\b/, 'organization issue'],
  [/ \/(orgs|teams)\b/, 'organization'],
  [/ \/(user\/repos|user\/starred|users\/:username\/repos)\b/, 'user repository'],
  [/ \/(user|users\/:username)\/orgs\b/, 'user organization'],
  [/ \/(user|users\/:username)\/projects\b/, 'user issue'],
  [/ \/users?\b/, 'user'],
]

function wanted(one: Declaration): string[] {
  const found = table.find(([pattern]) => pattern.test(`${one.method} ${one.path}`))
  assert.ok(found, `${one.method} ${one.path} is not in the table`)
  return found[1].split(' ').filter(Boolean)
}

const names: Record<string, string> = { owner: 'alice', repo: 'engine', org: 'acme', username: 'alice' }
/** With things that exist, or with none that does. */
const fill = (one: Declaration, exists: boolean) => one.path.replace(/:(\w+)(\([^)]*\))?\*?/g, (_, name) => (exists ? names[name] ?? '1' : 'no-such-thing'))

const isScope = (answer: { status: number; body: any }) => answer.status === 403 && /required scope/.test(answer.body?.message ?? '')

scenario('a token without one of the scopes is refused, one with just them is not', async (w) => {
  const root = await w.user('root', { admin: true })
  const alice = await w.user('alice')
  await w.repo(alice, 'engine')
  await w.org(alice, 'acme')
  const tokens = new Map<string, string>()
  const call = async (one: Declaration, scopes: string[], exists: boolean) => {
    const who = one.path.startsWith('/admin') ? root : alice
    const key = `${who.name} ${scopes.join()}`
    if (!tokens.has(key)) tokens.set(key, (await w.as(who).post(`/users/${who.name}/tokens`, { name: key, scopes }).gives(201)).body.sha1)
    return request(w, tokens.get(key)!, one, fill(one, exists))
  }
  const wrong: string[] = []
  let asked = 0
  for (const one of w.app.declarations) {
    // these take Basic credentials only, which the token is not
    if (one.site || /\/tokens\b/.test(one.path)) continue
    const scopes = wanted(one)
    const level = one.method === 'GET' ? 'read' : 'write'
    const all = categories.map((name) => `write:${name}`)
    for (const scope of scopes) {
      asked++
      if (!isScope(await call(one, all.filter((name) => name !== `write:${scope}`), true))) wrong.push(`${one.id} does without ${scope}`)
      if (level === 'write' && !isScope(await call(one, [...all.filter((name) => name !== `write:${scope}`), `read:${scope}`], true))) wrong.push(`${one.id} does with read:${scope}`)
    }
    const just = scopes.length > 0 ? scopes.map((scope) => `${level}:${scope}`) : ['read:misc']
    if (isScope(await call(one, just, false))) wrong.push(`${one.id} wants more than ${just.join(' and ')}`)
  }
  assert.deepEqual(wrong, [])
  assert.ok(asked > 300, `${asked} scopes were asked for`)
}, { page_size: '1' })

const request = (w: World, token: string, one: Declaration, path: string) => {
  const client = w.as(null, { token })
  const method = one.method.toLowerCase() as 'get' | 'post'
  return method === 'get' ? client.get(path) : client[method](path, {})
}
