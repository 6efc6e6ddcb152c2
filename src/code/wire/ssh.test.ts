import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'
import { noteUses } from '../../users/index.ts'

const run = promisify(execFile)

async function newKey(w: World): Promise<{ path: string; text: string }> {
  const path = join(w.folder('keys'), 'key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
  return { path, text: readFileSync(`${path}.pub`, 'utf8') }
}

const using = (key: { path: string }) => ({ GIT_SSH_COMMAND: `ssh -i ${key.path} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` })

async function cloned(w: World, url: string, key: { path: string }): Promise<string> {
  const cwd = w.folder()
  await git(cwd, ['clone', '-q', url, 'x'], using(key))
  return join(cwd, 'x')
}

scenario('git over SSH: a person pushes and fetches at ssh_url, and the key counts as used only then', async (w) => {
  await w.listening()
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  const url = (await w.as(alice).get('/repos/alice/secret').gives(200)).body.ssh_url
  assert.match(url, /^ssh:\/\/git@[^:]+:[1-9]\d*\/alice\/secret\.git$/)
  const [mine, his, stray] = [await newKey(w), await newKey(w), await newKey(w)]
  const { id } = (await w.as(alice).post('/user/keys', { title: 'laptop', key: mine.text }).gives(201)).body
  await w.as(bob).post('/user/keys', { title: 'laptop', key: his.text }).gives(201)
  const lastUsed = async () => {
    await noteUses(w.cx)
    return (await w.cx.db.selectFrom('public_key').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()).last_used_at
  }
  const before = await lastUsed()
  w.later(3600)
  // a client that offers a public key without holding its private half
  const half = join(w.folder('half'), 'key')
  await run('cp', [`${mine.path}.pub`, `${half}.pub`])
  await run('cp', [stray.path, half])
  await assert.rejects(cloned(w, url, { path: half }))
  assert.equal(await lastUsed(), before)

  const cwd = await cloned(w, url, mine)
  assert.ok((await lastUsed()) >= before + 3600)
  await commit(cwd, 'a.txt', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'HEAD:side'], using(mine))
  await w.as(alice).get('/repos/alice/secret/branches/side').gives(200)
  await assert.rejects(cloned(w, url, his), /no such repository, or you may not see it/)
  await assert.rejects(cloned(w, url, stray), /Permission denied/)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', ':main'], using(mine)), /default branch cannot be deleted/)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'HEAD:refs/for/main'], using(mine)), /refs\/for/)
  await w.as(alice).delete(`/user/keys/${id}`).gives(204)
  await assert.rejects(cloned(w, url, mine), /Permission denied/)
})

scenario('git over SSH and HTTP: deploy keys and deploy tokens open one repository only', async (w) => {
  const root = await w.listening()
  const alice = await w.user('alice')
  for (const name of ['one', 'two']) await w.repo(alice, name, { private: true, auto_init: true })
  const at = '/repos/alice/one/keys'
  const url = (await w.as(alice).get('/repos/alice/one')).body.ssh_url
  const [reads, writes] = [await newKey(w), await newKey(w)]
  await w.as(alice).post(at, { title: 'reads', key: reads.text, read_only: true }).gives(201)
  await w.as(alice).post(at, { title: 'writes', key: writes.text, read_only: false }).gives(201)
  const cwd = await cloned(w, url, reads)
  await commit(cwd, 'a.txt', 'a\n')
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main'], using(reads)), /may not push/)
  await git(cwd, ['push', '-q', 'origin', 'main'], using(writes))
  await w.as(alice).get('/repos/alice/one/contents/a.txt').gives(200)
  await assert.rejects(cloned(w, url.replace('/one.git', '/two.git'), writes), /no such repository, or you may not see it/)

  const token = async (readOnly: boolean) => (await w.as(alice).post(at, { title: `t${readOnly}`, key_type: 'token', read_only: readOnly }).gives(201)).body.token
  const address = (secret: string, name = 'one') => `${root.replace('://', `://deploy:${secret}@`)}/alice/${name}.git`
  const [readToken, writeToken] = [await token(true), await token(false)]
  await git(cwd, ['ls-remote', address(readToken)])
  await commit(cwd, 'b.txt', 'b\n')
  await assert.rejects(git(cwd, ['push', '-q', address(readToken), 'main']), /403/)
  await git(cwd, ['push', '-q', address(writeToken), 'main'])
  await w.as(alice).get('/repos/alice/one/contents/b.txt').gives(200)
  await assert.rejects(git(cwd, ['ls-remote', address(writeToken, 'two')]), /not found/)
  const facts = await w.cx.db.selectFrom('fact').select('by_id').where('name', '=', 'ref.pushed').execute()
  assert.deepEqual(facts, [{ by_id: null }, { by_id: null }])
})
