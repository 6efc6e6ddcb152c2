import assert from 'node:assert/strict'
import { loopback, receiver } from '../../../test/kit/receiver.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('pull requests tell their hooks: opened, edited, asked about, pushed to, reviewed, merged', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    const bob = await w.user('bob')
    await w.repo(ann, 'engine', { auto_init: true })
    await w.as(ann).put('/repos/ann/engine/collaborators/bob', { permission: 'write' }).gives(204)
    const at = '/repos/ann/engine'
    const file = (name: string, branch: object) => w.as(ann).post(`${at}/contents/${name}`, { content: Buffer.from(name).toString('base64'), message: `add ${name}`, ...branch }).gives(201)
    await file('a.txt', { new_branch: 'side' })
    await w.as(ann).post(`${at}/hooks`, { type: 'gitea', config: { url: there.url, content_type: 'json' }, events: ['pull_request'], active: true }).gives(201)
    await w.as(ann).post(`${at}/pulls`, { title: 'Valve', head: 'side', base: 'main' }).gives(201)
    await w.as(ann).patch(`${at}/pulls/1`, { title: 'Valves' }).gives(201)
    await w.as(ann).post(`${at}/pulls/1/requested_reviewers`, { reviewers: ['bob'] }).gives(201)
    await file('b.txt', { branch: 'side' })
    await w.settled()
    await w.as(bob).post(`${at}/issues/1/comments`, { body: 'hm' }).gives(201)
    await w.as(bob).post(`${at}/pulls/1/reviews`, { event: 'APPROVED', body: 'fine' }).gives(200)
    await w.as(ann).post(`${at}/pulls/1/merge`, { Do: 'merge' }).gives(200)
    await w.settled()
    const told = there.seen.map((one) => `${one.headers['x-gitea-event']} ${one.headers['x-gitea-event-type']} ${one.body.action}`)
    assert.deepEqual(told, [
      'pull_request pull_request opened', 'pull_request pull_request edited', 'pull_request pull_request_review_request review_requested', 'pull_request pull_request_sync synchronized',
      'issue_comment pull_request_comment created', 'pull_request_approved pull_request_review_approved reviewed', 'pull_request pull_request closed',
    ])
    const [opened, edited, requested, pushed, commented, reviewed, closed] = there.seen.map((one) => one.body)
    assert.deepEqual(Object.keys(opened), ['action', 'number', 'pull_request', 'requested_reviewer', 'repository', 'sender', 'commit_id', 'review'])
    assert.deepEqual([opened.number, opened.pull_request.head.ref, opened.pull_request.base.repo.full_name], [1, 'side', 'ann/engine'])
    assert.deepEqual(edited.changes.title, { from: 'Valve' })
    assert.equal(requested.requested_reviewer.login, 'bob')
    assert.equal(pushed.before, opened.pull_request.head.sha)
    assert.equal(pushed.after, pushed.pull_request.head.sha)
    assert.deepEqual([commented.is_pull, commented.pull_request.number, commented.comment.body], [true, 1, 'hm'])
    assert.deepEqual(reviewed.review, { type: 'pull_request_review_approved', content: 'fine' })
    assert.deepEqual([closed.pull_request.merged, closed.sender.login], [true, 'ann'])
  } finally {
    there.close()
  }
}, loopback)
