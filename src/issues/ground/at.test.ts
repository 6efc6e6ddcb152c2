import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'

scenario('those whom the owner has blocked say nothing on issues', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.as(bob).post(at, { title: 'First' }).gives(201)
  await w.as(ann).put('/user/blocks/bob').gives(204)
  await w.as(bob).post(at, { title: 'x' }).gives(403).emits()
  await w.as(bob).post(`${at}/1/comments`, { body: 'x' }).gives(403).emits()
  await w.as(bob).patch(`${at}/1`, { title: 'x' }).gives(403).emits()
  await w.as(bob).post(`${at}/1/reactions`, { content: '+1' }).gives(403)
  await w.as(bob).get(`${at}/1`).gives(200)
})

scenario('archived repositories take no new issues and comments, but old ones can be changed', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.as(ann).post(at, { title: 'First' }).gives(201)
  const { id } = (await w.as(ann).post(`${at}/1/comments`, { body: 'x' }).gives(201)).body
  await w.as(ann).patch('/repos/ann/engine', { archived: true }).gives(200)
  await w.as(bob).post(at, {}).gives(423).says('repo is archived')
  await w.as(bob).post(`${at}/1/comments`, {}).gives(423)
  await w.anonymous.patch(`${at}/comments/${id}`, {}).gives(423)
  await w.as(ann).post(`${at}/1/assignees`, {}).gives(423)
  await w.as(ann).post(`${at}/1/dependencies`, {}).gives(423)
  await w.as(ann).patch(`${at}/1/comments/${id}`, { body: 'y' }).gives(200)
  await w.as(ann).patch(`${at}/1`, { state: 'closed' }).gives(201).emits('issue.closed')
  await w.as(ann).put(`${at}/1/labels`, {}).gives(200, [])
  await w.as(ann).delete(`${at}/comments/${id}`).gives(204)
})

scenario('tokens need the issue scope; a repository without the unit has no issues', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  await w.as(ann).post(at, { title: 'First' }).gives(201)
  const token = async (name: string, ...scopes: string[]) => (await w.as(ann).post('/users/ann/tokens', { name, scopes }).gives(201)).body.sha1
  const reading = { token: await token('r', 'read:issue') }
  await w.as(ann, reading).get(`${at}/1`).gives(200)
  await w.as(ann, reading).patch(`${at}/1`, { title: 'x' }).gives(403).emits()
  await w.as(ann, reading).post('/repos/ann/nothing/issues', { title: 'x' }).gives(403)
  await w.as(ann, { token: await token('c', 'write:repository') }).get(at).gives(403)
  await w.as(ann, { token: await token('w', 'write:issue') }).patch(`${at}/1`, { title: 'x' }).gives(201)
  await w.as(ann).patch('/repos/ann/engine', { has_issues: false }).gives(200)
  await w.as(ann).get(`${at}/1`).gives(404).empty()
  await w.as(ann).get(`${at}?type=issues`).gives(404)
  await w.as(ann).get(at).gives(200, [])
  await w.as(ann).get('/repos/issues/search').gives(200, [])
  await w.as(ann).patch('/repos/ann/engine', { has_pull_requests: false }).gives(200)
  await w.as(ann).get(at).gives(404)
})
