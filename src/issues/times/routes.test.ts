import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues/1/times'

scenario('createReposIssuesTimesByIndex, listReposIssuesTimesByIndex, deleteReposIssuesTimesById, deleteReposIssuesTimesByIndex: time is booked and taken back', async (w) => {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.as(cy).post('/repos/ann/engine/issues', { title: 'First' }).gives(201)
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'Second' }).gives(201)
  const first = await w.as(cy).post(at, { time: 3660, created: '2031-01-02T03:04:05Z', user_name: 'ann' }).gives(200, { time: 3660, user_name: 'cy', created: '2031-01-02T03:04:05Z', issue: { number: 1, repository: { name: 'engine' } } }).emits('time.added')
  const second = await w.as(ann).post(at, { time: 5, user_name: 'bob' }).gives(200, { user_name: 'bob' })
  await w.as(ann).post(at, { time: 5, user_name: 'nobody' }).gives(404).emits()
  await w.as(bob).post(at, { time: 5 }).gives(403).emits()
  await w.anonymous.post(at, { time: 5 }).gives(401)
  await w.as(cy).post(at, { time: 0 }).gives(422).says('[Time]: Required').emits()
  await w.as(cy).post(at, { time: 2 ** 63 }).gives(422).says('[Time]: Range').emits()
  await w.as(cy).post('/repos/ann/engine/issues/9/times', { time: 5 }).gives(404).empty()
  await w.as(ann).get(at).gives(200, [{ user_name: 'cy' }, { user_name: 'bob' }]).header('x-total-count', '2').header('link', undefined)
  await w.as(cy).get(at).gives(200, [{ user_name: 'cy' }])
  await w.as(cy).get(`${at}?user=bob`).gives(403)
  await w.as(ann).get(`${at}?user=bob`).gives(200, [{ time: 5 }])
  await w.as(ann).get(`${at}?user=nobody`).gives(404)
  await w.as(ann).get(`${at}?since=2031-01-01T00:00:00Z`).gives(200, [{ user_name: 'cy' }])
  await w.as(ann).get(`${at}?since=x`).gives(422)
  await w.anonymous.get(at).gives(401)
  await w.as(ann).delete(`${at}/${first.body.id}`).gives(403).emits()
  await w.as(cy).delete(`/repos/ann/engine/issues/2/times/${first.body.id}`).gives(403)
  await w.as(ann).delete(`/repos/ann/engine/issues/2/times/${second.body.id}`).gives(404).empty().emits()
  await w.as(cy).delete(`${at}/${first.body.id}`).gives(204).emits('time.removed')
  await w.as(cy).delete(`${at}/${first.body.id}`).gives(404).empty().emits()
  await w.as(cy).delete(at).gives(404).empty().emits()
  await w.as(cy).post(at, { time: 60 }).gives(200)
  await w.as(cy).delete(at).gives(204).emits('time.removed')
  const told = (await w.anonymous.get('/repos/ann/engine/issues/1/timeline')).body.map((one: any) => [one.type, one.body, one.user.login, one.tracked_time?.time ?? null])
  assert.deepEqual(told, [['add_time_manual', '1 hour 1 minute', 'cy', null], ['add_time_manual', '5 seconds', 'bob', 5], ['delete_time_manual', '1 hour 1 minute', 'cy', null], ['add_time_manual', '1 minute', 'cy', null], ['delete_time_manual', '1 minute', 'cy', null]])
})

scenario('listReposTimes, listReposTimesByUser, listUserTimes: time of a repository and of a person', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.as(bob).post('/repos/ann/engine/issues', { title: 'First' }).gives(201)
  await w.as(bob).post(at, { time: 60 }).gives(200)
  await w.as(ann).post(at, { time: 30 }).gives(200)
  await w.as(ann).get('/repos/ann/engine/times').gives(200, [{ time: 60 }, { time: 30 }]).header('x-total-count', '2')
  await w.as(bob).get('/repos/ann/engine/times').gives(200, [{ time: 60 }])
  await w.as(ann).get('/repos/ann/engine/times/bob').gives(200, [{ time: 60 }]).header('x-total-count', undefined)
  await w.as(bob).get('/repos/ann/engine/times/ann').gives(403)
  await w.as(ann).get('/repos/ann/engine/times/nobody').gives(404)
  await w.as(bob).get('/user/times').gives(200, [{ time: 60, issue: { number: 1 } }]).header('x-total-count', '1')
  await w.anonymous.get('/user/times').gives(401)
})

scenario('createReposIssuesStopwatchStartByIndex, createReposIssuesStopwatchStopByIndex, deleteReposIssuesStopwatchDeleteByIndex, listUserStopwatches: one watch per person', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  for (const title of ['one', 'two']) await w.as(ann).post('/repos/ann/engine/issues', { title }).gives(201)
  const watch = (n: number, what: string) => w.as(ann).post(`/repos/ann/engine/issues/${n}/stopwatch/${what}`)
  await watch(1, 'stop').gives(409).empty()
  await watch(1, 'start').gives(201).empty()
  await watch(1, 'start').gives(409)
  w.later(65)
  const running = (await w.as(ann).get('/user/stopwatches').gives(200, [{ issue_index: 1, issue_title: 'one', repo_name: 'engine', repo_owner_name: 'ann', duration: '1 minute' }]).header('x-total-count', '1')).body
  assert.ok(running[0].seconds >= 65)
  await watch(2, 'start').gives(201)
  const [time] = (await w.as(ann).get('/repos/ann/engine/issues/1/times').gives(200)).body
  assert.ok(time.time >= 65)
  await w.as(ann).delete('/repos/ann/engine/issues/1/stopwatch/delete').gives(409)
  await w.as(ann).delete('/repos/ann/engine/issues/2/stopwatch/delete').gives(204).empty()
  await watch(2, 'start').gives(201)
  await w.as(ann).patch('/repos/ann/engine/issues/2', { state: 'closed' }).gives(201)
  await w.as(ann).get('/user/stopwatches').gives(200, [])
  await w.as(bob).post('/repos/ann/engine/issues/1/stopwatch/start').gives(403)
  await w.anonymous.post('/repos/ann/engine/issues/1/stopwatch/start').gives(401)
  await watch(9, 'start').gives(404)
  const told = (await w.anonymous.get('/repos/ann/engine/issues/2/timeline')).body.map((one: any) => one.type)
  assert.deepEqual(told, ['start_tracking', 'cancel_tracking', 'start_tracking', 'close', 'stop_tracking'])
})
