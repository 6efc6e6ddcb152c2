// Property tests from our own API description: whatever is sent, as administrator and as somebody, nothing fails.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { present, python } from './installed.ts'
import { people, token, withServer, type Server } from './server.ts'

type Any = any
const run = promisify(execFile)

/** The whole path goes, since methods that a path does not have are tried as well. */
const ends = /^\/(token|repos\/migrate)$/
/** What would end the world the others are tested in is done to things of its own. */
const spoils = /^(DELETE|PATCH) \/(repos\/\{owner\}\/\{repo\}|orgs\/\{org\}|admin\/users\/\{username\})$|\/(rename|transfer)$|^DELETE \/orgs\/\{org\}\/repos$/

const words: Record<string, string[]> = {
  owner: ['alice', 'acme'], repo: ['engine'], org: ['acme'], username: ['alice', 'bob'], collaborator: ['bob'], target: ['alice'], assignee: ['alice'],
  sha: ['main', 'topic'], branch: ['main', 'topic'], ref: ['main', 'heads/main'], tag: ['v1'], filepath: ['README.md', 'src/main.c'], basehead: ['main...topic'],
  diffType: ['diff', 'patch'], archive: ['main.zip'], name: ['engine'], task: ['cleanup_hook_task_table'],
}
const spoiled: Record<string, string[]> = { owner: ['victim'], repo: ['engine'], org: ['spoiled'], username: ['victim'] }

/** Our description with the names of things that exist, so that most calls get past the door. */
function aimed(description: Any): object {
  for (const [path, methods] of Object.entries<Any>(description.paths)) {
    if (ends.test(path)) delete description.paths[path]
    for (const [method, one] of Object.entries<Any>(methods)) {
      const at = `${method.toUpperCase()} ${path}`
      for (const parameter of one.parameters) {
        if (parameter.in !== 'path') continue
        const known = (spoils.test(at) ? spoiled : words)[parameter.name]
        if (known) parameter.schema = { type: 'string', enum: known }
        else if (parameter.schema.type === 'integer') Object.assign(parameter.schema, { minimum: 0, maximum: 6 })
      }
    }
  }
  // the credentials are ours to send
  delete description.security
  delete description.components.securitySchemes
  return description
}

/** One of most things. */
async function furnish({ ask, url }: Server) {
  const file = (text: string) => ({ content: Buffer.from(text).toString('base64') })
  const at = '/repos/alice/engine'
  await ask(201, 'alice', 'POST', '/orgs', { username: 'acme' })
  await ask(201, 'victim', 'POST', '/orgs', { username: 'spoiled' })
  await ask(201, 'victim', 'POST', '/user/repos', { name: 'engine', auto_init: true })
  await ask(201, 'alice', 'POST', '/orgs/acme/repos', { name: 'engine', auto_init: true })
  await ask(201, 'alice', 'POST', '/user/repos', { name: 'engine', auto_init: true })
  await ask(204, 'alice', 'PUT', `${at}/collaborators/bob`, { permission: 'admin' })
  await ask(201, 'alice', 'POST', `${at}/contents/src/main.c`, { ...file('int main;\n'), branch: 'main', new_branch: 'topic' })
  await ask(201, 'alice', 'POST', `${at}/tags`, { tag_name: 'v1', target: 'main' })
  await ask(201, 'alice', 'POST', `${at}/labels`, { name: 'bug', color: '#ff0000' })
  await ask(201, 'alice', 'POST', `${at}/milestones`, { title: 'first' })
  for (const title of ['one', 'two']) await ask(201, 'alice', 'POST', `${at}/issues`, { title, labels: [1], milestone: 1 })
  await ask(201, 'bob', 'POST', `${at}/issues/1/comments`, { body: 'seen, @alice' })
  await ask(201, 'alice', 'POST', `${at}/pulls`, { title: 'three', head: 'topic', base: 'main' })
  await ask(201, 'alice', 'POST', `${at}/releases`, { tag_name: 'v1', name: 'first' })
  await ask(201, 'alice', 'POST', `${at}/hooks`, { type: 'gitea', config: { url: `${url}/nowhere`, content_type: 'json' }, events: ['push'] })
  await ask(201, 'alice', 'POST', `${at}/projects`, { title: 'board' })
  await ask(201, 'alice', 'POST', `${at}/contents/.gitea/workflows/build.yml`, { ...file('on: [push, workflow_dispatch]\njobs: {one: {runs-on: linux, steps: [{run: "true"}]}}\n'), branch: 'main' })
}

async function noFailure(who: string) {
  const env = await python('schemathesis', '4.32.5')
  await withServer(async (server, folder) => {
    await people(server, 'alice', 'bob', 'victim')
    await furnish(server)
    const cwd = folder('schemathesis')
    const mine = await token(server, who)
    const description = await run(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'openapi'], { maxBuffer: 1 << 28 })
    writeFileSync(join(cwd, 'api.json'), JSON.stringify(aimed(JSON.parse(description.stdout))))
    const args = [
      '-m', 'schemathesis.cli', 'run', 'api.json', '--url', `${server.url}/api/v1`, '--header', `Authorization: token ${mine}`,
      '--phases', 'examples,coverage,fuzzing', '--max-examples', '3', '--checks', 'not_a_server_error', '--no-shrink', '--continue-on-failure',
      '--suppress-health-check', 'all', '--warnings', 'off', '--request-timeout', '30', '--seed', '1',
    ]
    const done = await run('python3', args, { cwd, env: { ...env, HOME: cwd, NO_COLOR: '1', COLUMNS: '200' }, maxBuffer: 1 << 28 }).catch((error) => error)
    assert.match(done.stdout ?? '', /SUMMARY/, `schemathesis did not run: ${done.message}\n${done.stdout}`)
    assert.ok(!(done instanceof Error), `${done.stdout?.slice(-15_000)}\nthe server says:\n${server.log().slice(-5000)}`)
    assert.doesNotMatch(server.log(), /a request failed/)
    // otherwise most of it would have been asked of nobody about nothing
    assert.equal((await server.call(mine, 'GET', '/user')).status, 200)
    assert.equal((await server.call(mine, 'GET', '/repos/alice/engine')).status, 200)
  }, { git_durable: 'false' })
}

/** The test, one file per caller: each is long. */
export function sentAs(who: string) {
  test(`no request makes the server fail, sent as ${who}`, { timeout: 590_000 }, async (t) => {
    if (!(await present('python3', '--version'))) return t.skip('there is no python3')
    await noFailure(who)
  })
}
