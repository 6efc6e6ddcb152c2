import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues/1/assignees'

scenario('createReposIssuesAssigneesByIndex, deleteReposIssuesAssigneesByIndex: people come to an issue and go', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.org(ann, 'guild')
  await w.as(bob).post('/repos/ann/engine/issues', { title: 'First' }).gives(201)
  await w.as(ann).post(at, { assignees: ['bob', 'ann'] }).gives(201, { assignees: [{ login: 'ann' }, { login: 'bob' }] }).emits('issue.assigned', 'issue.assigned')
  await w.as(ann).post(at, { assignees: ['bob'] }).gives(201).emits()
  await w.as(ann).post(at, {}).gives(201, { assignee: { login: 'ann' } }).emits()
  await w.as(ann).post(at, { assignees: ['ann', 'nobody'] }).gives(422).emits()
  await w.as(ann).post(at, { assignees: ['guild'] }).gives(400).emits()
  await w.as(bob).post(at, { assignees: ['bob'] }).gives(403).emits()
  await w.anonymous.post(at, { assignees: ['bob'] }).gives(401)
  await w.as(ann).post('/repos/ann/engine/issues/9/assignees', { assignees: ['bob'] }).gives(404).empty()
  await w.as(ann).delete(at, { assignees: ['ann'] }).gives(200, { assignees: [{ login: 'bob' }] }).emits('issue.assigned')
  await w.as(ann).delete(at, { assignees: ['ann'] }).gives(200).emits()
  await w.as(bob).delete(at, { assignees: ['bob'] }).gives(403).emits()
})

scenario('listReposAssignees, getReposAssigneesByAssignee, getReposIssuesAssigneesByAssignee: who can be assigned', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'secret', { private: true })
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'First' }).gives(201)
  await w.as(ann).post('/repos/ann/secret/issues', { title: 'First' }).gives(201)
  await w.as(bob).get('/repos/ann/engine/assignees').gives(200, [{ login: 'ann' }])
  await w.anonymous.get('/repos/ann/engine/assignees').gives(401)
  await w.as(bob).get('/repos/ann/secret/assignees').gives(404)
  await w.as(ann).get('/repos/ann/engine/assignees/bob').gives(204).empty()
  await w.as(ann).get('/repos/ann/secret/assignees/bob').gives(404).empty()
  await w.anonymous.get(`${at}/bob`).gives(204).empty()
  await w.anonymous.get(`${at}/nobody`).gives(404).empty()
  await w.as(ann).get('/repos/ann/secret/issues/1/assignees/bob').gives(404).empty()
  await w.as(ann).get('/repos/ann/engine/issues/9/assignees/bob').gives(404)
})

scenario('deleteReposCollaboratorsByCollaborator: whoever may no longer be assigned is assigned no more', async (w) => {
  const ann = await w.user('ann')
  await w.user('bob')
  for (const name of ['secret', 'open']) {
    await w.repo(ann, name, { private: name === 'secret' })
    await w.as(ann).put(`/repos/ann/${name}/collaborators/bob`, {}).gives(204)
    await w.as(ann).post(`/repos/ann/${name}/issues`, { title: 'First', assignees: ['bob', 'ann'] }).gives(201)
    await w.as(ann).delete(`/repos/ann/${name}/collaborators/bob`).gives(204)
  }
  await w.settled()
  await w.as(ann).get('/repos/ann/secret/issues/1').gives(200, { assignees: [{ login: 'ann' }] })
  // a public one's issues can be anybody's
  await w.as(ann).get('/repos/ann/open/issues/1').gives(200, { assignees: [{ login: 'ann' }, { login: 'bob' }] })
})
