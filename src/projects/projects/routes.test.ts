import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

async function token(w: World, person: Person, ...scopes: string[]): Promise<string> {
  return (await w.as(person).post(`/users/${person.name}/tokens`, { name: scopes.join(), scopes }).gives(201)).body.sha1
}

scenario('createReposProjects, getReposProjectsById, editReposProjectsById, deleteReposProjectsById, listReposProjects: the life of a board', async (w) => {
  const alice = await w.user('alice')
  const repo = await w.repo(alice, 'demo')
  const made = await w.as(alice).post('/repos/alice/demo/projects', { title: 'Road', description: 'To v1', template_type: 'basic_kanban', card_type: 'images_and_text' })
    .gives(201, {
      title: 'Road', description: 'To v1', template_type: 'basic_kanban', card_type: 'images_and_text', type: 'repository', owner_id: 0, repo_id: repo.id, creator_id: alice.id,
      creator: { login: 'alice', active: true }, state: 'open', is_closed: false, num_issues: 0, num_open_issues: 0, num_closed_issues: 0, closed_at: undefined,
    })
    .emits()
  const { id } = made.body
  assert.match(made.body.html_url, new RegExp(`/alice/demo/projects/${id}$`))
  await w.anonymous.get(`/repos/alice/demo/projects/${id}/columns`)
    .gives(200, [{ title: 'Backlog', default: true, sorting: 0 }, { title: 'To Do', default: false, sorting: 0 }, { title: 'In Progress' }, { title: 'Done', color: undefined }])
    .header('x-total-count', '4')
  const triage = (await w.as(alice).post('/repos/alice/demo/projects', { title: 'Bugs', template_type: 'bug_triage' }).gives(201, { card_type: 'text_only' })).body
  await w.anonymous.get(`/repos/alice/demo/projects/${triage.id}/columns`).gives(200, ['Backlog', 'Needs Triage', 'High Priority', 'Low Priority', 'Closed'].map((title, i) => ({ title, default: i === 0 })))
  await w.as(alice).patch(`/repos/alice/demo/projects/${id}`, { title: ' Path ', state: 'closed' }).gives(200, { title: 'Path', state: 'closed', is_closed: true, description: 'To v1', card_type: 'images_and_text' })
  assert.ok((await w.anonymous.get(`/repos/alice/demo/projects/${id}`).gives(200)).body.closed_at)
  await w.anonymous.get('/repos/alice/demo/projects').gives(200, [{ id: triage.id }]).header('x-total-count', '1')
  await w.anonymous.get('/repos/alice/demo/projects?state=closed').gives(200, [{ id }])
  await w.anonymous.get('/repos/alice/demo/projects?state=all&limit=1').gives(200, [{ id: triage.id }]).header('x-total-count', '2').header('link', /rel="next"/)
  const open = await w.as(alice).patch(`/repos/alice/demo/projects/${id}`, { state: 'open', card_type: '' }).gives(200, { state: 'open', card_type: 'text_only' })
  assert.ok(!('closed_at' in open.body))
  await w.as(alice).patch(`/repos/alice/demo/projects/${id}`, {}).gives(200, { title: 'Path' })
  await w.as(alice).delete(`/repos/alice/demo/projects/${id}`).gives(204).empty().emits()
  await w.as(alice).delete(`/repos/alice/demo/projects/${id}`).gives(404).empty()
  await w.anonymous.get(`/repos/alice/demo/projects/${id}`).gives(404).empty()
})

scenario('createReposProjects, editReposProjectsById: input that is refused or cut', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const post = (body: unknown) => w.as(alice).post('/repos/alice/demo/projects', body)
  await post({}).gives(422).says('[Title]: Required')
  await post({ title: 'x', template_type: 'moon', card_type: 'moon' }).gives(422).says('TemplateType')
  await post({ title: 'x', card_type: 'moon' }).gives(422).says('CardType')
  await post({ title: 3 }).gives(422)
  const made = (await post({ title: 'ä'.repeat(300), owner_id: 1, is_closed: true }).gives(201, { title: 'ä'.repeat(255), is_closed: false, owner_id: 0 })).body
  const patch = (body: unknown) => w.as(alice).patch(`/repos/alice/demo/projects/${made.id}`, body)
  await patch({ title: '  ' }).gives(422).says('[Title]: Required')
  await patch({ state: 'gone' }).gives(422)
  await patch({ card_type: 'moon' }).gives(422)
  await patch({ title: null, description: '' }).gives(200, { title: 'ä'.repeat(255), description: '' })
})

scenario('createReposProjects: who may, switched off boards, archives, foreign boards', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo')
  await w.repo(alice, 'other')
  await w.repo(alice, 'secret', { private: true })
  const { id } = (await w.as(alice).post('/repos/alice/demo/projects', { title: 'x' }).gives(201)).body
  await w.anonymous.post('/repos/alice/demo/projects', { title: 'x' }).gives(401)
  await w.as(bob).post('/repos/alice/demo/projects', { title: 'x' }).gives(403)
  await w.as(bob).patch(`/repos/alice/demo/projects/${id}`, { title: 'y' }).gives(403)
  await w.as(bob).delete(`/repos/alice/demo/projects/${id}`).gives(403)
  await w.as(bob).get('/repos/alice/secret/projects').gives(404).empty()
  await w.anonymous.get('/repos/alice/secret/projects').gives(404)
  for (const path of [`/repos/alice/other/projects/${id}`, `/user/projects/${id}`]) {
    await w.as(alice).get(path).gives(404).empty()
    await w.as(alice).patch(path, { title: 'y' }).gives(404)
    await w.as(alice).delete(path).gives(404)
  }
  const narrow = await token(w, alice, 'write:repository')
  await w.as(alice, { token: narrow }).get('/repos/alice/demo/projects').gives(403)
  const reader = await token(w, alice, 'read:issue')
  await w.as(alice, { token: reader }).get('/repos/alice/demo/projects').gives(200)
  await w.as(alice, { token: reader }).post('/repos/alice/demo/projects', { title: 'x' }).gives(403)
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await w.as(alice).post('/repos/alice/demo/projects', {}).gives(423)
  await w.as(alice).get('/repos/alice/demo/projects').gives(200, [{ id }])
  await w.as(alice).patch('/repos/alice/other', { has_projects: true, projects_mode: 'owner' }).gives(200)
  await w.as(alice).get('/repos/alice/other/projects').gives(404)
  await w.as(alice).post('/repos/alice/other/projects', { title: 'x' }).gives(404)
})

scenario('createUserProjects, listUserProjects, getUserProjectsById, editUserProjectsById, deleteUserProjectsById, listUsersProjects: own boards', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.user('hermit', { visibility: 'private' })
  await w.anonymous.get('/user/projects').gives(401)
  await w.anonymous.post('/user/projects', { title: 'x' }).gives(401)
  const { id, html_url } = (await w.as(alice).post('/user/projects', { title: 'Mine', template_type: 'basic_kanban' }).gives(201, { type: 'individual', owner_id: alice.id, repo_id: 0 }).emits()).body
  assert.match(html_url, new RegExp(`/alice/-/projects/${id}$`))
  await w.as(alice).get('/user/projects').gives(200, [{ id }]).header('x-total-count', '1')
  await w.as(bob).get('/user/projects').gives(200, [])
  await w.as(bob).get(`/user/projects/${id}`).gives(404).empty()
  await w.as(bob).patch(`/user/projects/${id}`, { title: 'x' }).gives(404)
  await w.as(bob).delete(`/user/projects/${id}`).gives(404)
  await w.as(alice).get(`/user/projects/${id}`).gives(200, { title: 'Mine' })
  await w.as(alice).patch(`/user/projects/${id}`, { title: 'Mine too', state: 'closed' }).gives(200, { title: 'Mine too', state: 'closed', creator: { email: 'alice@example.com' } })
  await w.anonymous.get('/users/alice/projects').gives(200, [])
  await w.anonymous.get('/users/alice/projects?state=closed').gives(200, [{ id, creator: { active: false } }])
  await w.anonymous.get('/users/nobody/projects').gives(404).empty()
  await w.as(bob).get('/users/hermit/projects').gives(404)
  const half = await token(w, alice, 'write:user')
  await w.as(alice, { token: half }).get('/user/projects').gives(403)
  const both = await token(w, alice, 'write:user', 'write:issue')
  await w.as(alice, { token: both }).delete(`/user/projects/${id}`).gives(204)
  await w.as(alice).get(`/user/projects/${id}`).gives(404)
})

scenario('createOrgsProjects, listOrgsProjects, getOrgsProjectsById, editOrgsProjectsById, deleteOrgsProjectsById: boards of an organization', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  const carol = await w.user('carol')
  const acme = await w.org(alice, 'acme')
  await w.org(alice, 'hidden', { visibility: 'private' })
  const { id } = (await w.as(alice).post('/orgs/acme/projects', { title: 'Ours' }).gives(201, { type: 'organization', owner_id: acme.id, repo_id: 0 })).body
  await w.anonymous.post('/orgs/acme/projects', { title: 'x' }).gives(401)
  await w.as(bob).post('/orgs/acme/projects', { title: 'x' }).gives(404).empty()
  await w.as(bob).patch(`/orgs/acme/projects/${id}`, { title: 'x' }).gives(404)
  await w.as(bob).delete(`/orgs/acme/projects/${id}`).gives(404)
  await w.anonymous.get('/orgs/acme/projects').gives(200, [{ id }])
  await w.anonymous.get(`/orgs/acme/projects/${id}`).gives(200, { title: 'Ours' })
  await w.as(alice).post('/orgs/hidden/projects', { title: 'x' }).gives(201)
  await w.as(bob).get('/orgs/hidden/projects').gives(404).empty()
  await w.anonymous.get('/orgs/hidden/projects').gives(404)
  await w.anonymous.get('/orgs/nobody/projects').gives(404)
  await w.as(alice).get(`/orgs/hidden/projects/${id}`).gives(404)
  const team = (await w.as(alice).post('/orgs/acme/teams', { name: 'planners', units_map: { 'repo.projects': 'write', 'repo.code': 'read' } }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/carol`).gives(204)
  await w.as(carol).patch(`/orgs/acme/projects/${id}`, { title: 'Hers' }).gives(200, { title: 'Hers' })
  await w.as(carol).delete(`/orgs/acme/projects/${id}`).gives(204)
  await w.as(carol).get(`/orgs/acme/projects/${id}`).gives(404)
})
