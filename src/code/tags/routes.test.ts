import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'
import { tagKeepers } from '../ground/ports.ts'

scenario('createReposTags, listReposTags, getReposTagsByTag, getReposGitTagsBySha: light and annotated tags', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const at = '/repos/alice/demo/tags'
  const tip = (await w.as(alice).get('/repos/alice/demo/branches/main')).body.commit
  await w.as(alice).post(at, { tag_name: 'v1' }).gives(201, { name: 'v1', id: tip.id, message: 'Initial commit\n', commit: { sha: tip.id } }).emits('ref.created')
  w.later(60)
  const made = (await w.as(alice).post(at, { tag_name: 'rel/2', message: 'second\n\nwords', target: tip.id.slice(0, 7) }).gives(201, { message: 'second\n\nwords\n', commit: { sha: tip.id } })).body
  assert.notEqual(made.id, tip.id)
  assert.ok(made.commit.url.endsWith(made.id))
  assert.match(made.zipball_url, /\/alice\/demo\/archive\/rel%2F2\.zip$/)
  const list = (await w.anonymous.get(`${at}?limit=1`).gives(200).header('x-total-count', '2').header('link', undefined)).body
  assert.deepEqual(list.map((one: any) => one.name), ['rel/2'])
  await w.anonymous.get(`${at}/rel%2F2`).gives(200, made)
  await w.anonymous.get(`${at}/rel/2`).gives(200, made)
  await w.anonymous.get(`${at}/nothing`).gives(404).empty()
  await w.anonymous.get(`/repos/alice/demo/git/tags/${made.id}`).gives(200, { tag: 'rel/2', sha: made.id, object: { type: 'commit', sha: tip.id }, tagger: { name: 'Codestead' }, verification: { verified: false } })
  for (const odd of [tip.id, made.id.slice(0, 8), '0'.repeat(40), 'rel%2F2']) await w.anonymous.get(`/repos/alice/demo/git/tags/${odd}`).gives(400)
  await w.as(alice).post('/repos/alice/demo/contents/x', { content: '' }).gives(201)
  await w.as(alice).post(at, { tag_name: 'before', target: 'main~1' }).gives(201, { commit: { sha: tip.id } })
  await w.as(alice).post(at, { tag_name: 'V1' }).gives(409)
  await w.as(alice).post(at, { tag_name: 'x', target: 'nothing' }).gives(404)
  await w.as(alice).post(at, {}).gives(422).says('[TagName]: Required')
  for (const odd of ['a b', '-x', 'a..b', 'x\ny', 'f'.repeat(40), 'v1/x']) await w.as(alice).post(at, { tag_name: odd }).gives(422)
  const cwd = await workTree(w, alice, 'alice/demo')
  await git(cwd, ['fetch', '-q', '--tags', 'origin'])
  assert.match(await git(cwd, ['cat-file', '-p', 'rel/2']), /\ntagger Codestead </)
  await w.repo(alice, 'bare')
  await w.anonymous.get('/repos/alice/bare/tags').gives(200, [])
})

scenario('listReposTags: tags pushed on trees are passed over, tags of tags are followed', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  const oid = await commit(cwd, 'a.txt', 'one\n')
  await git(cwd, ['tag', 'of-tree', 'HEAD^{tree}'])
  await git(cwd, ['tag', '-a', '-m', 'inner', 'inner'])
  await git(cwd, ['tag', '-a', '-m', 'outer', 'outer', 'inner'])
  await git(cwd, ['push', '-q', 'origin', 'main', '--tags'])
  const list = (await w.anonymous.get('/repos/alice/demo/tags').gives(200).header('x-total-count', '2')).body
  assert.deepEqual(list.map((one: any) => [one.name, one.commit.sha]).sort(), [['inner', oid], ['outer', oid]])
})

scenario('deleteReposTagsByTag: any case, not what a release holds, and who may', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo', { auto_init: true })
  const at = '/repos/alice/demo/tags'
  await w.as(alice).post(at, { tag_name: 'V1' }).gives(201)
  await w.as(alice).post(at, { tag_name: 'held' }).gives(201)
  await w.anonymous.post(at, { tag_name: 'x' }).gives(401)
  await w.as(bob).post(at, { tag_name: 'x' }).gives(403)
  await w.anonymous.delete(`${at}/V1`).gives(401)
  await w.as(bob).delete(`${at}/V1`).gives(403)
  const keeper = async (_cx: unknown, _repo: unknown, tag: string) => tag === 'held' || tag === 'planned'
  tagKeepers.push(keeper)
  try {
    await w.as(alice).delete(`${at}/held`).gives(409).emits()
    await w.as(alice).post(at, { tag_name: 'planned' }).gives(409).emits()
    await w.as(alice).delete(`${at}/v1`).gives(204).emits('ref.deleted')
  } finally {
    tagKeepers.splice(tagKeepers.indexOf(keeper), 1)
  }
  await w.as(alice).delete(`${at}/V1`).gives(404).empty()
  await w.repo(alice, 'other')
  await w.as(alice).delete('/repos/alice/other/tags/held').gives(404)
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await w.as(alice).delete(`${at}/held`).gives(423)
})
