import assert from 'node:assert/strict'
import { scenario } from '../../test/kit/world.ts'

scenario('pull requests in feeds and threads: opened, reviewed, merged', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  const cas = await w.user('cas')
  await w.repo(ann, 'engine', { auto_init: true })
  for (const one of [bob, cas]) await w.as(ann).put(`/repos/ann/engine/collaborators/${one.name}`, { permission: 'write' }).gives(204)
  const at = '/repos/ann/engine'
  const unread = async (...who: (typeof ann)[]) => {
    const list: string[] = []
    for (const one of who) {
      if ((await w.as(one).get('/notifications/new').gives(200)).body.new > 0) list.push(one.name)
      await w.as(one).put('/notifications').gives(205)
    }
    return list
  }
  const told = () => unread(ann, bob, cas)
  await w.as(bob).post(`${at}/contents/a.txt`, { content: 'YQ==', message: 'add', new_branch: 'side' }).gives(201)
  await w.as(bob).post(`${at}/pulls`, { title: 'WIP: Valve', head: 'side', base: 'main' }).gives(201)
  assert.deepEqual(await told(), ['ann'])
  await w.as(bob).post(`${at}/pulls/1/requested_reviewers`, { reviewers: ['cas'] }).gives(201)
  assert.deepEqual(await told(), ['cas'])
  await w.as(bob).post(`${at}/issues/1/comments`, { body: 'soon' }).gives(201)
  // a draft is not for everybody who watches
  assert.deepEqual(await told(), ['cas'])
  await w.as(bob).patch(`${at}/pulls/1`, { title: 'Valve' }).gives(201)
  assert.deepEqual(await told(), ['ann', 'cas'])
  await w.as(cas).post(`${at}/pulls/1/reviews`, { event: 'APPROVED', body: 'fine\nindeed' }).gives(200)
  assert.deepEqual(await told(), ['ann', 'bob'])
  await w.settled()
  await w.as(cas).get('/notifications?all=true').gives(200, [{ subject: { type: 'Pull', state: 'open' } }])
  await w.as(ann).post(`${at}/pulls/1/merge`, { Do: 'merge' }).gives(200)
  assert.deepEqual(await told(), ['bob', 'cas'])
  await w.as(cas).get('/notifications?all=true').gives(200, [{ subject: { type: 'Pull', state: 'merged' } }])
  const feed = (await w.anonymous.get(`${at}/activities/feeds`).gives(200)).body.map((one: any) => [one.op_type, one.act_user.login, one.content.startsWith('{') ? one.ref_name : one.content])
  const kinds = feed.map(([type]: string[]) => type)
  assert.deepEqual(kinds.filter((one: string) => !['commit_repo'].includes(one)), ['merge_pull_request', 'approve_pull_request', 'comment_pull', 'create_pull_request', 'create_repo'])
  const find = (type: string) => feed.find(([one]: string[]) => one === type)
  assert.deepEqual(find('merge_pull_request'), ['merge_pull_request', 'ann', '1|Valve'])
  assert.deepEqual(find('approve_pull_request'), ['approve_pull_request', 'cas', '1|fine'])
  assert.deepEqual(find('create_pull_request'), ['create_pull_request', 'bob', '1|WIP: Valve'])
  assert.deepEqual(find('comment_pull'), ['comment_pull', 'bob', '1|soon'])
  assert.ok(feed.some(([type, who, ref]: string[]) => type === 'commit_repo' && who === 'ann' && ref === 'refs/heads/main'))
})
