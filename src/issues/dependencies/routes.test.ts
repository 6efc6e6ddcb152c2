import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'
const named = (index: number, repo = 'engine', owner = 'ann') => ({ index, owner, repo })

scenario('createReposIssuesBlocksByIndex, deleteReposIssuesBlocksByIndex, listReposIssuesBlocksByIndex: what blocks cannot be passed', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  for (const title of ['one', 'two', 'three']) await w.as(ann).post(at, { title }).gives(201)
  await w.as(ann).post(`${at}/1/blocks`, named(2)).gives(201, { number: 1 }).emits('issue.blocked')
  await w.as(ann).post(`${at}/1/blocks`, named(2)).gives(409).empty().emits()
  await w.as(ann).post(`${at}/2/blocks`, named(1)).gives(409).empty().emits()
  await w.as(ann).post(`${at}/1/blocks`, { index: 3 }).gives(404).empty().emits()
  await w.as(ann).post(`${at}/1/blocks`, named(9)).gives(404).emits()
  await w.as(ann).post(`${at}/1/blocks`, named(1, 'nothing')).gives(404).emits()
  await w.as(ann).post(`${at}/9/blocks`, named(1)).gives(404).emits()
  await w.as(bob).post(`${at}/1/blocks`, named(3)).gives(404).empty().emits()
  await w.anonymous.post(`${at}/1/blocks`, named(3)).gives(401)
  await w.as(ann).post(`${at}/1/blocks`, { index: 'x' }).gives(422)
  await w.anonymous.get(`${at}/1/blocks`).gives(200, [{ number: 2 }]).header('x-total-count', undefined)
  await w.anonymous.get(`${at}/2/blocks`).gives(200, [])
  await w.as(ann).patch(`${at}/2`, { state: 'closed' }).gives(412).emits()
  await w.as(ann).patch(`${at}/1`, { state: 'closed' }).gives(201)
  await w.as(ann).patch(`${at}/2`, { state: 'closed' }).gives(201).emits('issue.closed')
  await w.as(bob).delete(`${at}/1/blocks`, named(2)).gives(404).emits()
  await w.as(ann).delete(`${at}/1/blocks`, named(2)).gives(201, { number: 1 }).emits('issue.unblocked')
  await w.as(ann).delete(`${at}/1/blocks`, named(2)).gives(404).empty().emits()
  const told = (await w.anonymous.get(`${at}/2/timeline`)).body.filter((one: any) => one.dependent_issue).map((one: any) => [one.type, one.dependent_issue.number])
  assert.deepEqual(told, [['add_dependency', 1], ['remove_dependency', 1]])
})

scenario('createReposIssuesDependenciesByIndex, listReposIssuesDependenciesByIndex, deleteReposIssuesDependenciesByIndex: across repositories, hidden ones without a face', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'secret', { private: true })
  await w.as(ann).post(at, { title: 'one' }).gives(201)
  await w.as(ann).post(at, { title: 'two' }).gives(201)
  await w.as(ann).post('/repos/ann/secret/issues', { title: 'hush' }).gives(201)
  await w.as(ann).post(`${at}/1/dependencies`, named(1, 'secret')).gives(201, { number: 1 }).emits('issue.blocked')
  await w.as(ann).post(`${at}/1/dependencies`, named(2)).gives(201)
  await w.as(ann).get(`${at}/1/dependencies`).gives(200, [{ title: 'two' }, { title: 'hush' }]).header('x-total-count', '2')
  await w.as(bob).get(`${at}/1/dependencies`).gives(200, [{ title: 'two' }, { title: 'HIDDEN', number: 0, id: 0, user: { id: -1 }, repository: null }])
  await w.as(ann).get(`${at}/1/dependencies?limit=1`).gives(200, [{ title: 'two' }]).header('link', /rel="next"/)
  const seen = (await w.as(bob).get(`${at}/1/timeline`)).body.map((one: any) => one.dependent_issue?.title ?? null)
  assert.deepEqual(seen, [null, 'two'])
  await w.as(ann).get('/repos/ann/secret/issues/1/blocks').gives(200, [{ title: 'one' }])
  await w.as(bob).post(`${at}/2/dependencies`, named(1)).gives(404).emits()
  await w.anonymous.post(`${at}/2/dependencies`, named(1)).gives(401)
  await w.as(ann).delete(`${at}/1/dependencies`, named(1, 'secret')).gives(201).emits('issue.unblocked')
  await w.as(ann).delete(`${at}/1/dependencies`, named(1, 'secret')).gives(404).emits()
  await w.anonymous.get(`${at}/9/dependencies`).gives(404)
})
