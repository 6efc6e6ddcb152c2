import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

const ends = (path: string) => new RegExp(`^http://[^/]+${RegExp.escape(path)}$`)
const service = 'info/refs?service=git-upload-pack'

async function sshKey(w: World): Promise<{ text: string; env: Record<string, string> }> {
  const key = join(w.folder('keys'), 'key')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  return { text: readFileSync(`${key}.pub`, 'utf8'), env: { GIT_SSH_COMMAND: `ssh -F none -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` } }
}

scenario('git follows a repository to its new name, and then its owner to theirs', async (w) => {
  await w.listening()
  const [root, alice, bob] = [await w.user('root', { admin: true }), await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'old')
  await w.repo(alice, 'secret', { private: true })
  const work = await workTree(w, alice, 'alice/old')
  const wiki = await workTree(w, alice, 'alice/old.wiki')
  await commit(work, 'a', 'a\n')
  await git(work, ['push', '-q', 'origin', 'main'])
  await commit(wiki, 'Home.md', 'Home\n')
  await git(wiki, ['push', '-q', 'origin', 'main'])
  const url: string = (await w.as(alice).get('/repos/alice/old').gives(200)).body.ssh_url
  for (const [from, to] of [['old', 'new'], ['secret', 'hidden']]) await w.as(alice).patch(`/repos/alice/${from}`, { name: to }).gives(200)

  await w.anonymous.get(`//alice/old.git/${service}`).gives(301).header('location', ends(`/alice/new.git/${service}`))
  await w.anonymous.get(`//alice/old/${service}`).gives(301).header('location', ends(`/alice/new/${service}`))
  await w.anonymous.get(`//alice/old.wiki.git/${service}`).gives(301).header('location', ends(`/alice/new.wiki.git/${service}`))
  // no git goes on to another address with what it sends
  await w.anonymous.post('//alice/old.git/git-upload-pack', '0000', { 'content-type': 'application/x-git-upload-pack-request' }).gives(200)
  const batch = { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' }
  await w.anonymous.post('//alice/old.git/info/lfs/objects/batch', { operation: 'download', objects: [] }, batch).gives(301).header('location', ends(`/alice/new.git/info/lfs/objects/batch`))
  // who may not see it does not learn that it moved
  await w.anonymous.get(`//alice/secret.git/${service}`).gives(401)
  await w.as(bob).get(`//alice/secret.git/${service}`).gives(404)
  await w.as(bob).post('//alice/secret.git/info/lfs/objects/batch', { operation: 'download', objects: [] }, batch).gives(404)
  await w.as(alice).get(`//alice/secret.git/${service}`).gives(301)

  const pushed = await commit(work, 'b', 'b\n')
  await git(work, ['push', '-q', 'origin', 'main'])
  await git(wiki, ['fetch', '-q'])
  assert.match(await git(work, ['ls-remote', await remote(w, null, 'alice/old')]), new RegExp(pushed))

  const [mine, deploys] = [await sshKey(w), await sshKey(w)]
  await w.as(alice).post('/user/keys', { title: 'k', key: mine.text }).gives(201)
  await w.as(alice).post('/repos/alice/new/keys', { title: 'd', key: deploys.text, read_only: true }).gives(201)
  for (const key of [mine, deploys]) assert.match(await git(work, ['ls-remote', url], key.env), new RegExp(pushed))
  await assert.rejects(git(work, ['ls-remote', url.replace('/old.', '/secret.')], deploys.env), /no such repository/)

  await w.as(root).post('/admin/users/alice/rename', { new_username: 'alicia' }).gives(204)
  await w.anonymous.get(`//alice/new.git/${service}`).gives(307).header('location', ends(`/alicia/new.git/${service}`))
  await w.anonymous.get(`//alice/old.git/${service}`).gives(307).header('location', ends(`/alicia/new.git/${service}`))
  await w.as(bob).get(`//alice/hidden.git/${service}`).gives(404)
  assert.match(await git(work, ['ls-remote', await remote(w, null, 'alice/new')]), new RegExp(pushed))
  for (const key of [mine, deploys]) assert.match(await git(work, ['ls-remote', url.replace('/old.', '/new.')], key.env), new RegExp(pushed))
  const last = await commit(work, 'c', 'c\n')
  await git(work, ['push', '-q', url.replace('/old.', '/new.'), 'main'], mine.env)
  await w.anonymous.get('/repos/alicia/new/branches/main').gives(200, { commit: { id: last } })
})
