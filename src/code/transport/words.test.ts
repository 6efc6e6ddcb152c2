// What git tells its user when it is refused at its own addresses, and what it says on the wire without being told to.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { by, commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

const refused = (promise: Promise<string>): Promise<string> => promise.then(() => assert.fail('it was not refused'), (error) => error.stderr as string)

scenario('git over HTTP: whoever is refused reads why', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  for (const name of ['old', 'copy', 'closed']) await w.repo(alice, name, { auto_init: true })
  await w.as(alice).patch('/repos/alice/old', { archived: true }).gives(200)
  await w.cx.write((tx) => tx.updateTable('repo').set({ is_mirror: true }).where('lower_name', '=', 'copy').execute())
  await w.as(alice).patch('/repos/alice/closed', { has_pull_requests: false }).gives(200)
  const cwd = w.folder()
  await git(cwd, ['init', '-q', '-b', 'main'])
  await commit(cwd, 'a', 'a\n')
  const push = async (who: typeof alice, path: string, cause: RegExp) => assert.match(await refused(git(cwd, ['push', await remote(w, who, path), 'main:topic'])), cause)
  await push(alice, 'alice/old', /remote: this repository is archived\n[\s\S]*403/)
  await push(alice, 'alice/copy', /remote: this repository is a mirror\n[\s\S]*403/)
  await push(bob, 'alice/closed', /remote: you may not push to this repository\n[\s\S]*403/)
  await push(bob, 'alice/none', /remote: Repository not found\n[\s\S]*repository '\S+' not found/)
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] }).gives(201)).body.sha1
  const reads = (await remote(w, alice, 'alice/closed')).replace(/\/\/[^@]*@/, `//x:${token}@`)
  await git(cwd, ['ls-remote', reads])
  assert.match(await refused(git(cwd, ['push', reads, 'main:topic'])), /remote: the token lacks the repository scope\n[\s\S]*403/)
  await w.as(alice).get('//alice/closed.git/info/refs?service=git-evil-pack').gives(400).says('unknown service').header('content-type', /^text\/plain/)
})

scenario('require_sign_in: git and git-lfs ask for a name and get through with one', async (w) => {
  const alice = await w.user('alice')
  await w.as(alice).post('/user/repos', { name: 'open', auto_init: true }).gives(201)
  const cwd = w.folder()
  await git(cwd, ['clone', '-q', await remote(w, alice, 'alice/open'), 'x'])
  await commit(join(cwd, 'x'), 'a', 'a\n')
  await git(join(cwd, 'x'), ['push', '-q'])
  assert.match(await refused(git(cwd, ['ls-remote', await remote(w, null, 'alice/open')])), /could not read Username|terminal prompts disabled/)
  const media = { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' }
  await w.anonymous.post('//alice/open.git/info/lfs/objects/batch', { operation: 'download', objects: [] }, media).gives(401).header('www-authenticate', /^Basic /)
  await w.as(alice).post('//alice/open.git/info/lfs/objects/batch', { operation: 'download', objects: [] }, media).gives(200)
}, { require_sign_in: 'true' })

/** A way to the server on which something happens before what git sends after its look at the refs. */
async function detour(w: World, meanwhile: () => PromiseLike<unknown>) {
  const to = new URL(await w.listening())
  const pass = (asked: IncomingMessage, reply: import('node:http').ServerResponse) => {
    const on = request({ host: to.hostname, port: to.port, method: asked.method, path: asked.url, headers: asked.headers }, (got) => {
      reply.writeHead(got.statusCode!, got.headers)
      got.pipe(reply)
    })
    asked.pipe(on)
  }
  let told = false
  const between = createServer((asked, reply) => {
    if (asked.method !== 'POST' || told) return pass(asked, reply)
    told = true
    meanwhile().then(() => pass(asked, reply))
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  return { port: (between.address() as AddressInfo).port, close: () => new Promise<unknown>((resolve) => void (between.close(resolve), between.closeAllConnections())) }
}

scenario('a repository that is renamed while git looks at its refs: the push and the fetch arrive all the same', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'one', { private: true })
  const cwd = await workTree(w, alice, 'alice/one')
  const names = ['one', 'two', 'three']
  const through = async (args: (url: string) => string[]) => {
    const [from, to] = names.splice(0, 2)
    names.unshift(to)
    const way = await detour(w, () => w.as(alice).patch(`/repos/alice/${from}`, { name: to }).gives(200))
    try {
      await git(cwd, args((await remote(w, alice, `alice/${from}`)).replace(/:\d+\//, `:${way.port}/`)))
    } finally {
      await way.close()
    }
  }
  const tip = await commit(cwd, 'a', 'a\n')
  await through((url) => ['push', '-q', url, 'main'])
  await w.as(alice).get('/repos/alice/two/branches/main').gives(200, { commit: { id: tip } })
  await through((url) => ['-c', 'protocol.version=0', 'clone', '-q', url, 'copy'])
  assert.equal((await git(join(cwd, 'copy'), ['rev-parse', 'HEAD'])).trim(), tip)
})

scenario('an account that may not sign in: git, git-lfs and SSH are refused, whatever it comes with', async (w) => {
  await w.listening()
  const [root, alice] = [await w.user('root', { admin: true }), await w.user('alice')]
  const { ssh_url } = (await w.as(alice).post('/user/repos', { name: 'own', private: true, auto_init: true }).gives(201)).body
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 't', scopes: ['all'] }).gives(201)).body.sha1
  const key = join(w.folder('keys'), 'key')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(alice).post('/user/keys', { title: 'k', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  const env = { GIT_SSH_COMMAND: `ssh -F none -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o BatchMode=yes` }
  const byPassword = await remote(w, alice, 'alice/own')
  const addresses = [byPassword, byPassword.replace(/\/\/[^@]*@/, `//x:${token}@`), ssh_url]
  const cwd = w.folder()
  for (const address of addresses) await git(cwd, ['ls-remote', address], env)
  for (const change of [{ prohibit_login: true }, { prohibit_login: false, active: false }]) {
    await w.as(root).patch('/admin/users/alice', { login_name: 'alice', source_id: 0, ...change }).gives(200)
    for (const address of addresses) assert.match(await refused(git(cwd, ['ls-remote', address], env)), /403|401|Authentication failed|Permission denied|could not read/, `${address} ${JSON.stringify(change)}`)
  }
})

const pkt = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`

scenario('git-upload-pack: a client that has much to say compresses it, and is understood', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'a', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const copy = join(w.folder(), 'x')
  await git('/', ['clone', '-q', await remote(w, alice, 'alice/demo'), copy])
  // commits that only the copy has, newer than all others, so that it names many before both find what they share
  const later = by('Ann', 'ann@example.com', '2030-01-01T00:00:00Z')
  const tree = (await git(copy, ['rev-parse', 'HEAD^{tree}'])).trim()
  for (let n = 0; n < 60; n++) await git(copy, ['update-ref', `refs/heads/own-${n}`, (await git(copy, ['commit-tree', tree, '-p', 'HEAD', '-m', String(n)], later)).trim()])
  for (const version of ['0', '2']) {
    const next = await commit(cwd, 'a', `${version}\n`)
    await git(cwd, ['push', '-q', 'origin', 'main'])
    await git(copy, ['update-ref', '-d', 'refs/remotes/origin/main'])
    const { stderr } = await promisify(execFile)('git', ['-c', `protocol.version=${version}`, 'fetch', 'origin', '+main:refs/remotes/origin/main'], { cwd: copy, env: { ...process.env, GIT_CURL_VERBOSE: '1', GIT_TRACE_CURL_NO_DATA: '1' } })
    assert.match(stderr, /Content-Encoding: gzip/i, `protocol ${version}`)
    assert.equal((await git(copy, ['rev-parse', 'origin/main'])).trim(), next)
  }
})

scenario('git-upload-archive: a list of arguments is answered with an archive, over HTTP too', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const ask = (...args: string[]) => w.anonymous.post('//alice/demo.git/git-upload-archive', `${args.map((one) => pkt(`argument ${one}\n`)).join('')}0000`, { 'content-type': 'application/x-git-upload-archive-request' }).gives(200)
  const got = await ask('--format=tar', '--prefix=demo/', 'main')
  assert.match(got.text, /^0008ACK\n0000/)
  assert.match(got.text, /demo\/README\.md/)
  assert.equal(got.headers['content-type'], 'application/x-git-upload-archive-result')
  for (const hidden of ['codestead/x', 'refs/codestead/x']) assert.match((await ask(hidden)).text, /NACK no such ref/)
  await w.anonymous.post('//alice/demo.git/git-upload-archive', '0000', { 'content-type': 'text/plain' }).gives(400)
})
