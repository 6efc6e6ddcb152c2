import { scenario } from '../../../test/kit/world.ts'

scenario('putReposCollaboratorsByCollaborator, listReposCollaborators, getReposCollaboratorsByCollaborator, deleteReposCollaboratorsByCollaborator', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { private: true })
  const at = '/repos/alice/demo/collaborators'
  await w.as(bob).get(at).gives(404)
  await w.as(alice).put(`${at}/bob`, {}).gives(204).empty().emits('collaborator.added')
  await w.as(alice).put(`${at}/bob`, { permission: 'write' }).gives(204).emits()
  await w.as(bob).get('/repos/alice/demo').gives(200, { permissions: { admin: false, push: true, pull: true } })
  await w.as(bob).get(at).gives(200, [{ login: 'bob' }]).header('x-total-count', '1').header('link', undefined)
  await w.as(bob).get(`${at}/bob`).gives(204)
  await w.as(bob).get(`${at}/alice`).gives(404).empty()
  await w.as(bob).get(`${at}/nobody`).gives(422)
  for (const permission of ['owner', 'none', 'king']) await w.as(alice).put(`${at}/bob`, { permission }).gives(422).emits()
  await w.as(alice).put(`${at}/nobody`, {}).gives(422).emits()
  await w.as(alice).put(`${at}/bob`).gives(422)
  await w.as(bob).put(`${at}/bob`, { permission: 'admin' }).gives(403).emits()
  await w.as(bob).delete(`${at}/bob`).gives(403).emits()
  await w.as(bob).put('/repos/alice/demo/subscription').gives(200)
  await w.as(alice).get('/repos/alice/demo').gives(200, { watchers_count: 2 })
  await w.as(alice).delete(`${at}/nobody`).gives(422)
  await w.as(alice).delete(`${at}/bob`).gives(204).emits('collaborator.removed')
  await w.as(alice).delete(`${at}/bob`).gives(204).emits()
  await w.as(bob).get('/repos/alice/demo').gives(404)
  await w.as(alice).get('/repos/alice/demo').gives(200, { watchers_count: 1 })
  await w.anonymous.get(at).gives(404)
  await w.as(bob).put('/user/blocks/alice').gives(204)
  await w.as(alice).put(`${at}/bob`, {}).gives(403).emits()
})

scenario('getReposCollaboratorsPermissionByCollaborator: the word for a level', async (w) => {
  const [alice, bob, carl, root] = [await w.user('alice'), await w.user('bob'), await w.user('carl'), await w.user('root', { admin: true })]
  await w.repo(alice, 'demo')
  const at = (name: string) => `/repos/alice/demo/collaborators/${name}/permission`
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', { permission: 'admin' }).gives(204)
  await w.as(alice).get(at('bob')).gives(200, { permission: 'admin', role_name: 'admin', user: { login: 'bob' } })
  await w.as(bob).get(at('carl')).gives(200, { permission: 'read' })
  await w.as(carl).get(at('Carl')).gives(200, { permission: 'read' })
  await w.as(carl).get(at('bob')).gives(403)
  await w.as(root).get(at('alice')).gives(200, { permission: 'owner' })
  await w.as(root).get(at('root')).gives(200, { permission: 'owner' })
  await w.as(root).get(at('nobody')).gives(404).empty()
  await w.anonymous.get(at('bob')).gives(401)
})

scenario('putReposCollaboratorsByCollaborator: whoever blocked the owner is not brought in by others', async (w) => {
  const [alice, bob, carl] = [await w.user('alice'), await w.user('bob'), await w.user('carl')]
  await w.repo(alice, 'demo')
  await w.as(alice).put('/repos/alice/demo/collaborators/carl', { permission: 'admin' }).gives(204)
  await w.as(bob).put('/user/blocks/alice').gives(204)
  await w.as(carl).put('/repos/alice/demo/collaborators/bob', {}).gives(403).says('blocked').emits()
})
