import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('push_to_create: a repository is made by the first push, over HTTP and SSH, for those who may create it', async (w) => {
  await w.listening()
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'acme')
  await w.repo(alice, 'there', { auto_init: true })
  const cwd = await workTree(w, alice, 'alice/new')
  await commit(cwd, 'a', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.as(alice).get('/repos/alice/new').gives(200, { private: true, empty: false, default_branch: 'main' })
  await w.anonymous.get('/repos/alice/new').gives(404)
  const facts = (await w.cx.db.selectFrom('fact').select('name').where('name', 'in', ['repo.created', 'ref.created']).orderBy('id').execute()).map((one) => one.name)
  assert.deepEqual(facts.slice(-2), ['repo.created', 'ref.created'])

  const key = join(w.folder('keys'), 'key')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(alice).post('/user/keys', { title: 'k', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  const ssh = { GIT_SSH_COMMAND: `ssh -F none -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` }
  const url = (await w.as(alice).get('/repos/alice/there').gives(200)).body.ssh_url
  await git(cwd, ['push', '-q', url.replace('alice/there', 'acme/engine'), 'main'], ssh)
  await w.as(alice).get('/repos/acme/engine').gives(200, { private: true, empty: false })
  await assert.rejects(git(cwd, ['push', '-q', url.replace('alice/there', 'bob/theirs'), 'main'], ssh))

  const his = await workTree(w, bob, 'alice/wanted')
  await commit(his, 'a', 'a\n')
  await assert.rejects(git(his, ['push', '-q', 'origin', 'main']))
  await w.as(alice).get('/repos/alice/wanted').gives(404)
  const refs = (path: string, service = 'git-receive-pack') => `//${path}/info/refs?service=${service}`
  await w.anonymous.get(refs('alice/wanted.git')).gives(401)
  await w.as(alice).get(refs('alice/wanted.git', 'git-upload-pack')).gives(404)
  await w.as(alice).get(refs('alice/wanted.wiki.git')).gives(404)
  await w.as(alice).get(refs('nobody/x.git')).gives(404)
  await w.as(alice).get(refs('alice/a%20b.git')).gives(422)
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] })).body.sha1
  await w.as(alice, { token }).get(refs('alice/wanted.git')).gives(404)
  await w.as(alice).patch('/repos/alice/there', { name: 'moved' }).gives(200)
  await w.as(alice).get(refs('alice/there.git')).gives(301)
  await w.as(alice).get('/repos/alice/wanted').gives(404)
}, { push_to_create: 'true' })

scenario('push_to_create: is off unless the site wants it, and those whose repository it would be are told so', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'secret', { private: true })
  const cwd = await workTree(w, alice, 'alice/new')
  await commit(cwd, 'a', 'a\n')
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main']), /remote: you have no repository new, and a push does not create one here: create it first[\s\S]*403/)
  await w.as(alice).get('/repos/alice/new').gives(404)
  // to others, what is hidden and what is not there are the same
  for (const name of ['new', 'secret']) assert.equal((await w.as(bob).get(`//alice/${name}.git/info/refs?service=git-receive-pack`).gives(404)).text, 'Repository not found\n')
})
