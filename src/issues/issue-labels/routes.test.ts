import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues/1/labels'

scenario('createReposIssuesLabelsByIndex, putReposIssuesLabelsByIndex, deleteReposIssuesLabelsById, deleteReposIssuesLabelsByIndex, listReposIssuesLabelsByIndex: labels come and go', async (w) => {
  const [ann, cy] = [await w.user('ann'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'other')
  await w.as(cy).post('/repos/ann/engine/issues', { title: 'First' }).gives(201)
  const make = async (name: string, exclusive = false, repo = 'engine') => (await w.as(ann).post(`/repos/ann/${repo}/labels`, { name, color: '000', exclusive }).gives(201)).body.id
  const [plain, low, high, foreign] = [await make('plain'), await make('p/low', true), await make('p/high', true), await make('foreign', false, 'other')]
  const names = (list: any[]) => list.map((one) => one.name)
  const added = await w.as(ann).post(at, { labels: [plain, low, high, foreign, 999] }).gives(200).emits('issue.labelled')
  assert.deepEqual(names(added.body), ['p/low', 'plain'])
  await w.as(ann).post(at, { labels: ['p/high', 'nothing'] }).gives(200, [{ name: 'p/high' }, { name: 'plain' }]).emits('issue.labelled')
  await w.as(ann).post(at, { labels: [plain] }).gives(200).emits('issue.labelled')
  await w.as(ann).post(at, { labels: [plain, 'p/low'] }).gives(400).emits()
  await w.as(ann).post(at, { labels: [{}] }).gives(400).emits()
  await w.as(ann).put(at, { labels: [low, high] }).gives(200, [{ name: 'p/low' }]).emits('issue.labelled')
  await w.as(cy).put(at, { labels: [{}] }).gives(403).emits()
  await w.as(cy).post(at, { labels: [plain] }).gives(403)
  await w.as(cy).delete(at).gives(403)
  await w.as(cy).delete(`${at}/${low}`).gives(403)
  await w.anonymous.post(at, { labels: [plain] }).gives(401)
  await w.as(ann).post('/repos/ann/engine/issues/9/labels', { labels: [plain] }).gives(404).empty()
  await w.as(ann).delete(`${at}/${foreign}`).gives(404).empty().emits()
  await w.as(ann).delete(`${at}/${plain}`).gives(204).emits('issue.labelled')
  await w.as(ann).delete(`${at}/${low}`).gives(204).emits('issue.labelled')
  await w.as(ann).put(at, { labels: ['plain', 'p/low'] }).gives(200)
  await w.anonymous.get(at).gives(200, [{ name: 'p/low' }, { name: 'plain' }])
  await w.as(ann).patch('/repos/ann/engine/issues/1', { state: 'closed' }).gives(201)
  await w.as(ann).delete(at).gives(204).emits('issue.labelled')
  await w.anonymous.get(at).gives(200, [])
  const entries = (await w.anonymous.get('/repos/ann/engine/issues/1/timeline')).body.filter((one: any) => one.type === 'label')
  assert.deepEqual(entries.slice(0, 4).map((one: any) => [one.label.name, one.body]), [['p/high', '1'], ['p/high', ''], ['p/low', '1'], ['plain', '1']])
  await w.as(ann).delete(`/repos/ann/engine/labels/${plain}`).gives(204)
  assert.ok((await w.anonymous.get('/repos/ann/engine/issues/1/timeline')).body.every((one: any) => one.label?.name !== 'plain'))
  await w.anonymous.get('/repos/ann/engine/labels?sort=mostissues').gives(200)
})

scenario('createOrgsLabels, listOrgsLabels, getOrgsLabelsById, editOrgsLabelsById, deleteOrgsLabelsById: labels of an organization serve all its repositories', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.org(ann, 'guild')
  await w.as(ann).post('/orgs/guild/repos', { name: 'engine' }).gives(201)
  const { body } = await w.as(ann).post('/orgs/guild/labels', { name: 'wide', color: '#abc' }).gives(201, { color: 'aabbcc' }).emits('label.created')
  assert.match(body.url, new RegExp(`/api/v1/orgs/guild/labels/${body.id}$`))
  await w.anonymous.get('/orgs/guild/labels').gives(200, [{ name: 'wide' }]).header('x-total-count', '1')
  await w.anonymous.get(`/orgs/guild/labels/${body.id}`).gives(401)
  await w.as(bob).get('/orgs/guild/labels/wide').gives(200, { id: body.id })
  await w.as(bob).get('/orgs/guild/labels/other').gives(404).empty()
  await w.as(bob).post('/orgs/guild/labels', { name: 'x', color: '000' }).gives(403).emits()
  await w.as(bob).patch(`/orgs/guild/labels/${body.id}`, { name: 'x' }).gives(403)
  await w.as(ann).patch(`/orgs/guild/labels/${body.id}`, { description: 'all' }).gives(200, { name: 'wide', description: 'all' }).emits('label.edited')
  await w.as(ann).post('/repos/guild/engine/issues', { title: 'x', labels: [body.id] }).gives(201, { labels: [{ name: 'wide', url: body.url }] })
  await w.anonymous.get('/repos/guild/engine/labels').gives(200, [])
  await w.as(ann).patch(`/repos/guild/engine/labels/${body.id}`, { name: 'x' }).gives(404)
  await w.as(bob).delete(`/orgs/guild/labels/${body.id}`).gives(403)
  await w.as(ann).delete(`/orgs/guild/labels/${body.id}`).gives(204).emits('label.removed')
  await w.as(ann).delete(`/orgs/guild/labels/${body.id}`).gives(204).emits()
  await w.anonymous.get('/repos/guild/engine/issues/1').gives(200, { labels: [] })
})

scenario('a repository may start with a set of labels', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine', { issue_labels: 'Default' })
  assert.ok((await w.anonymous.get('/repos/ann/engine/labels').gives(200)).body.some((one: any) => one.name === 'bug'))
})
