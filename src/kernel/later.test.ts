import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const child = `
  import { registerHooks } from 'node:module'
  const seen = new Set()
  registerHooks({ load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
    if (name) seen.add(name)
    return next(url, context)
  } })
  await import('./src/commands/serve.ts')
  const { makeServer } = await import('./src/kernel/server.ts')
  await makeServer({ declarations: [], trustProxy: false, bodyLimit: 1, cxFor: () => ({}), keeper: {} }).ready()
  const { later } = await import('./src/kernel/later.ts')
  const before = [...seen]
  const toml = later('smol-toml')
  console.log(JSON.stringify({ before, fetch: process.moduleLoadList.some((one) => one.includes('undici')), same: toml() === toml(), after: seen.has('smol-toml') }))
`

test('a server that starts has not loaded what it may never need', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', child], { cwd: new URL('../..', import.meta.url), encoding: 'utf8' })
  const { before, fetch, same, after } = JSON.parse(said)
  assert.ok(before.includes('kysely') && before.includes('fastify'), 'the hook sees what is loaded')
  const needless = ['ssh2', 'yaml', 'smol-toml', 'postgres', '@connectrpc/connect', '@bufbuild/protobuf', 'ajv', 'markdown-it', 'highlight.js']
  assert.deepEqual(needless.filter((name) => before.includes(name)), [])
  assert.equal(fetch, false)
  assert.deepEqual({ same, after }, { same: true, after: true })
})
