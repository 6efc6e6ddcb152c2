// What git tells its user when it is refused at its own addresses, and that it asks for a name where one is wanted.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
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
