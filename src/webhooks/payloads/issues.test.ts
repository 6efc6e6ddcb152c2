import assert from 'node:assert/strict'
import { loopback, receiver } from '../../../test/kit/receiver.ts'
import { scenario } from '../../../test/kit/world.ts'

const hook = (url: string, ...events: string[]) => ({ type: 'gitea', config: { url, content_type: 'json', is_system_webhook: 'true' }, events, active: true })

scenario('issues tell their hooks what happened, in order and as it was then', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine')
    await w.as(ann).post('/repos/ann/engine/hooks', hook(there.url, 'issues')).gives(201)
    const label = (await w.as(ann).post('/repos/ann/engine/labels', { name: 'bug', color: '#ff0000' }).gives(201)).body.id
    const milestone = (await w.as(ann).post('/repos/ann/engine/milestones', { title: 'soon' }).gives(201)).body.id
    const at = '/repos/ann/engine/issues/1'
    await w.as(ann).post('/repos/ann/engine/issues', { title: 'Noise', body: 'hums', labels: [label], milestone, assignees: ['ann'] }).gives(201)
    await w.as(ann).patch(at, { title: 'Noises' }).gives(201)
    await w.as(ann).patch(at, { body: 'roars' }).gives(201)
    await w.as(ann).patch(at, { assignees: [] }).gives(201)
    await w.as(ann).patch(at, { milestone: 0 }).gives(201)
    await w.as(ann).delete(`${at}/labels`).gives(204)
    const comment = (await w.as(ann).post(`${at}/comments`, { body: 'hm' }).gives(201)).body.id
    await w.as(ann).patch(`/repos/ann/engine/issues/comments/${comment}`, { body: 'hmm' }).gives(200)
    await w.as(ann).delete(`/repos/ann/engine/issues/comments/${comment}`).gives(204)
    await w.as(ann).patch(at, { state: 'closed' }).gives(201)
    await w.as(ann).patch(at, { state: 'open' }).gives(201)
    await w.as(ann).delete(at).gives(204)
    await w.settled()
    const told = there.seen.map((one) => `${one.headers['x-gitea-event']} ${one.headers['x-gitea-event-type']} ${one.body.action}`)
    assert.equal(told[0], 'issues issues opened')
    assert.deepEqual(told.slice(1, 4).sort(), ['issues issue_assign assigned', 'issues issue_label label_updated', 'issues issue_milestone milestoned'])
    assert.deepEqual(told.slice(4), [
      'issues issues edited', 'issues issues edited', 'issues issue_assign unassigned', 'issues issue_milestone demilestoned', 'issues issue_label label_cleared',
      'issue_comment issue_comment created', 'issue_comment issue_comment edited', 'issue_comment issue_comment deleted', 'issues issues closed', 'issues issues reopened', 'issues issues deleted',
    ])
    const bodies = there.seen.map((one) => one.body)
    assert.deepEqual(Object.keys(bodies[0]), ['action', 'number', 'issue', 'repository', 'sender', 'commit_id'])
    assert.equal(bodies[0].number, 1)
    assert.equal(bodies[0].sender.login, 'ann')
    assert.equal(bodies[0].repository.full_name, 'ann/engine')
    assert.deepEqual([bodies[4].changes, bodies[4].issue.title], [{ title: { from: 'Noise' }, added_labels: null, removed_labels: null }, 'Noises'])
    assert.deepEqual(bodies[5].changes.body, { from: 'hums' })
    assert.equal(bodies[8].changes.removed_labels[0].name, 'bug')
    assert.deepEqual(Object.keys(bodies[9]), ['action', 'issue', 'comment', 'repository', 'sender', 'is_pull'])
    assert.deepEqual([bodies[9].comment.body, bodies[9].is_pull], ['hm', false])
    assert.deepEqual([bodies[10].comment.body, bodies[10].changes.body], ['hmm', { from: 'hm' }])
    assert.equal(bodies[11].comment.id, comment)
    assert.equal(bodies[12].issue.state, 'closed')
    assert.equal(bodies[14].issue.title, 'Noises')
  } finally {
    there.close()
  }
}, loopback)

scenario('repositories tell the hooks of their owner and of the site; a fork tells its parent', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    const bob = await w.user('bob')
    const root = await w.user('root', { admin: true })
    await w.as(ann).post('/user/hooks', hook(`${there.url}/ann`, 'repository', 'fork')).gives(201)
    await w.as(root).post('/admin/hooks', hook(`${there.url}/site`, 'repository', 'fork')).gives(201)
    await w.repo(ann, 'engine')
    await w.as(bob).post('/repos/ann/engine/forks', {}).gives(202)
    await w.as(ann).patch('/repos/ann/engine', { name: 'motor' }).gives(200)
    await w.as(bob).delete('/repos/bob/engine').gives(204)
    await w.as(ann).delete('/repos/ann/motor').gives(204)
    await w.settled()
    const told = (name: string) => there.seen.filter((one) => one.path.endsWith(name)).map(({ headers, body }) => `${headers['x-gitea-event']} ${body.action ?? ''} ${body.repository.full_name}`)
    assert.deepEqual(told('/ann'), ['repository created ann/engine', 'fork  bob/engine', 'repository renamed ann/motor', 'repository deleted ann/motor'])
    assert.deepEqual(told('/site'), ['repository created ann/engine', 'fork  bob/engine', 'repository renamed ann/motor', 'repository deleted bob/engine', 'repository deleted ann/motor'])
    const [created, fork, renamed] = there.seen.filter((one) => one.path.endsWith('/ann'))
    assert.match(created.text, /^\{\n "action"/)
    assert.equal(created.body.organization.login, 'ann')
    assert.equal(fork.body.forkee.full_name, 'ann/engine')
    assert.equal(fork.body.sender.login, 'bob')
    assert.deepEqual(renamed.body.changes.name, { from: 'engine' })
  } finally {
    there.close()
  }
}, loopback)
