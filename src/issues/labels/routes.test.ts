import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/labels'

scenario('createReposLabels, getReposLabelsById, editReposLabelsById, deleteReposLabelsById: a label lives and goes', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  const { body } = await w.as(ann).post(at, { name: 'kind/bug', color: ' #FA0 ', description: 'broken', exclusive: true }).gives(201, { name: 'kind/bug', color: 'ffaa00', description: 'broken', exclusive: true, is_archived: false }).emits('label.created')
  assert.ok(body.url.endsWith(`/api/v1/repos/ann/engine/labels/${body.id}`))
  await w.anonymous.get(`${at}/${body.id}`).gives(200, { name: 'kind/bug' })
  await w.anonymous.get(`${at}/kind%2Fbug`).gives(200, { id: body.id })
  await w.as(ann).patch(`${at}/${body.id}`, { is_archived: true, color: '123456' }).gives(200, { is_archived: true, color: '123456', name: 'kind/bug' }).emits('label.edited')
  await w.as(ann).patch(`${at}/${body.id}`, { name: '' }).gives(200, { is_archived: false, name: '' })
  await w.as(ann).delete(`${at}/${body.id}`).gives(204).empty().emits('label.removed')
  await w.as(ann).delete(`${at}/${body.id}`).gives(204).emits()
  await w.as(ann).get(`${at}/${body.id}`).gives(404).empty()
})

scenario('listReposLabels: order, paging, and who may write', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'other')
  const ids: number[] = []
  for (const name of ['b', 'a', 'c']) ids.push((await w.as(ann).post(at, { name, color: '000000' }).gives(201)).body.id)
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'x', labels: [ids[2]] }).gives(201)
  const names = async (query: string) => (await w.anonymous.get(`${at}${query}`).gives(200)).body.map((one: any) => one.name).join('')
  assert.equal(await names(''), 'abc')
  assert.equal(await names('?sort=reversealphabetically'), 'cba')
  assert.equal((await names('?sort=mostissues'))[0], 'c')
  assert.equal((await names('?sort=leastissues'))[2], 'c')
  await w.anonymous.get(`${at}?limit=2&page=2`).gives(200, [{ name: 'c' }]).header('x-total-count', '3').header('link', undefined)
  await w.as(ann).post(at, { name: 'x' }).gives(422).says('[Color]: Required').emits()
  await w.as(ann).post(at, { name: 'x', color: 'red' }).gives(422).emits()
  await w.as(ann).patch(`${at}/${ids[0]}`, { color: '12' }).gives(422).emits()
  await w.as(ann).post(at, { name: 'a', color: '000' }).gives(201)
  await w.anonymous.post(at, { name: 'x', color: '000' }).gives(401)
  await w.as(bob).post(at, { name: 'x', color: '000' }).gives(403).emits()
  await w.as(bob).patch(`${at}/${ids[0]}`, {}).gives(403).emits()
  await w.as(bob).delete(`${at}/${ids[0]}`).gives(403).emits()
  await w.as(ann).get(`/repos/ann/other/labels/${ids[0]}`).gives(404).empty()
  await w.as(ann).patch(`/repos/ann/other/labels/${ids[0]}`, { name: 'x' }).gives(404).empty().emits()
  await w.as(ann).delete(`/repos/ann/other/labels/${ids[0]}`).gives(204).emits()
  await w.as(ann).get(`${at}/${ids[0]}`).gives(200)
})

scenario('createOrgsLabels: begins unarchived, and says which colour it does not know', async (w) => {
  const ann = await w.user('ann')
  await w.org(ann, 'guild')
  await w.as(ann).post('/orgs/guild/labels', { name: 'x', color: '#ABC', is_archived: true }).gives(201, { color: 'aabbcc', is_archived: false })
  await w.as(ann).post('/orgs/guild/labels', { name: 'x', color: 'zz' }).gives(422).says('invalid color: zz').emits()
})

scenario('createReposTransfer: the labels of an organization stay with it', async (w) => {
  const ann = await w.user('ann')
  for (const name of ['guild', 'club']) await w.org(ann, name)
  await w.as(ann).post('/orgs/guild/repos', { name: 'engine' }).gives(201)
  const make = async (path: string, name: string) => (await w.as(ann).post(path, { name, color: '#112233' }).gives(201)).body.id
  const [theirs, ours] = [await make('/orgs/guild/labels', 'theirs'), await make('/repos/guild/engine/labels', 'ours')]
  for (const title of ['open', 'done']) await w.as(ann).post('/repos/guild/engine/issues', { title, labels: [theirs, ours] }).gives(201, { labels: [{ name: 'ours' }, { name: 'theirs' }] })
  await w.as(ann).patch('/repos/guild/engine/issues/2', { state: 'closed' }).gives(201)
  await w.as(ann).post('/repos/guild/engine/transfer', { new_owner: 'club' }).gives(202)
  await w.settled()
  for (const number of [1, 2]) await w.as(ann).get(`/repos/club/engine/issues/${number}`).gives(200, { labels: [{ name: 'ours' }] })
  const counted = await w.cx.db.selectFrom('label').select(['id', 'num_issues', 'num_closed_issues']).orderBy('id').execute()
  assert.deepEqual(counted.map((one) => [one.id, one.num_issues, one.num_closed_issues]), [[theirs, 0, 0], [ours, 2, 1]])
})
