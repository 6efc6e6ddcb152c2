import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { git } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

const run = promisify(execFile)

function counting(w: World): () => number {
  let started = 0
  const { link } = w.cx.git
  const begin = link.start.bind(link)
  link.start = (spec) => {
    if (spec.args[0] === 'upload-pack') started++
    return begin(spec)
  }
  return () => started
}

scenario('kept clones: whoever may read gets the answer of another, over HTTP and SSH, and nobody else', async (w) => {
  const root = await w.listening()
  const [alice, bob, eve] = [await w.user('alice'), await w.user('bob'), await w.user('eve')]
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  const at = (name: string) => `${root.replace('://', `://${name}:correct%20horse@`)}/alice/secret.git`
  const clone = async (url: string, env = {}) => {
    const cwd = w.folder()
    await git(cwd, ['clone', '-q', '--bare', url, 'x'], env)
    await git(join(cwd, 'x'), ['fsck', '--strict'])
  }
  await w.as(alice).put('/repos/alice/secret/collaborators/bob', { permission: 'read' }).gives(204)
  const started = counting(w)
  await clone(at('alice'))
  await clone(at('bob'))
  assert.equal(started(), 1)
  const key = join(w.folder('keys'), 'key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(bob).post('/user/keys', { title: 'laptop', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  const ssh = { GIT_SSH_COMMAND: `ssh -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` }
  const { ssh_url } = (await w.as(alice).get('/repos/alice/secret').gives(200)).body
  await clone(ssh_url, ssh)
  assert.equal(started(), 1, 'the same over SSH')
  await assert.rejects(clone(at(eve.name)), /not found/)
  await assert.rejects(clone(`${root}/alice/secret.git`), /could not read Username|Authentication failed/)
  await w.as(alice).delete('/repos/alice/secret/collaborators/bob').gives(204)
  await assert.rejects(clone(at('bob')), /not found/)
  await assert.rejects(clone(ssh_url, ssh), /no such repository, or you may not see it/)
  assert.equal(started(), 1)
  await w.as(alice).post('/repos/alice/secret/contents/new.txt', { content: '' }).gives(201)
  await clone(at('alice'))
  assert.equal(started(), 2)
})
