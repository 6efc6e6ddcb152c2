import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('createReposTransfer: at once to an organization where the caller may create', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.org(alice, 'guild')
  await w.org(alice, 'hidden', { visibility: 'private' })
  await w.org(bob, 'others')
  const team = (await w.as(alice).post('/orgs/guild/teams', { name: 'makers', permission: 'write', units: ['repo.code'] }).gives(201)).body
  const foreign = (await w.as(bob).post('/orgs/others/teams', { name: 'x', permission: 'read', units: ['repo.code'] }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.repo(alice, 'demo', { private: true })
  await w.repo(alice, 'taken')
  await w.as(alice).post('/orgs/guild/repos', { name: 'taken' }).gives(201)
  const give = (name: string, body: unknown) => w.as(alice).post(`/repos/alice/${name}/transfer`, body)
  await give('demo', {}).gives(404).empty()
  await give('demo', { new_owner: 'nobody' }).gives(404)
  for (const team_ids of [[team.id], []]) await give('demo', { new_owner: 'bob', team_ids }).gives(422).emits()
  await give('demo', { new_owner: 'guild', team_ids: [9999] }).gives(422)
  await give('demo', { new_owner: 'guild', team_ids: [foreign.id] }).gives(403)
  await give('taken', { new_owner: 'guild' }).gives(422).says('same name').emits()
  await w.anonymous.post('/repos/alice/taken/transfer', { new_owner: 'bob' }).gives(401)
  await w.as(bob).post('/repos/alice/taken/transfer', { new_owner: 'bob' }).gives(403).emits()
  await w.as(bob).post('/repos/alice/demo/transfer', { new_owner: 'bob' }).gives(404)
  await give('demo', { new_owner: 'Guild', team_ids: [team.id] }).gives(202, { full_name: 'guild/demo', permissions: { admin: true, push: true, pull: true } }).emits('repo.transferred')
  await w.as(bob).get('/repos/guild/demo').gives(200, { permissions: { admin: false, push: true, pull: true } })
  await w.as(alice).get('/repos/alice/demo').gives(301).header('location', /repos\/guild\/demo$/)
  await w.as(root).post('/repos/guild/demo/transfer', { new_owner: 'bob' }).gives(202, { full_name: 'bob/demo' })
  await w.as(alice).get('/repos/bob/demo').gives(404)
})

scenario('createReposTransfer, createReposTransferAccept, createReposTransferReject: asked, refused, accepted', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.repo(alice, 'demo', { private: true })
  const ask = () => w.as(alice).post('/repos/alice/demo/transfer', { new_owner: 'bob' })
  await w.as(alice).post('/repos/alice/demo/transfer/accept').gives(404)
  await ask().gives(201, { full_name: 'alice/demo', repo_transfer: { doer: { login: 'alice' }, recipient: { login: 'bob' }, teams: [] } }).emits('repo.transfer.asked')
  await ask().gives(409).emits()
  for (const person of [alice, root]) await w.as(person).post('/repos/alice/demo/transfer/accept').gives(403).emits()
  await w.anonymous.post('/repos/alice/demo/transfer/accept').gives(404)
  await w.as(bob).post('/repos/alice/demo/transfer/reject').gives(200, { full_name: 'alice/demo', permissions: { admin: false, push: false, pull: true } }).emits('repo.transfer.rejected')
  await w.as(bob).get('/repos/alice/demo').gives(404)
  assert.equal((await w.as(alice).get('/repos/alice/demo').gives(200)).body.repo_transfer, undefined)
  await ask().gives(201)
  await w.as(bob).post('/repos/alice/demo/transfer/accept').gives(202, { full_name: 'bob/demo' }).emits('repo.transferred')
  await w.as(bob).post('/repos/bob/demo/transfer/accept').gives(404)
  await w.as(bob).get('/repos/bob/demo/collaborators').gives(200, [])
  await w.as(alice).get('/repos/bob/demo').gives(404)
})

scenario('createReposTransferAccept: an administrator answers for an organization only as its member', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.org(bob, 'others')
  await w.org(root, 'guild')
  for (const [name, to] of [['one', 'others'], ['two', 'guild']]) {
    await w.repo(alice, name)
    await w.as(alice).post(`/repos/alice/${name}/transfer`, { new_owner: to }).gives(201, { repo_transfer: { recipient: { login: to } } })
  }
  await w.as(root).post('/repos/alice/one/transfer/accept').gives(403).says('permission denied')
  await w.as(root).post('/repos/alice/two/transfer/accept').gives(202, { full_name: 'guild/two' })
})
