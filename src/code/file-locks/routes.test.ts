import assert from 'node:assert/strict'
import { scenario, type Client } from '../../../test/kit/world.ts'

const MEDIA = 'application/vnd.git-lfs+json'
const speaks = { accept: MEDIA, 'content-type': MEDIA }
const at = (tail = '', repo = 'alice/demo') => `//${repo}.git/info/lfs/locks${tail}`
const lock = (who: Client, path: unknown, repo?: string) => who.post(at('', repo), JSON.stringify({ path, ref: { name: 'refs/heads/main' } }), speaks)
const unlock = (who: Client, id: string, body: object = {}, repo?: string) => who.post(at(`/${id}/unlock`, repo), JSON.stringify(body), speaks)
const verify = (who: Client, body: object = {}) => who.post(at('/verify'), JSON.stringify(body), speaks)
const list = (who: Client, query = '') => who.get(at(query), { accept: MEDIA })
const paths = (locks: { path: string }[]) => locks.map((one) => one.path)

scenario('lfsCreateLock, lfsListLocks, lfsVerifyLocks, lfsUnlock: one lock for each path', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { private: true })
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', { permission: 'write' }).gives(204)
  const first = (await lock(w.as(alice), 'dir/a.psd').gives(201, { lock: { path: 'dir/a.psd', owner: { name: 'alice' } } })).body.lock
  assert.equal(typeof first.id, 'string')
  assert.match(first.locked_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  for (const who of [alice, bob]) await lock(w.as(who), './dir//a.psd').gives(409, { lock: first, message: 'already created lock' })
  for (const path of ['', '..', '../x', '/', '.git/config', 3, undefined]) await lock(w.as(bob), path).gives(422)
  const second = (await lock(w.as(bob), 'b.psd').gives(201)).body.lock
  await lock(w.as(alice), 'c.psd').gives(201)
  await list(w.as(bob)).gives(200, { locks: [{ path: 'dir/a.psd' }, { path: 'b.psd' }, { path: 'c.psd' }] })
  await list(w.as(bob), `?path=dir/a.psd&refspec=refs/heads/other`).gives(200, { locks: [first] })
  await list(w.as(bob), `?id=${second.id}`).gives(200, { locks: [second] })
  await list(w.as(bob), '?id=999999').gives(200, { locks: [] })
  await list(w.as(bob), '?id=x').gives(200, { locks: [] })
  const page = (await list(w.as(bob), '?limit=2').gives(200)).body
  assert.deepEqual(paths(page.locks), ['dir/a.psd', 'b.psd'])
  const rest = (await list(w.as(bob), `?limit=2&cursor=${page.next_cursor}`).gives(200)).body
  assert.deepEqual([paths(rest.locks), rest.next_cursor], [['c.psd'], undefined])
  const told = (await verify(w.as(bob), { ref: { name: 'refs/heads/main' } }).gives(200)).body
  assert.deepEqual([paths(told.ours), paths(told.theirs)], [['b.psd'], ['dir/a.psd', 'c.psd']])
  const some = (await verify(w.as(bob), { limit: 1 }).gives(200)).body
  assert.deepEqual([paths(some.ours), paths(some.theirs), some.next_cursor], [[], ['dir/a.psd'], second.id])
  await unlock(w.as(bob), first.id).gives(403)
  await unlock(w.as(bob), first.id, { force: true }).gives(200, { lock: first })
  await unlock(w.as(bob), first.id, { force: true }).gives(404)
  await unlock(w.as(bob), second.id).gives(200, { lock: second })
  await list(w.as(alice)).gives(200, { locks: [{ path: 'c.psd' }] })
})

scenario('lfsCreateLock, lfsListLocks, lfsVerifyLocks, lfsUnlock: who may, and no lock of another repository', async (w) => {
  const [alice, bob, carl] = [await w.user('alice'), await w.user('bob'), await w.user('carl')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'secret', { private: true })
  await w.repo(bob, 'mine')
  const theirs = (await lock(w.as(alice), 'x').gives(201)).body.lock
  const hidden = (await lock(w.as(alice), 'hidden', 'alice/secret').gives(201)).body.lock
  const challenge = 'Basic realm="gitea-lfs"'
  await list(w.anonymous).gives(401).header('www-authenticate', challenge)
  await lock(w.anonymous, 'y').gives(401).header('www-authenticate', challenge)
  await verify(w.anonymous).gives(401)
  await unlock(w.anonymous, theirs.id).gives(401)
  await list(w.as(bob)).gives(200, { locks: [theirs] })
  await lock(w.as(bob), 'y').gives(403)
  await verify(w.as(bob)).gives(403)
  await unlock(w.as(bob), theirs.id, { force: true }).gives(403)
  await w.as(bob).get(at('', 'alice/secret'), { accept: MEDIA }).gives(404)
  await lock(w.as(bob), 'hidden', 'alice/secret').gives(404)
  // foreign and odd ids
  for (const id of [theirs.id, hidden.id, '0', '-1', 'x', '1e3', '99999999999999999999']) await unlock(w.as(bob), id, { force: true }, 'bob/mine').gives(404)
  await list(w.as(alice)).gives(200, { locks: [theirs] })
  for (const path of [at(), at('?limit=1')]) await w.as(bob).get(path, { accept: 'application/json' }).gives(415)
  // a token that reads, a deploy key that writes
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] }).gives(201)).body.sha1
  await list(w.as(alice, { token })).gives(200)
  await lock(w.as(alice, { token }), 'z').gives(403)
  const deploy = (await w.as(alice).post('/repos/alice/demo/keys', { title: 'd', key_type: 'token', read_only: false }).gives(201)).body.token
  await lock(w.as(null, { token: deploy }), 'z').gives(403)
  await verify(w.as(null, { token: deploy })).gives(200, { ours: [], theirs: [theirs] })
  // gone with its owner's account, closed with the repository
  await w.as(alice).put('/repos/alice/demo/collaborators/carl', { permission: 'write' }).gives(204)
  await lock(w.as(carl), 'of carl').gives(201)
  const root = await w.user('root', { admin: true })
  await w.as(root).delete('/admin/users/carl').gives(204)
  await list(w.as(alice)).gives(200, { locks: [theirs] })
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await unlock(w.as(alice), theirs.id).gives(403)
  await list(w.as(bob)).gives(200, { locks: [theirs] })
})
