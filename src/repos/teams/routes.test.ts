import { scenario, type World } from '../../../test/kit/world.ts'

async function guild(w: World, more: object = {}) {
  const [alice, bob, carol] = [await w.user('alice'), await w.user('bob'), await w.user('carol')]
  await w.org(alice, 'guild', more)
  for (const name of ['engine', 'Boiler']) await w.as(alice).post('/orgs/guild/repos', { name, private: true }).gives(201)
  const team = (await w.as(alice).post('/orgs/guild/teams', { name: 'crew', permission: 'write', visibility: 'public' }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  return { alice, bob, carol, at: `/teams/${team.id}/repos`, team }
}

scenario('putTeamsReposById, getTeamsReposById, listTeamsReposById, deleteTeamsReposById: what a team has, its members reach', async (w) => {
  const { alice, bob, carol, at } = await guild(w)
  await w.as(bob).get('/repos/guild/engine').gives(404)
  await w.as(alice).get(`${at}/guild/engine`).gives(404).empty()
  await w.as(alice).put(`${at}/guild/engine`).gives(204).empty().emits('team.repo.added')
  await w.as(alice).put(`${at}/guild/ENGINE`).gives(204).emits()
  await w.as(bob).get('/repos/guild/engine').gives(200, { permissions: { push: true } })
  await w.as(bob).get(`${at}/guild/engine`).gives(200, { full_name: 'guild/engine', permissions: { admin: false, push: true } })
  await w.as(alice).put(`${at}/guild/boiler`).gives(204)
  await w.as(bob).get(at).gives(200, [{ name: 'Boiler' }, { name: 'engine' }]).header('x-total-count', '2')
  await w.as(carol).get(at).gives(200, []).header('x-total-count', '0')
  await w.as(carol).get(`${at}/guild/engine`).gives(404).empty()
  await w.as(alice).delete(`${at}/guild/engine`).gives(204).empty().emits('team.repo.removed')
  await w.as(alice).delete(`${at}/guild/engine`).gives(204).emits()
  await w.as(bob).get('/repos/guild/engine').gives(404)
  await w.as(alice).put(`${at}/guild/nothing`).gives(404).empty()
  for (const call of [w.anonymous.get(at), w.anonymous.get(`${at}/guild/engine`), w.anonymous.put(`${at}/guild/engine`), w.anonymous.delete(`${at}/guild/engine`)]) await call.gives(401)
  await w.as(alice).get('/teams/9999/repos').gives(404).empty()
})

scenario('putTeamsReposById, deleteTeamsReposById: owners, or administrators of the repository where the organization says so', async (w) => {
  const { alice, bob, carol, at, team } = await guild(w)
  const root = await w.user('root', { admin: true })
  await w.as(alice).put(`${at}/guild/engine`).gives(204)
  await w.as(carol).put(`${at}/guild/engine`).gives(404).emits()
  await w.as(bob).delete(`${at}/guild/engine`).gives(403).says('nor repo admin nor owner').emits()
  await w.as(root).delete(`${at}/guild/engine`).gives(403).emits()
  await w.as(alice).patch('/orgs/guild', { repo_admin_change_team_access: true }).gives(200)
  await w.as(bob).delete(`${at}/guild/engine`).gives(403).says('admin-level access').emits()
  await w.as(alice).patch(`/teams/${team.id}`, { permission: 'admin' }).gives(200)
  await w.as(bob).delete(`${at}/guild/engine`).gives(204).emits('team.repo.removed')
  await w.as(bob).put(`${at}/guild/engine`).gives(404).emits()
})

scenario('a repository of another owner cannot be given to a team', async (w) => {
  const { alice, at } = await guild(w)
  await w.repo(alice, 'mine')
  await w.as(alice).put(`${at}/alice/mine`).gives(404).empty().emits()
})

scenario('a team that included all keeps what there was', async (w) => {
  const { alice, bob, at, team } = await guild(w)
  await w.as(alice).patch(`/teams/${team.id}`, { includes_all_repositories: true }).gives(200)
  await w.as(bob).get(at).gives(200, [{}, {}])
  await w.as(alice).delete(`${at}/guild/engine`).gives(204).emits()
  await w.as(bob).get(`${at}/guild/engine`).gives(200)
  await w.as(alice).patch(`/teams/${team.id}`, { includes_all_repositories: false }).gives(200)
  await w.as(alice).post('/orgs/guild/repos', { name: 'late', private: true }).gives(201)
  await w.as(bob).get(at).gives(200, [{ name: 'Boiler' }, { name: 'engine' }])
  await w.as(alice).delete(`${at}/guild/engine`).gives(204)
  await w.as(bob).get(at).gives(200, [{ name: 'Boiler' }])
})

scenario('members watch what their team has, and no longer when they are out', async (w) => {
  const { alice, at, team } = await guild(w)
  await w.as(alice).post('/orgs/guild/repos', { name: 'open' }).gives(201)
  for (const name of ['engine', 'open']) await w.as(alice).put(`${at}/guild/${name}`).gives(204)
  await w.as(alice).put(`/teams/${team.id}/members/carol`).gives(204)
  await w.as(alice).get('/repos/guild/engine').gives(200, { watchers_count: 2 })
  await w.as(alice).get('/repos/guild/boiler').gives(200, { watchers_count: 1 })
  await w.as(alice).delete('/orgs/guild/members/carol').gives(204)
  await w.as(alice).get('/repos/guild/engine').gives(200, { watchers_count: 1 })
  await w.as(alice).get('/repos/guild/open').gives(200, { watchers_count: 2 })
})

scenario('listReposTeams, getReposTeamsByTeam, putReposTeamsByTeam, deleteReposTeamsByTeam: the same from the repository', async (w) => {
  const { alice, bob, carol } = await guild(w)
  const at = '/repos/guild/engine/teams'
  await w.as(alice).get(at).gives(200, [{ name: 'Owners', organization: null }])
  await w.as(alice).get(`${at}/crew`).gives(404).empty()
  await w.as(alice).put(`${at}/CREW`).gives(204).empty().emits('team.repo.added')
  await w.as(alice).put(`${at}/crew`).gives(422).says('already added').emits()
  await w.as(bob).get(`${at}/crew`).gives(200, { name: 'crew', permission: 'write', organization: null })
  await w.as(bob).put(`${at}/crew`).gives(403).emits()
  await w.as(alice).put(`${at}/nothing`).gives(404).empty()
  await w.as(alice).delete(`${at}/crew`).gives(204).emits('team.repo.removed')
  await w.as(alice).delete(`${at}/crew`).gives(422).emits()
  const root = await w.user('root', { admin: true })
  await w.as(root).put(`${at}/crew`).gives(204).emits('team.repo.added')
  await w.as(root).delete(`${at}/crew`).gives(204).emits('team.repo.removed')
  for (const call of [w.as(carol).get(at), w.as(carol).put(`${at}/crew`), w.anonymous.delete(`${at}/crew`)]) await call.gives(404).empty()
  await w.as(alice).post('/orgs/guild/repos', { name: 'open' }).gives(201)
  for (const call of [w.anonymous.get('/repos/guild/open/teams'), w.anonymous.put('/repos/guild/open/teams/crew')]) await call.gives(401)
  await w.repo(alice, 'mine')
  for (const call of [w.as(alice).get('/repos/alice/mine/teams'), w.as(alice).get('/repos/alice/mine/teams/crew'), w.as(alice).put('/repos/alice/mine/teams/crew'), w.as(alice).delete('/repos/alice/mine/teams/crew')]) await call.gives(405).says('not owned by an organization').emits()
})
