import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { commit, runner, workflow } from '../testbed.ts'

scenario('listReposActionsSecrets, putReposActionsSecretsBySecretname, deleteReposActionsSecretsBySecretname, listOrgsActionsSecrets, putOrgsActionsSecretsBySecretname, deleteOrgsActionsSecretsBySecretname, putUserActionsSecretsBySecretname, deleteUserActionsSecretsBySecretname: secrets go in and do not come out', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.org(alice, 'acme')
  for (const at of ['/repos/alice/demo/actions/secrets', '/orgs/acme/actions/secrets', '/user/actions/secrets']) {
    await w.anonymous.put(`${at}/KEY`, { data: 'x' }).gives(401)
    if (!at.startsWith('/user')) await w.as(bob).put(`${at}/KEY`, { data: 'x' }).gives(403)
    await w.as(alice).put(`${at}/key`, { data: 'hush', description: 'd' }).gives(201).empty()
    await w.as(alice).put(`${at}/KEY`, { data: 'hush' }).gives(204).empty()
    await w.as(alice).put(`${at}/KEY`, { data: '' }).gives(422)
    for (const bad of ['1A', 'A-B', 'GITHUB_X', 'gitea_x', 'CI']) await w.as(alice).put(`${at}/${bad}`, { data: 'x' }).gives(400)
    await w.as(alice).put(`${at}/BIG`, { data: 'x'.repeat(65_537) }).gives(400)
    if (!at.startsWith('/user')) await w.as(alice).get(at).gives(200, [{ name: 'KEY', description: '' }]).header('x-total-count', '1')
    await w.as(alice).delete(`${at}/other`).gives(404).empty()
    await w.as(alice).delete(`${at}/key`).gives(204).empty()
  }
  await w.as(alice).get('/user/actions/secrets').gives(404)
  await w.as(alice).put('/user/actions/secrets/KEY', { data: 'hush' }).gives(201)
  const stored = await w.cx.db.selectFrom('action_secret').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes('hush'))
})

scenario('listReposActionsVariables, getReposActionsVariablesByVariablename, createReposActionsVariablesByVariablename, putReposActionsVariablesByVariablename, deleteReposActionsVariablesByVariablename, and the same of organizations and accounts', async (w) => {
  // listOrgsActionsVariables getOrgsActionsVariablesByVariablename createOrgsActionsVariablesByVariablename putOrgsActionsVariablesByVariablename deleteOrgsActionsVariablesByVariablename
  // listUserActionsVariables getUserActionsVariablesByVariablename createUserActionsVariablesByVariablename putUserActionsVariablesByVariablename deleteUserActionsVariablesByVariablename
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.org(alice, 'acme')
  for (const at of ['/repos/alice/demo/actions/variables', '/orgs/acme/actions/variables', '/user/actions/variables']) {
    await w.anonymous.get(at).gives(401)
    if (!at.startsWith('/user')) await w.as(bob).get(at).gives(403)
    await w.as(alice).post(`${at}/pool`, { value: 'a\r\nb', description: 'd' }).gives(201).empty()
    await w.as(alice).post(`${at}/POOL`, { value: 'x' }).gives(409)
    await w.as(alice).post(`${at}/1x`, { value: 'x' }).gives(400)
    await w.as(alice).post(`${at}/empty`, {}).gives(422)
    await w.as(alice).get(`${at}/pool`).gives(200, { name: 'POOL', data: 'a\nb', description: 'd' })
    await w.as(alice).post(`${at}/other`, { value: 'x' }).gives(201)
    await w.as(alice).put(`${at}/other`, { name: 'pool', value: 'y' }).gives(409)
    await w.as(alice).put(`${at}/other`, { name: 'third', value: 'y' }).gives(204).empty()
    await w.as(alice).put(`${at}/other`, { value: 'y' }).gives(404)
    await w.as(alice).get(at).gives(200, [{ name: 'POOL' }, { name: 'THIRD', data: 'y' }]).header('x-total-count', '2')
    await w.as(alice).delete(`${at}/third`).gives(204)
    await w.as(alice).delete(`${at}/third`).gives(404)
  }
})

scenario('a job is given its owner’s values, overlaid by its repository’s own', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  for (const [at, text] of [['/user', 'mine'], ['/repos/alice/demo', 'its']]) {
    await w.as(alice).put(`${at}/actions/secrets/${text}`, { data: text }).gives(201)
    await w.as(alice).put(`${at}/actions/secrets/BOTH`, { data: text }).gives(201)
    await w.as(alice).post(`${at}/actions/variables/BOTH`, { value: text }).gives(201)
  }
  const { token } = (await w.as(alice).post('/repos/alice/demo/actions/runners/registration-token')).body
  await commit(w, 'alice/demo', workflow('on: push\njobs: {a: {runs-on: "${{ vars.BOTH }}", steps: [{run: ls}]}}'))
  const task = (await (await runner(w, token, { labels: ['its'] })).next())!
  const { GITHUB_TOKEN, GITEA_TOKEN, ...rest } = task.secrets
  assert.equal(GITHUB_TOKEN, GITEA_TOKEN)
  assert.deepEqual(rest, { MINE: 'mine', ITS: 'its', BOTH: 'its' })
  assert.deepEqual(task.vars, { BOTH: 'its' })
})
