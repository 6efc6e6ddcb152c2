import assert from 'node:assert/strict'
import { scenario, type World, type Person } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'
async function ground(w: World): Promise<Person[]> {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.as(cy).post(at, { title: 'First' }).gives(201)
  return [ann, bob, cy]
}

scenario('createReposIssuesCommentsByIndex, listReposIssuesCommentsByIndex, getReposIssuesCommentsById: words on an issue', async (w) => {
  const [ann, bob] = await ground(w)
  const made = await w.as(bob).post(`${at}/1/comments`, { body: 'Hello @ann' }).gives(201, { body: 'Hello @ann', assets: [], original_author: '', user: { login: 'bob' }, pull_request_url: '' }).emits('comment.created')
  assert.match(made.body.html_url, new RegExp(`/ann/engine/issues/1#issuecomment-${made.body.id}$`))
  assert.match(made.body.issue_url, /\/ann\/engine\/issues\/1$/)
  assert.match(made.body.user.email, /noreply/)
  await w.anonymous.get(`${at}/1`).gives(200, { comments: 1 })
  w.later(10)
  await w.as(ann).post(`${at}/1/comments`, { body: ' ' }).gives(201)
  await w.anonymous.get(`${at}/1/comments`).gives(200, [{ body: 'Hello @ann' }, { body: ' ' }]).header('x-total-count', '2').header('link', undefined)
  const since = encodeURIComponent(new Date(Date.parse(made.body.created_at) + 5000).toISOString())
  await w.anonymous.get(`${at}/1/comments?since=${since}`).gives(200, [{ body: ' ' }])
  await w.anonymous.get(`${at}/1/comments?before=${since}`).gives(200, [{ body: 'Hello @ann' }])
  await w.anonymous.get(`${at}/1/comments?since=yesterday`).gives(422)
  await w.anonymous.get(`${at}/9/comments`).gives(404).empty()
  await w.anonymous.get(`${at}/comments/${made.body.id}`).gives(200, { id: made.body.id, assets: [] })
  await w.anonymous.get(`${at}/comments?limit=1&page=2`).gives(200, [{ body: ' ' }]).header('x-total-count', '2').header('link', undefined)
  await w.as(ann).patch(`${at}/1`, { state: 'closed' })
  const [, , closing] = (await w.anonymous.get(`${at}/1/timeline`)).body
  await w.anonymous.get(`${at}/comments/${closing.id}`).gives(204).empty()
  await w.as(ann).patch(`${at}/comments/${closing.id}`, { body: 'x' }).gives(204).empty().emits()
  await w.as(ann).delete(`${at}/comments/${closing.id}`).gives(400).emits()
})

scenario('editReposIssuesCommentsById, deleteReposIssuesCommentsById, editReposIssuesCommentsByIdOfOwner, deleteReposIssuesCommentsByIdOfOwner, listReposIssuesComments: who may change words', async (w) => {
  const [ann, bob, cy] = await ground(w)
  await w.repo(ann, 'other')
  const { id } = (await w.as(bob).post(`${at}/1/comments`, { body: 'one' }).gives(201)).body
  await w.as(bob).patch(`${at}/comments/${id}`, { body: 'two' }).gives(200, { body: 'two' }).emits('comment.edited')
  await w.as(bob).patch(`${at}/comments/${id}`, { body: 'two' }).gives(200).emits()
  await w.as(ann).patch(`${at}/77/comments/${id}`, { body: 'three' }).gives(200, { body: 'three' }).emits('comment.edited')
  await w.as(cy).patch(`${at}/comments/${id}`, { body: 'four' }).gives(403).emits()
  await w.as(cy).patch(`${at}/comments/${id}`, {}).gives(422).says('[Body]: Required')
  await w.anonymous.patch(`${at}/comments/${id}`, { body: 'four' }).gives(401)
  await w.as(ann).patch(`/repos/ann/other/issues/comments/${id}`, { body: 'four' }).gives(404).empty().emits()
  await w.as(ann).get(`/repos/ann/other/issues/comments/${id}`).gives(404).empty()
  await w.as(ann).delete(`/repos/ann/other/issues/comments/${id}`).gives(404).empty().emits()
  await w.as(cy).delete(`${at}/comments/${id}`).gives(403).emits()
  await w.as(bob).delete(`${at}/comments/${id}`).gives(204).empty().emits('comment.removed')
  await w.as(bob).delete(`${at}/1/comments/${id}`).gives(404)
  await w.anonymous.get(`${at}/1`).gives(200, { comments: 0 })
  await w.anonymous.post(`${at}/1/comments`, { body: 'x' }).gives(401)
  await w.as(bob).post(`${at}/1/comments`, { body: '' }).gives(422).says('[Body]: Required').emits()
  await w.as(bob).post(`${at}/9/comments`, { body: 'x' }).gives(404).empty().emits()
})

scenario('listReposIssuesTimelineByIndex: mentions leave traces where the writer may read, and only readers see them', async (w) => {
  const [ann, bob, cy] = await ground(w)
  await w.repo(ann, 'secret', { private: true })
  await w.repo(bob, 'tools')
  await w.anonymous.get(`${at}/1/timeline`).gives(200).header('x-total-count', '0')
  assert.equal((await w.anonymous.get(`${at}/1/timeline`)).body, null)
  await w.as(bob).post('/repos/bob/tools/issues', { title: 'Tool', body: 'see ann/engine#1 and `ann/engine#2`' }).gives(201)
  await w.as(ann).post('/repos/ann/secret/issues', { title: 'Hidden', body: 'ann/engine#1' }).gives(201)
  const { id } = (await w.as(cy).post('/repos/bob/tools/issues/1/comments', { body: 'closes ann/engine#1, ann/secret#1' }).gives(201)).body
  const seen = async (who: Person | null) => (await w.as(who).get(`${at}/1/timeline`).gives(200)).body.map((one: any) => one && [one.type, one.ref_issue?.title, one.ref_comment?.id ?? 0, one.ref_action])
  assert.deepEqual(await seen(cy), [['issue_ref', 'Tool', 0, 'none'], ['comment_ref', 'Tool', id, 'none']])
  assert.deepEqual(await seen(ann), [['issue_ref', 'Tool', 0, 'none'], ['issue_ref', 'Hidden', 0, 'none'], ['comment_ref', 'Tool', id, 'none']])
  assert.equal((await w.as(ann).get('/repos/ann/secret/issues/1/timeline')).body, null)
  await w.as(bob).patch('/repos/bob/tools/issues/1', { body: 'nothing' }).gives(201)
  await w.as(bob).delete(`/repos/bob/tools/issues/comments/${id}`).gives(204)
  assert.deepEqual(await seen(cy), [['issue_ref', 'Tool', 0, 'neutered'], null])
  await w.anonymous.get(`${at}/9/timeline`).gives(404).empty()
  await w.anonymous.get(`${at}/1/timeline?since=x`).gives(422)
})
