import assert from 'node:assert/strict'
import { loopback, receiver } from '../../../test/kit/receiver.ts'
import { scenario } from '../../../test/kit/world.ts'

const hook = (url: string, ...events: string[]) => ({ type: 'gitea', config: { url, content_type: 'json' }, events, active: true })

scenario('statuses and releases tell their hooks', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine', { auto_init: true })
    await w.as(ann).post('/repos/ann/engine/hooks', hook(there.url, 'status', 'release', 'create', 'push')).gives(201)
    const sha = (await w.as(ann).get('/repos/ann/engine/commits').gives(200)).body[0].sha
    await w.as(ann).post(`/repos/ann/engine/statuses/${sha}`, { state: 'success', context: 'ci', target_url: 'https://ci.example.com/1' }).gives(201)
    const { id } = (await w.as(ann).post('/repos/ann/engine/releases', { tag_name: 'v1', name: 'One' }).gives(201)).body
    await w.as(ann).patch(`/repos/ann/engine/releases/${id}`, { name: 'First' }).gives(200)
    await w.as(ann).delete(`/repos/ann/engine/releases/${id}`).gives(204)
    await w.as(ann).post('/repos/ann/engine/releases', { tag_name: 'v2', draft: true }).gives(201)
    await w.settled()
    const told = there.seen.map(({ headers, body }) => `${headers['x-gitea-event']} ${body.action ?? body.ref ?? body.context}`)
    assert.deepEqual(told.filter((one) => !/^(push|create)/.test(one)), ['status ci', 'release published', 'release updated', 'release deleted'])
    assert.deepEqual(told.filter((one) => /^(push|create)/.test(one)), ['push refs/tags/v1', 'create v1'])
    const status = there.seen[0].body
    assert.deepEqual(Object.keys(status), ['commit', 'context', 'created_at', 'description', 'id', 'repository', 'sender', 'sha', 'state', 'target_url', 'updated_at'])
    assert.equal(status.sha, sha)
    assert.equal(status.commit.id, sha)
    const [published, updated, removed] = there.seen.filter((one) => one.body.release).map((one) => one.body.release)
    assert.deepEqual([published.name, updated.name, removed.name], ['One', 'First', 'First'])
    const feed = (await w.as(ann).get('/repos/ann/engine/activities/feeds').gives(200)).body
    assert.deepEqual(feed.map((one: any) => `${one.op_type} ${one.ref_name}`).sort(), ['create_repo ', 'publish_release refs/tags/v1', 'push_tag refs/tags/v1'])
    assert.equal(feed.find((one: any) => one.op_type === 'publish_release').content, 'One')
  } finally {
    there.close()
  }
}, loopback)

scenario('packages tell the hooks of their owner', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.org(ann, 'crew')
    await w.as(ann).post('/orgs/crew/hooks', hook(there.url, 'package')).gives(201)
    await w.as(ann).put('//api/packages/crew/generic/tool/1.0.0/tool.bin', 'bytes', { 'content-type': 'application/octet-stream' }).gives(201)
    await w.as(ann).delete('/packages/crew/generic/tool/1.0.0').gives(204)
    await w.settled()
    assert.deepEqual(there.seen.map(({ headers, body }) => [headers['x-gitea-event'], body.action, body.package.name, body.package.version, body.repository, body.organization.name, body.sender.login]), [
      ['package', 'created', 'tool', '1.0.0', null, 'crew', 'ann'], ['package', 'deleted', 'tool', '1.0.0', null, 'crew', 'ann'],
    ])
    assert.equal(there.seen[0].headers['x-gitea-hook-installation-target-type'], 'organization')
  } finally {
    there.close()
  }
}, loopback)

scenario('workflow runs and jobs tell hooks when they are asked for and when they end', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine', { auto_init: true })
    await w.as(ann).post('/repos/ann/engine/hooks', hook(there.url, 'workflow_run', 'workflow_job')).gives(201)
    const text = 'name: CI\non: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo hello\n'
    await w.as(ann).post('/repos/ann/engine/contents/.gitea/workflows/ci.yml', { content: Buffer.from(text).toString('base64'), message: 'ci', branch: 'main' }).gives(201)
    await w.settled()
    const run = (await w.as(ann).get('/repos/ann/engine/actions/runs').gives(200, { total_count: 1 })).body.workflow_runs[0]
    await w.as(ann).post(`/repos/ann/engine/actions/runs/${run.id}/cancel`).gives(200)
    await w.settled()
    const told = there.seen.map(({ headers, body }) => `${headers['x-gitea-event']} ${body.action}`)
    assert.deepEqual([...told].sort(), ['workflow_job completed', 'workflow_job queued', 'workflow_run completed', 'workflow_run requested'])
    const ended = there.seen.find(({ body }) => body.workflow_run && body.action === 'completed')!.body
    assert.deepEqual(Object.keys(ended), ['action', 'workflow', 'workflow_run', 'repository', 'sender'])
    assert.deepEqual([ended.workflow.name, ended.workflow_run.id, ended.workflow_run.conclusion, ended.sender.login], ['CI', run.id, 'cancelled', 'ann'])
    const job = there.seen.find(({ body }) => body.workflow_job && body.action === 'queued')!.body
    assert.deepEqual([job.workflow_job.name, job.workflow_job.status, job.workflow_job.run_id], ['build', 'queued', run.id])
  } finally {
    there.close()
  }
}, loopback)
