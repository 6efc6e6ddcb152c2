import assert from 'node:assert/strict'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

const at = '/repos/alice/demo/tag_protections'

async function stage(w: World) {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', { permission: 'write' }).gives(204)
  return { alice, bob }
}

scenario('createReposTagProtections, listReposTagProtections, getReposTagProtectionsById, editReposTagProtectionsById, deleteReposTagProtectionsById', async (w) => {
  const { alice } = await stage(w)
  const cy = await w.user('cy')
  const made = (await w.as(alice).post(at, { name_pattern: ' v* ', whitelist_usernames: ['Bob', 'cy'] }).gives(201, { name_pattern: 'v*', whitelist_usernames: ['bob'], whitelist_teams: [] }).emits('tag_protection.created')).body
  await w.as(alice).post(at, { name_pattern: 'v*', whitelist_usernames: ['bob'] }).gives(403).emits()
  for (const body of [{}, { name_pattern: '  ', whitelist_usernames: ['bob'] }, { name_pattern: 'x' }, { name_pattern: 'x', whitelist_usernames: [] }]) await w.as(alice).post(at, body).gives(400)
  for (const body of [{ name_pattern: 'x', whitelist_usernames: ['nobody'] }, { name_pattern: '/(/', whitelist_usernames: ['bob'] }, { name_pattern: '[a', whitelist_usernames: ['bob'] }, { name_pattern: 3 }]) await w.as(alice).post(at, body).gives(422).emits()
  await w.as(alice).post(at, { name_pattern: '/^rc\\d+$/', whitelist_teams: ['not looked at here'] }).gives(201, { whitelist_teams: [] })
  assert.deepEqual((await w.as(alice).get(at).gives(200)).body.map((one: any) => one.name_pattern), ['v*', '/^rc\\d+$/'])
  await w.as(alice).get(`${at}/${made.id}`).gives(200, made)
  await w.as(alice).patch(`${at}/${made.id}`, { name_pattern: 'w*' }).gives(200, { id: made.id, name_pattern: 'w*', whitelist_usernames: ['bob'] }).emits('tag_protection.changed')
  await w.as(alice).patch(`${at}/${made.id}`, { whitelist_usernames: [] }).gives(200, { name_pattern: 'w*', whitelist_usernames: [] })
  await w.as(alice).patch(`${at}/${made.id}`, { whitelist_usernames: ['nobody'] }).gives(422)
  await w.as(alice).patch(`${at}/${made.id}`, { name_pattern: '/a**/' }).gives(422)
  await w.repo(alice, 'other')
  for (const id of [`${made.id}`]) {
    await w.as(alice).get(`/repos/alice/other/tag_protections/${id}`).gives(404).empty()
    await w.as(alice).patch(`/repos/alice/other/tag_protections/${id}`, {}).gives(404)
    await w.as(alice).delete(`/repos/alice/other/tag_protections/${id}`).gives(404)
  }
  for (const call of [
    (c: typeof w.anonymous) => c.get(at), (c: typeof w.anonymous) => c.post(at, {}), (c: typeof w.anonymous) => c.get(`${at}/${made.id}`),
    (c: typeof w.anonymous) => c.patch(`${at}/${made.id}`, {}), (c: typeof w.anonymous) => c.delete(`${at}/${made.id}`),
  ]) {
    await call(w.anonymous).gives(401)
    await call(w.as(cy)).gives(403)
  }
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await w.as(alice).post(at, { name_pattern: 'z', whitelist_usernames: ['bob'] }).gives(423)
  await w.as(alice).patch(`${at}/${made.id}`, {}).gives(423)
  await w.as(alice).delete(`${at}/${made.id}`).gives(204).emits('tag_protection.removed')
  await w.as(alice).delete(`${at}/${made.id}`).gives(404).empty()
})

scenario('protected tags: made, moved and removed by those on a list of any rule that matches, whoever owns the repository', async (w) => {
  const { alice, bob } = await stage(w)
  const root = await w.user('root', { admin: true })
  const cwd = await workTree(w, alice, 'alice/demo')
  await git(cwd, ['pull', '-q', 'origin', 'main'])
  await git(cwd, ['remote', 'add', 'bob', await remote(w, bob, 'alice/demo')])
  await w.as(alice).post(at, { name_pattern: 'v*', whitelist_usernames: ['bob'] }).gives(201)
  await git(cwd, ['tag', 'v1'])
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'v1']), /protected by the rule "v\*": you are not among those/)
  await git(cwd, ['push', '-q', 'bob', 'v1'])
  await commit(cwd, 'b.txt', 'b\n')
  await git(cwd, ['tag', '-f', 'v1'])
  await assert.rejects(git(cwd, ['push', '-q', '-f', 'origin', 'v1']), /protected by the rule/)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', ':v1']), /protected by the rule/)
  for (const who of [alice, root]) {
    await w.as(who).post('/repos/alice/demo/tags', { tag_name: 'v2/x' }).gives(422).says('protected by the rule').emits()
    await w.as(who).delete('/repos/alice/demo/tags/v1').gives(422).emits()
    await w.as(who).post('/repos/alice/demo/releases', { tag_name: 'v2' }).gives(422).says('protected by the rule').emits()
  }
  await w.as(alice).post('/repos/alice/demo/releases', { tag_name: 'v2', draft: true }).gives(201)
  const { id } = (await w.as(alice).get('/repos/alice/demo/releases?draft=true').gives(200)).body[0]
  await w.as(alice).patch(`/repos/alice/demo/releases/${id}`, { draft: false }).gives(422)
  await w.as(bob).patch(`/repos/alice/demo/releases/${id}`, { draft: false }).gives(200)
  await w.as(bob).post('/repos/alice/demo/tags', { tag_name: 'v3' }).gives(201)
  await w.as(bob).delete('/repos/alice/demo/tags/v3').gives(204)
  await git(cwd, ['push', '-q', '-f', 'bob', 'v1'])
  // a second rule that lists somebody else opens what it matches too
  await w.as(alice).post(at, { name_pattern: '/^v\\d+$/', whitelist_usernames: ['alice'] }).gives(201)
  await git(cwd, ['push', '-q', 'origin', ':v1'])
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'v9-rc' }).gives(422)
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'w1' }).gives(201)
  await w.as(bob).post('/repos/alice/demo/tags', { tag_name: 'V7' }).gives(201)
})

scenario('protected tags: teams on the list count as long as they are the owner’s', async (w) => {
  const { alice, bob } = await stage(w)
  await w.org(alice, 'acme')
  await w.as(alice).post('/orgs/acme/repos', { name: 'engine', auto_init: true }).gives(201)
  const team = (await w.as(alice).post('/orgs/acme/teams', { name: 'crew', permission: 'write', includes_all_repositories: true, units: ['repo.code'] }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  const rules = '/repos/acme/engine/tag_protections'
  await w.as(alice).post(rules, { name_pattern: '*', whitelist_teams: ['nobody'] }).gives(422)
  await w.as(alice).post(rules, { name_pattern: '*', whitelist_teams: ['crew'] }).gives(201, { whitelist_teams: ['crew'] })
  await w.as(alice).post('/repos/acme/engine/tags', { tag_name: 'a' }).gives(422)
  await w.as(bob).post('/repos/acme/engine/tags', { tag_name: 'a' }).gives(201)
  await w.as(alice).delete(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(alice).delete('/repos/acme/engine/tags/a').gives(422)
})
