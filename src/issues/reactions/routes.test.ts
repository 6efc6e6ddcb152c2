import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'

scenario('createReposIssuesReactionsByIndex, listReposIssuesReactionsByIndex, deleteReposIssuesReactionsByIndex, createReposIssuesCommentsReactionsById, listReposIssuesCommentsReactionsById, deleteReposIssuesCommentsReactionsById: said without words', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'other')
  await w.as(ann).post(at, { title: 'First' }).gives(201)
  const { id } = (await w.as(ann).post(`${at}/1/comments`, { body: 'x' }).gives(201)).body
  for (const path of [`${at}/1/reactions`, `${at}/comments/${id}/reactions`]) {
    assert.equal((await w.anonymous.get(path).gives(200)).body, null)
    await w.as(bob).post(path, { content: '+1' }).gives(201, { content: '+1', user: { login: 'bob', email: 'bob@example.com' } })
    await w.as(bob).post(path, { content: '+1' }).gives(200, { content: '+1' })
    await w.as(ann).post(path, { content: '+1' }).gives(201)
    await w.as(bob).post(path, { content: 'grin' }).gives(403)
    await w.as(bob).post(path, {}).gives(403)
    await w.anonymous.post(path, { content: '+1' }).gives(401)
    await w.anonymous.get(path).gives(200, [{ content: '+1', user: { login: 'bob' } }, { user: { login: 'ann' } }])
    await w.as(bob).delete(path, { content: '+1' }).gives(204).empty()
    await w.as(bob).delete(path, { content: '+1' }).gives(204)
    await w.anonymous.get(path).gives(200, [{ user: { login: 'ann' } }])
  }
  await w.anonymous.get(`${at}/1/reactions`).gives(200).header('x-total-count', '1')
  await w.as(ann).put(`${at}/1/lock`, {}).gives(204)
  await w.as(bob).post(`${at}/1/reactions`, { content: 'eyes' }).gives(403)
  await w.as(bob).post(`/repos/ann/other/issues/comments/${id}/reactions`, { content: 'eyes' }).gives(404).empty()
  await w.as(bob).get(`${at}/9/reactions`).gives(404)
})

scenario('listReposIssuesReactionsByIndex, createReposIssuesReactionsByIndex, listReposIssuesCommentsReactionsById: a kind that is switched off is forbidden, not missing', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  await w.as(ann).post(at, { title: 'First' }).gives(201)
  const { id } = (await w.as(ann).post(`${at}/1/comments`, { body: 'x' }).gives(201)).body
  await w.as(ann).patch('/repos/ann/engine', { has_issues: false }).gives(200)
  for (const path of [`${at}/1/reactions`, `${at}/comments/${id}/reactions`]) {
    await w.anonymous.get(path).gives(403)
    await w.as(ann).post(path, { content: '+1' }).gives(403)
    await w.as(ann).delete(path, { content: '+1' }).gives(403)
  }
  await w.anonymous.get(`${at}/2/reactions`).gives(404).empty()
  await w.anonymous.get(`${at}/1`).gives(404).empty()
})

scenario('putReposIssuesSubscriptionsByUser, deleteReposIssuesSubscriptionsByUser, listReposIssuesSubscriptionsByIndex, getReposIssuesSubscriptionsCheckByIndex: who hears of it', async (w) => {
  const [ann, bob, root] = [await w.user('ann'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.repo(ann, 'engine')
  await w.as(ann).post(at, { title: 'First' }).gives(201)
  const path = `${at}/1/subscriptions`
  await w.as(bob).get(`${path}/check`).gives(200, { subscribed: false, ignored: true, reason: null })
  await w.as(ann).get(`${path}/check`).gives(200, { subscribed: true, ignored: false })
  await w.as(bob).put(`${path}/bob`).gives(201).empty().emits('issue.subscribed')
  await w.as(bob).put(`${path}/bob`).gives(200).empty().emits()
  await w.anonymous.get(path).gives(200, [{ login: 'bob' }]).header('x-total-count', '1')
  await w.as(bob).delete(`${path}/bob`).gives(201).emits('issue.subscribed')
  await w.as(bob).delete(`${path}/bob`).gives(200).emits()
  await w.as(bob).put(`${path}/ann`).gives(403).emits()
  await w.as(root).delete(`${path}/ann`).gives(201)
  await w.as(ann).get(`${path}/check`).gives(200, { subscribed: false })
  await w.as(bob).put(`${path}/nobody`).gives(404)
  await w.anonymous.put(`${path}/bob`).gives(401)
  await w.anonymous.get(`${path}/check`).gives(401)
  await w.as(bob).put(`${at}/9/subscriptions/bob`).gives(404)
})

scenario('createReposIssuesPinByIndex, deleteReposIssuesPinByIndex, editReposIssuesPinByPosition, listReposIssuesPinned, getReposNewPinAllowed: at most three stand on top', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  for (const title of ['one', 'two', 'three', 'four']) await w.as(ann).post(at, { title }).gives(201)
  for (const n of [1, 2, 3]) await w.as(ann).post(`${at}/${n}/pin`).gives(204).emits('issue.pinned')
  await w.as(ann).post(`${at}/4/pin`).gives(400).emits()
  await w.as(ann).post(`${at}/1/pin`).gives(400).emits()
  await w.as(bob).post(`${at}/4/pin`).gives(403)
  await w.anonymous.get('/repos/ann/engine/new_pin_allowed').gives(200, { issues: false, pull_requests: true })
  await w.as(ann).patch(`${at}/3/pin/1`).gives(204).emits()
  const order = async () => (await w.anonymous.get(`${at}/pinned`).gives(200)).body.map((one: any) => [one.number, one.pin_order])
  assert.deepEqual(await order(), [[3, 1], [1, 2], [2, 3]])
  await w.as(ann).patch(`${at}/3/pin/2`).gives(204)
  assert.deepEqual(await order(), [[1, 1], [3, 2], [2, 3]])
  await w.as(ann).patch(`${at}/3/pin/0`).gives(400)
  await w.as(ann).patch(`${at}/4/pin/1`).gives(404)
  await w.as(ann).delete(`${at}/1/pin`).gives(204).emits('issue.unpinned')
  await w.as(ann).delete(`${at}/1/pin`).gives(204).emits()
  assert.deepEqual(await order(), [[3, 2], [2, 3]])
  await w.as(ann).post(`${at}/4/pin`).gives(204)
  assert.deepEqual((await order())[2], [4, 4])
  await w.as(ann).post(`${at}/9/pin`).gives(404)
})
