// Addresses outside the API that clients and texts hold: each is answered, to those who may see what it shows and to nobody else.
import assert from 'node:assert/strict'
import { scenario } from '../kit/world.ts'
import { commit, git, workTree } from '../kit/git.ts'

scenario('files, archives, feeds and pages of a repository have the addresses of the public interface', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'r')
  const cwd = await workTree(w, alice, 'alice/r')
  const sha = await commit(cwd, 'a.txt', 'a\n')
  const blob = (await git(cwd, ['rev-parse', 'HEAD:a.txt'])).trim()
  await git(cwd, ['tag', 'v1'])
  await git(cwd, ['push', '-q', 'origin', 'main', 'v1', 'main:refs/heads/b/c'])
  await commit(cwd, 'b.txt', 'b\n')
  await git(cwd, ['push', '-q', 'origin', 'main:topic'])
  await w.as(alice).post('/repos/alice/r/pulls', { title: 'x', head: 'topic', base: 'main' }).gives(201)
  const release = (await w.as(alice).post('/repos/alice/r/releases', { tag_name: 'v1', name: 'one' }).gives(201)).body
  const { uuid } = (await w.as(alice).post(`/repos/alice/r/releases/${release.id}/assets?name=f.bin`, Buffer.from('x'), { 'content-type': 'application/octet-stream' }).gives(201)).body
  const folders = ['branch/main', 'branch/b/c', 'tag/v1', `commit/${sha}`]
  const paths = [
    ...folders.flatMap((at) => [`raw/${at}/a.txt`, `media/${at}/a.txt`, `src/${at}`, `src/${at}/a.txt`, `blame/${at}/a.txt`, `commits/${at}`]), `raw/blob/${blob}`, `media/blob/${blob}`,
    'archive/main.zip', 'archive/v1.tar.gz', 'archive/main.bundle', 'archive/b/c.zip', `archive/${sha}.zip?path=a.txt`, `commit/${sha}`, `commit/${sha}.diff`, `commit/${sha}.patch`, 'compare/main...topic',
    'pulls/1.diff', 'pulls/1.patch', `attachments/${uuid}`, `releases/attachments/${uuid}`, 'releases/download/v1/f.bin', 'releases.rss', 'releases.atom', 'tags.rss', 'tags.atom', 'rss/branch/main', 'atom/branch/main',
  ].map((path) => `alice/r/${path}`)
  const all = [...paths, 'alice/r.rss', 'alice/r.atom', `attachments/${uuid}`]
  for (const path of all) await w.anonymous.get(`//${path}`).gives(200)
  await w.as(alice).patch('/repos/alice/r', { private: true }).gives(200)
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 't', scopes: ['read:repository', 'read:issue'] }).gives(201)).body.sha1
  const carriers = [`Bearer ${token}`, `token ${token}`, `Basic ${Buffer.from(`alice:${token}`).toString('base64')}`, `Basic ${Buffer.from(`${alice.name}:${alice.password}`).toString('base64')}`]
  const refused: string[] = []
  for (const path of all) {
    for (const client of [w.anonymous, w.as(bob)]) {
      // a page may ask a visitor to sign in
      const { status } = await client.get(`//${path}`)
      if (![303, 401, 403, 404].includes(status)) refused.push(`${status} ${path}`)
    }
    if (!/^alice\/r\/(raw|media|archive|releases\/download)\//.test(path)) continue
    for (const authorization of carriers) await w.anonymous.get(`//${path}`, { authorization }).gives(200)
  }
  assert.deepEqual(refused, [])
})

scenario('people and the site have theirs', async (w) => {
  await w.user('alice')
  for (const path of ['alice.rss', 'alice.atom', 'alice.keys', 'alice.gpg', `avatars/${'0'.repeat(32)}`, `avatar/${'0'.repeat(32)}`, 'api/healthz', 'metrics', 'api/swagger', 'openapi3.v1.json']) await w.anonymous.get(`//${path}`).gives(200)
  for (const path of ['alice.png', 'user/avatar/alice/48']) await w.anonymous.get(`//${path}`).gives(302)
})
