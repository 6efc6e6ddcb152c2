import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../test/kit/world.ts'

const unread = async (w: World, person: Person): Promise<number> => (await w.as(person).get('/notifications/new').gives(200)).body.new
const titles = (answer: { body: any }) => answer.body.map((one: any) => one.subject?.title)

async function noisy(w: World) {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.repo(ann, 'engine')
  await w.as(bob).post('/repos/ann/engine/issues', { title: 'Strange noise' }).gives(201)
  w.later(10)
  await w.as(bob).post('/repos/ann/engine/issues', { title: 'Second noise' }).gives(201)
  return { ann, bob }
}

scenario('listNotifications, getNotificationsNew, getNotificationsThreadsById, editNotificationsThreadsById: the life of a thread', async (w) => {
  const { ann, bob } = await noisy(w)
  const root = await w.user('root', { admin: true })
  assert.equal(await unread(w, bob), 0)
  assert.equal(await unread(w, ann), 2)
  const list = await w.as(ann).get('/notifications').gives(200, [{ unread: true, pinned: false }, { unread: true }]).header('x-total-count', '2')
  assert.deepEqual(titles(list), ['Second noise', 'Strange noise'])
  const [second, first] = list.body
  assert.match(second.url, new RegExp(`^http://localhost(:80)?/api/v1/notifications/threads/${second.id}$`))
  assert.deepEqual(second.subject, {
    title: 'Second noise', url: second.repository.url + '/issues/2', latest_comment_url: '', html_url: second.repository.html_url + '/issues/2', latest_comment_html_url: '', type: 'Issue', state: 'open',
  })
  assert.equal(second.repository.full_name, 'ann/engine')
  assert.equal(second.repository.owner.email, 'ann@example.com')
  assert.ok(!('permissions' in second.repository))
  const at = `/notifications/threads/${second.id}`
  await w.anonymous.get(at).gives(401)
  await w.as(bob).get(at).gives(403)
  await w.as(bob).patch(at).gives(403)
  await w.as(root).get(at).gives(200, { id: second.id })
  await w.as(root).patch(at).gives(403)
  await w.as(ann).get('/notifications/threads/999').gives(404).empty()
  await w.as(bob).patch('/notifications/threads/999').gives(404).empty()
  w.later(10)
  // a form says it as well, and its word comes first
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await w.as(ann).patch(`${at}?to-status=read`, 'to-status=unread', form).gives(205, { pinned: false, unread: true })
  const pinned = (await w.as(ann).patch(`${at}?to-status=PINNED`).gives(205, { pinned: true, unread: false })).body
  assert.ok(pinned.updated_at > second.updated_at)
  assert.equal(await unread(w, ann), 1)
  await w.as(ann).patch(`/notifications/threads/${first.id}`).gives(205, { unread: false, pinned: false })
  assert.deepEqual(titles(await w.as(ann).get('/notifications').gives(200)), ['Second noise'])
  // a comment wakes what was read and leaves what is pinned
  const comment = (await w.as(bob).post('/repos/ann/engine/issues/1/comments', { body: 'still' }).gives(201)).body
  await w.as(bob).post('/repos/ann/engine/issues/2/comments', { body: 'still' }).gives(201)
  const after = (await w.as(ann).get('/notifications?all=true').gives(200, [{ pinned: true }, { unread: true }])).body
  const woken = after.find((one: any) => one.id === first.id)
  assert.equal(woken.subject.latest_comment_html_url, comment.html_url)
  assert.match(woken.subject.latest_comment_url, new RegExp(`/api/v1/repos/ann/engine/issues/comments/${comment.id}$`))
  await w.as(ann).patch('/repos/ann/engine/issues/1', { state: 'closed' }).gives(201)
  await w.as(bob).get('/notifications').gives(200, [{ subject: { title: 'Strange noise', state: 'closed' } }])
  await w.as(ann).delete('/repos/ann/engine/issues/1').gives(204)
  await w.as(bob).get('/notifications').gives(200, [])
})

scenario('listNotifications, listReposNotifications: filters, pages and tokens', async (w) => {
  const { ann } = await noisy(w)
  await w.repo(ann, 'other')
  const [second, first] = (await w.as(ann).get('/notifications').gives(200)).body
  await w.as(ann).patch(`/notifications/threads/${first.id}?to-status=read`).gives(205)
  const get = async (query: string, at = '') => titles(await w.as(ann).get(`${at}/notifications?${query}`).gives(200))
  assert.deepEqual(await get(''), ['Second noise'])
  assert.deepEqual(await get('status-types=read'), ['Strange noise'])
  assert.equal((await get('status-types=READ&status-types=unread')).length, 2)
  assert.equal((await get('status-types=moon')).length, 2)
  assert.equal((await get('all=true')).length, 2)
  assert.equal((await get('subject-type=issue')).length, 1)
  assert.equal((await get('subject-type=pull')).length, 0)
  assert.equal((await get('subject-type=moon')).length, 1)
  assert.equal((await get(`since=${second.updated_at}`)).length, 1)
  assert.equal((await get('before=2020-01-01T00:00:00Z')).length, 0)
  await w.as(ann).get('/notifications?since=yesterday').gives(422)
  await w.as(ann).get('/notifications?all=true&limit=1').gives(200).header('x-total-count', '2').header('link', /rel="next"/)
  assert.equal((await get('', '/repos/ann/engine')).length, 1)
  assert.equal((await get('', '/repos/ann/other')).length, 0)
  await w.anonymous.get('/notifications').gives(401)
  await w.anonymous.get('/notifications/new').gives(401)
  await w.anonymous.get('/repos/ann/engine/notifications').gives(401)
  await w.as(ann).get('/repos/ann/nothing/notifications').gives(404).empty()
  const token = async (...scopes: string[]) => (await w.as(ann).post('/users/ann/tokens', { name: scopes.join(), scopes }).gives(201)).body.sha1
  const narrow = await token('public-only', 'read:notification')
  await w.as(ann, { token: narrow }).get('/notifications').gives(403)
  const read = await token('read:notification')
  await w.as(ann, { token: read }).get('/notifications').gives(200)
  await w.as(ann, { token: read }).put('/notifications').gives(403)
  await w.as(ann, { token: await token('write:issue') }).get('/repos/ann/engine/notifications').gives(403)
})

scenario('putNotifications, putReposNotifications: everything that matches changes, 205 with what was selected', async (w) => {
  const { ann, bob } = await noisy(w)
  await w.repo(ann, 'other')
  await w.as(bob).post('/repos/ann/other/issues', { title: 'Elsewhere' }).gives(201)
  const [, , first] = (await w.as(ann).get('/notifications').gives(200)).body
  await w.anonymous.put('/notifications').gives(401)
  await w.anonymous.put('/repos/ann/engine/notifications').gives(401)
  await w.as(ann).put('/notifications?last_read_at=yesterday').gives(400)
  await w.as(ann).put('/repos/ann/engine/notifications?last_read_at=2020-13-01T00:00:00Z').gives(400)
  await w.as(ann).put('/repos/ann/nothing/notifications').gives(404).empty()
  w.later(10)
  await w.as(ann).put(`/notifications?last_read_at=${first.updated_at}&to-status=pinned`).gives(205, [{ id: first.id, pinned: true }])
  assert.equal(await unread(w, ann), 2)
  const marked = await w.as(ann).put('/repos/ann/engine/notifications').gives(205, [{ unread: false, subject: { title: 'Second noise' } }])
  assert.equal(marked.headers['content-type'], 'application/json;charset=utf-8')
  assert.equal(await unread(w, ann), 1)
  const all = await w.as(ann).put('/notifications?all=true&to-status=unread').gives(205, [{ unread: true }, { unread: true }, { unread: true }])
  assert.equal(all.headers['x-total-count'], undefined)
  assert.equal(await unread(w, ann), 3)
  await w.as(bob).put('/notifications?all=true').gives(205, [])
})

scenario('who is told: assignees, mentions and subscribers, not the unsubscribed, the ignoring, or those who may not read', async (w) => {
  const ann = await w.user('ann')
  const [watcher, quiet, deaf, named, charged, talker, stranger] = [await w.user('watcher'), await w.user('quiet'), await w.user('deaf'), await w.user('named'), await w.user('charged'), await w.user('talker'), await w.user('stranger')]
  await w.repo(ann, 'engine', { private: true })
  for (const one of [watcher, quiet, deaf, named, charged, talker]) await w.as(ann).put(`/repos/ann/engine/collaborators/${one.name}`, { permission: 'write' }).gives(204)
  for (const one of [watcher, quiet]) await w.as(one).put('/repos/ann/engine/subscription').gives(200)
  await w.cx.write((tx) => tx.insertInto('watch').values({ account_id: deaf.id, repo_id: 1, mode: 'none', created_at: 0 }).onConflict((on) => on.columns(['account_id', 'repo_id']).doUpdateSet({ mode: 'none' })).execute())
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'one', body: '@named @deaf @stranger look' }).gives(201)
  const told = async () => {
    const list: string[] = []
    for (const one of [ann, watcher, quiet, deaf, named, charged, talker, stranger]) {
      if ((await unread(w, one)) > 0) list.push(one.name)
      await w.as(one).put('/notifications').gives(205)
    }
    return list
  }
  assert.deepEqual(await told(), ['watcher', 'quiet', 'named'])
  await w.cx.write((tx) => tx.insertInto('issue_watch').values({ account_id: quiet.id, issue_id: 1, watching: false, created_at: 0 }).execute())
  await w.as(talker).post('/repos/ann/engine/issues/1/comments', { body: 'hm' }).gives(201)
  assert.deepEqual(await told(), ['ann', 'watcher'])
  await w.as(ann).patch('/repos/ann/engine/issues/1', { assignees: ['charged'] }).gives(201)
  assert.deepEqual(await told(), ['charged'])
  await w.as(ann).patch('/repos/ann/engine/issues/1', { title: 'renamed', body: 'x' }).gives(201)
  assert.deepEqual(await told(), [])
  await w.as(watcher).post('/repos/ann/engine/issues/1/comments', { body: 'hello @quiet' }).gives(201)
  assert.deepEqual(await told(), ['ann', 'quiet', 'charged', 'talker'])
  await w.as(ann).delete('/repos/ann/engine/collaborators/talker').gives(204)
  await w.as(ann).patch('/repos/ann/engine/issues/1', { state: 'closed' }).gives(201)
  assert.deepEqual(await told(), ['watcher', 'charged'])
  await w.as(talker).get('/notifications?all=true').gives(200, [{ repository: null, subject: null }])
})

scenario('a repository that is to be handed over is a thread of its own', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.repo(ann, 'engine', { private: true })
  await w.as(ann).post('/repos/ann/engine/transfer', { new_owner: 'bob' }).gives(201)
  const [thread] = (await w.as(bob).get('/notifications?subject-type=repository').gives(200, [{ unread: true, subject: { type: 'Repository', title: 'ann/engine', state: '', url: '/ann/engine' } }])).body
  assert.equal(thread.subject.html_url, thread.repository.html_url)
  assert.equal(await unread(w, ann), 0)
  await w.as(bob).post('/repos/ann/engine/transfer/accept').gives(202)
  await w.as(bob).get('/repos/bob/engine/activities/feeds').gives(200, [{ op_type: 'transfer_repo', content: 'ann/engine' }, { op_type: 'create_repo' }])
})
