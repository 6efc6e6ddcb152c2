import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { Result } from '../protocol/runner_pb.ts'
import { commit, runner, workflow, type TestRunner } from '../testbed.ts'

const steps = 'steps: [{run: ls}]'
const token = async (w: World, alice: Person) => (await w.as(alice).post('/repos/alice/demo/actions/runners/registration-token').gives(200)).body.token
const states = async (w: World, alice: Person, run = 0) => {
  const list = (await w.as(alice).get('/repos/alice/demo/actions/runs').gives(200)).body.workflow_runs
  const { jobs } = (await w.as(alice).get(`/repos/alice/demo/actions/runs/${list[run].id}/jobs`).gives(200)).body
  return Object.fromEntries(jobs.map((one: any) => [one.name, one.conclusion ?? one.status]))
}
const finish = (one: TestRunner, id: bigint, result: Result = Result.SUCCESS, outputs: Record<string, string> = {}) => one.updateTask({ state: { id, result }, outputs })

async function bench(w: World, file: Record<string, string>, more: Parameters<typeof runner>[2] = {}) {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const one = await runner(w, await token(w, alice), more)
  await commit(w, 'alice/demo', file)
  return { alice, one }
}

scenario('a job goes to exactly one of many runners, and only to one with its labels', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\njobs:\n  a: {runs-on: linux, ${steps}}\n  b: {runs-on: [linux, gpu], ${steps}}\n`))
  const others = await Promise.all([1, 2, 3, 4].map(async () => runner(w, await token(w, alice))))
  const got = (await Promise.all([one, ...others].map((each) => each.next()))).filter((task) => task !== undefined)
  assert.equal(got.length, 1)
  assert.deepEqual(await states(w, alice), { a: 'in_progress', b: 'queued' })
  const big = await runner(w, await token(w, alice), { labels: ['gpu', 'linux', 'x'] })
  assert.match((await big.next())!.payload, /"b":/)
  const elsewhere = await w.user('bob')
  await w.repo(elsewhere, 'demo')
  const foreign = await runner(w, (await w.as(elsewhere).post('/user/actions/runners/registration-token')).body.token)
  await commit(w, 'alice/demo', { x: '1' })
  assert.equal(await foreign.next(), undefined)
  await assert.rejects(foreign.updateTask({ state: { id: got[0]!.id } }), /invalid runner for task/)
  await assert.rejects(foreign.updateLog({ taskId: got[0]!.id, index: 0n, rows: [] }), /invalid runner for task/)
  await assert.rejects(one.updateTask({ state: { id: 999n } }), /update task: resource does not exist/)
})

scenario('the version tells a runner whether to look', async (w) => {
  const { one } = await bench(w, { a: '1' })
  const first = await one.fetchTask({ tasksVersion: 0n })
  await commit(w, 'alice/demo', workflow(`on: push\njobs: {a: {runs-on: linux, ${steps}}, b: {runs-on: linux, ${steps}}}`))
  const second = await one.fetchTask({ tasksVersion: first.tasksVersion })
  assert.ok(second.task)
  assert.equal((await one.fetchTask({ tasksVersion: second.tasksVersion })).task, undefined)
  assert.ok((await one.fetchTask({ tasksVersion: 0n })).task)
})

scenario('getReposActionsJobsLogsByJobId: logs are acknowledged exactly, appended only, sealed, read by API with ranges', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\njobs: {a: {runs-on: linux, ${steps}}}`))
  const { id } = (await one.next())!
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ time: { seconds: 1794708559n, nanos: 12_345_678 }, content: `row ${from + i}` }))
  const send = async (index: number, sent: { content: string }[], noMore = false) => Number((await one.updateLog({ taskId: id, index: BigInt(index), rows: sent, noMore })).ackIndex)
  assert.equal(await send(0, rows(0, 2)), 2)
  assert.equal(await send(0, rows(0, 2)), 2)
  assert.equal(await send(1, rows(1, 3)), 4)
  assert.equal(await send(9, rows(9, 1)), 4)
  assert.equal(await send(4, [{ content: 'two\nlines\n' }]), 5)
  const [run] = (await w.as(alice).get('/repos/alice/demo/actions/runs')).body.workflow_runs
  const [job] = (await w.as(alice).get(`/repos/alice/demo/actions/runs/${run.id}/jobs`)).body.jobs
  const log = (headers = {}) => w.as(alice, { headers }).get(`/repos/alice/demo/actions/jobs/${job.id}/logs`)
  const text = '2026-11-15T02:09:19.0123456Z row 0\n2026-11-15T02:09:19.0123456Z row 1\n2026-11-15T02:09:19.0123456Z row 2\n2026-11-15T02:09:19.0123456Z row 3\n1970-01-01T00:00:00.0000000Z two\\nlines\n'
  assert.equal((await log().gives(200).header('content-disposition', `attachment; filename="build-a-${id}.log"`)).text, text)
  assert.equal(await send(5, [], true), 5)
  await finish(one, id)
  await w.settled()
  assert.equal((await w.cx.db.selectFrom('task_log').selectAll().execute()).length, 0)
  assert.equal((await log().gives(200)).text, text)
  assert.equal((await log({ range: 'bytes=5-8' }).gives(206).header('content-range', `bytes 5-8/${text.length}`)).text, text.slice(5, 9))
  assert.equal(await send(5, [], true), 5)
  await assert.rejects(send(5, rows(5, 1)), /code = AlreadyExists desc = log file has been archived/)
  await w.anonymous.get(`/repos/alice/demo/actions/jobs/${job.id}/logs`).gives(401)
  w.later(366 * 86400)
  await w.cx.jobs.runCron(w.cx, 'cleanup_actions')
  await log().gives(404).empty()
  w.later(40 * 86400)
  await w.cx.jobs.runCron(w.cx, 'cleanup_action_runs')
  await w.as(alice).get('/repos/alice/demo/actions/runs').gives(200, { total_count: 0 })
})

scenario('outputs are kept once, needs and deferred matrices read them', async (w) => {
  const { alice, one } = await bench(w, workflow(`
on: push
jobs:
  a: {runs-on: linux, outputs: {list: x}, ${steps}}
  b: {needs: a, runs-on: linux, strategy: {matrix: {v: "\${{ fromJSON(needs.a.outputs.list) }}"}}, ${steps}}
  c: {needs: b, if: "needs.a.outputs.list == ''", runs-on: linux, ${steps}}
`))
  const a = (await one.next())!
  assert.deepEqual((await one.updateTask({ state: { id: a.id }, outputs: { list: '[1,2]' } })).sentOutputs, ['list'])
  await finish(one, a.id, Result.SUCCESS, { list: '[3]', more: 'x' })
  assert.deepEqual(await states(w, alice), { a: 'success', 'b (1)': 'queued', c: 'waiting', 'b (2)': 'queued' })
  const b = (await one.next())!
  assert.deepEqual(b.needs.a.outputs, { list: '[1,2]', more: 'x' })
  await finish(one, b.id)
  await finish(one, (await one.next())!.id)
  assert.deepEqual(await states(w, alice), { a: 'success', 'b (1)': 'success', c: 'queued', 'b (2)': 'success' })
})

scenario('fail-fast ends the rest of a matrix, max-parallel lets one in after another', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\njobs:\n  m: {runs-on: linux, strategy: {max-parallel: 1, matrix: {v: [1, 2, 3]}}, ${steps}}\n  after: {needs: m, if: failure(), runs-on: linux, ${steps}}\n`))
  assert.deepEqual(await states(w, alice), { 'm (1)': 'queued', 'm (2)': 'waiting', 'm (3)': 'waiting', after: 'waiting' })
  await finish(one, (await one.next())!.id)
  assert.deepEqual(await states(w, alice), { 'm (1)': 'success', 'm (2)': 'queued', 'm (3)': 'waiting', after: 'waiting' })
  await finish(one, (await one.next())!.id, Result.FAILURE)
  assert.deepEqual(await states(w, alice), { 'm (1)': 'success', 'm (2)': 'failure', 'm (3)': 'cancelled', after: 'queued' })
  await finish(one, (await one.next())!.id)
  await w.as(alice).get('/repos/alice/demo/actions/runs').gives(200, { workflow_runs: [{ conclusion: 'failure' }] })
})

scenario('concurrency groups: one runs, one waits, the newest takes the place of the older one that waits', async (w) => {
  const file = (cancels: boolean) => workflow(`on: push\nconcurrency: {group: deploy, cancel-in-progress: ${cancels}}\njobs: {a: {runs-on: linux, ${steps}}}`)
  const { alice, one } = await bench(w, file(false))
  const first = (await one.next())!
  await commit(w, 'alice/demo', { x: '1' })
  await commit(w, 'alice/demo', { x: '2' })
  assert.deepEqual([await states(w, alice, 0), await states(w, alice, 1), await states(w, alice, 2)], [{ a: 'waiting' }, { a: 'cancelled' }, { a: 'in_progress' }])
  await finish(one, first.id)
  assert.deepEqual(await states(w, alice, 0), { a: 'queued' })
  await one.next()
  await commit(w, 'alice/demo', file(true))
  assert.deepEqual([await states(w, alice, 0), await states(w, alice, 1)], [{ a: 'queued' }, { a: 'cancelled' }])
})

scenario('concurrency of a single job is asked when it is ready', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\njobs:\n  build: {runs-on: linux, ${steps}}\n  ship: {needs: build, concurrency: ship, runs-on: linux, ${steps}}\n`))
  await finish(one, (await one.next())!.id)
  const shipping = (await one.next())!
  await commit(w, 'alice/demo', { x: '1' })
  await finish(one, (await one.next())!.id)
  assert.deepEqual(await states(w, alice), { build: 'success', ship: 'waiting' })
  await finish(one, shipping.id)
  assert.deepEqual(await states(w, alice), { build: 'success', ship: 'queued' })
})

scenario('a reusable workflow runs below its caller and hands outputs back', async (w) => {
  const { alice, one } = await bench(w, {
    ...workflow(`on: push\njobs:\n  call: {uses: ./.gitea/workflows/lib.yml, with: {who: you}}\n  after: {needs: call, if: "needs.call.outputs.said == 'hi you'", runs-on: linux, ${steps}}\n  bad: {uses: ./.gitea/workflows/none.yml}\n`),
    ...workflow(`on: {workflow_call: {inputs: {who: {type: string, required: true}}, outputs: {said: {value: "hi \${{ jobs.in.outputs.name }}"}}}}\njobs: {in: {runs-on: "linux", outputs: {name: x}, ${steps}}}`, 'lib.yml'),
  })
  await w.settled()
  assert.deepEqual(await states(w, alice), { call: 'queued', after: 'waiting', bad: 'failure', in: 'queued' })
  const task = (await one.next())!
  assert.deepEqual([task.context.event_name, task.context.event.inputs], ['workflow_call', { who: 'you' }])
  await finish(one, task.id, Result.SUCCESS, { name: 'you' })
  assert.deepEqual(await states(w, alice), { call: 'success', after: 'queued', bad: 'failure', in: 'success' })
  const [run] = (await w.as(alice).get('/repos/alice/demo/actions/runs')).body.workflow_runs
  await w.as(alice).post(`/repos/alice/demo/actions/runs/${run.id}/force-cancel`).gives(200)
  await w.as(alice).post(`/repos/alice/demo/actions/runs/${run.id}/rerun`).gives(201)
  await w.settled()
  assert.deepEqual(await states(w, alice), { call: 'queued', after: 'waiting', bad: 'failure', in: 'queued' })
})

scenario('silent, endless and forgotten tasks are ended', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\njobs:\n  a: {runs-on: linux, ${steps}}\n  b: {runs-on: nowhere, ${steps}}\n`))
  const { id } = (await one.next())!
  w.later(601)
  await w.cx.jobs.runCron(w.cx, 'stop_zombie_tasks')
  assert.deepEqual(await states(w, alice), { a: 'failure', b: 'queued' })
  assert.equal((await finish(one, id)).state!.result, Result.FAILURE)
  w.later(86401)
  await w.cx.jobs.runCron(w.cx, 'cancel_abandoned_jobs')
  assert.deepEqual(await states(w, alice), { a: 'failure', b: 'cancelled' })
  await commit(w, 'alice/demo', { x: '1' })
  const busy = (await one.next())!
  for (let hours = 0; hours < 4; hours++) {
    w.later(3600)
    await one.updateTask({ state: { id: busy.id } })
  }
  await w.cx.jobs.runCron(w.cx, 'stop_endless_tasks')
  assert.equal((await states(w, alice)).a, 'failure')
})

scenario('a runner for one job goes with it', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\njobs: {a: {runs-on: linux, ${steps}}, b: {runs-on: linux, ${steps}}}`), { ephemeral: true })
  const { id } = (await one.next())!
  assert.equal(await one.next(), undefined)
  await finish(one, id)
  await assert.rejects(one.next(), /unregistered runner/)
  assert.deepEqual(await states(w, alice), { a: 'success', b: 'queued' })
})

scenario('the token of a job reaches what its permissions say, and no more', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\npermissions: {contents: read}\njobs: {a: {runs-on: linux, ${steps}}, b: {runs-on: linux, permissions: {issues: write}, ${steps}}}`))
  await w.repo(alice, 'hidden', { private: true })
  const [a, b] = [(await one.next())!, (await one.next())!]
  const as = (task: typeof a) => w.as(null, { token: task.secrets.GITHUB_TOKEN })
  await as(a).get('/repos/alice/demo').gives(200)
  await as(a).get('/repos/alice/hidden').gives(404)
  await as(a).post('/repos/alice/demo/issues', { title: 'x' }).gives(404)
  await as(b).post('/repos/alice/demo/issues', { title: 'by a job' }).gives(201, { user: { id: -2 } })
  await as(b).post('/user/repos', { name: 'mine' }).gives(403)
  await as(b).get('/admin/actions/runs').gives(403)
  await as(b).post('/repos/alice/demo/actions/runners/registration-token').gives(403)
  await finish(one, b.id)
  await as(b).post('/repos/alice/demo/issues', { title: 'late' }).gives(401)
  const kept = await w.cx.db.selectFrom('task').select('token_hash').execute()
  assert.ok(kept.every((row) => row.token_hash !== a.secrets.GITHUB_TOKEN))
})

scenario('a job is told whether its branch or tag is protected', async (w) => {
  const { alice, one } = await bench(w, workflow(`on: push\njobs: {a: {runs-on: linux, ${steps}}}`))
  const told = async () => {
    const task = (await one.next())!
    await finish(one, task.id)
    return [task.context.ref, task.context.ref_protected]
  }
  assert.deepEqual(await told(), ['refs/heads/main', false])
  await w.as(alice).post('/repos/alice/demo/branch_protections', { rule_name: 'm*' }).gives(201)
  await w.as(alice).post('/repos/alice/demo/tag_protections', { name_pattern: 'v*', whitelist_usernames: ['alice'] }).gives(201)
  await commit(w, 'alice/demo', { x: '1' })
  assert.deepEqual(await told(), ['refs/heads/main', true])
  for (const [tag_name, expected] of [['v1', true], ['w1', false]] as const) {
    await w.as(alice).post('/repos/alice/demo/tags', { tag_name }).gives(201)
    assert.deepEqual(await told(), [`refs/tags/${tag_name}`, expected])
  }
})
