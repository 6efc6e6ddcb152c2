import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { Result } from '../protocol/runner_pb.ts'
import { commit, runner, workflow } from '../testbed.ts'

const file = `name: Build <b>
on:
  push:
  workflow_dispatch:
    inputs:
      stage: { type: choice, options: [test, live], default: test, description: Where to }
      loud: { type: boolean }
jobs:
  first:
    runs-on: linux
    steps: [{ run: echo hello }]
  second:
    needs: first
    runs-on: linux
    steps: [{ run: echo bye }]
`

scenario('runsPage, runPage, jobPage: a run with its jobs, its log and what can be done to it', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one')
  await commit(w, 'ada/one', workflow(file), { message: 'Begin <script>alert(1)</script>\n' })
  await w.settled()
  const [browser, other] = [await w.browsing(ada), await w.browsing(bob)]
  const list = (await w.anonymous.get('//ada/one/actions').gives(200)).text
  assert.match(list, /Begin &lt;script&gt;/)
  const run = new URL(/href="([^"]+\/actions\/runs\/\d+)"/.exec(list)![1]).pathname
  const page = (await w.anonymous.get(`/${run}`).gives(200).header('refresh', '5')).text
  assert.match(page, /<svg[^>]*>.*first.*second/s)
  assert.doesNotMatch(page, /name="state"|\/cancel/)
  const job = new URL(/href="([^"]+\/jobs\/\d+)"/.exec(page)![1]).pathname
  const waits = async (says: RegExp) => {
    for (const path of [run, job, `${job}?part=steps`]) assert.match((await w.anonymous.get(`/${path}`).gives(200)).text, says)
  }
  assert.match((await w.anonymous.get(`/${job}`).gives(200)).text, /Waiting for a runner/)
  await waits(/No runner here has the labels <span[^>]*>linux/)
  const secondary = (await w.as(ada).post('/repos/ada/one/actions/runners/registration-token').gives(200)).body.token
  await runner(w, secondary, { labels: ['windows'] })
  await waits(/No runner here has the labels <span[^>]*>linux/)

  const { token } = (await w.as(ada).post('/repos/ada/one/actions/runners/registration-token').gives(200)).body
  const worker = await runner(w, token)
  for (const path of [run, job]) assert.doesNotMatch((await w.anonymous.get(`/${path}`).gives(200)).text, /No runner|are away/)
  w.later(3600)
  await waits(/The runners with <span[^>]*>linux[^]*are away/)
  const task = (await worker.next())!
  const rows = ['\u001b[31mred <b>\u001b[0m', '::group::Inside', 'hidden line', '::endgroup::', '::error::it broke'].map((content, i) => ({ time: { seconds: BigInt(w.cx.now() + i), nanos: 0 }, content }))
  await worker.updateLog({ taskId: task.id, index: 0n, rows, noMore: true })
  await worker.updateTask({ state: { id: task.id, result: Result.FAILURE, startedAt: { seconds: BigInt(w.cx.now()), nanos: 0 }, stoppedAt: { seconds: BigInt(w.cx.now() + 5), nanos: 0 }, steps: [{ id: 0n, result: Result.FAILURE, logIndex: 0n, logLength: 5n, startedAt: { seconds: BigInt(w.cx.now()), nanos: 0 }, stoppedAt: { seconds: BigInt(w.cx.now() + 5), nanos: 0 } }] } })
  await w.settled()
  const log = (await w.anonymous.get(`/${job}`).gives(200)).text
  assert.match(log, /<span class="ansi-fg1">red &lt;b&gt;<\/span>/)
  assert.match(log, /<summary>Inside<\/summary><ol><li id="step-\d+-3">/)
  assert.match(log, /class="t log-error">it broke/)
  assert.match((await w.anonymous.get(`/${job}/logs`).gives(200).header('content-type', /text\/plain/)).text, /hidden line/)
  await w.anonymous.get(`/${job}?part=steps`).gives(200).header('x-live', 'false')
  await w.anonymous.get(`/${run.replace(/\d+$/, '999')}`).gives(404)
  await w.anonymous.get(`/${job.replace(/runs\/\d+/, 'runs/999')}`).gives(404)

  await other.post(`/${run}/rerun`).gives(403)
  await browser.post(`/${run}/rerun`).gives(303)
  assert.match((await browser.get(`/${run}`)).text, /attempt=1/)
  await browser.post(`/${run}/cancel`).gives(303)
  await browser.post(`/${run}/delete`).gives(303).header('location', /\/actions$/)
  await browser.get(`/${run}`).gives(404)
})

scenario('dispatchPage: asks for what the workflow asks for', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one')
  await commit(w, 'ada/one', { ...workflow(file), ...workflow('on: push\njobs: {a: {runs-on: linux, steps: [{run: x}]}}\n', 'plain.yml') })
  await w.settled()
  const [browser, other] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//ada/one/actions/workflows/build.yml'
  assert.match((await browser.get(`${at}/run`).gives(200)).text, /Where to.*<option value="live"/s)
  assert.match((await browser.get('//ada/one/actions/workflows/plain.yml/run').gives(200)).text, /cannot be started by hand/)
  await other.get(`${at}/run`).gives(403)
  await browser.get('//ada/one/actions/workflows/none.yml/run').gives(404)
  await browser.post(`${at}/run`, { ref: '', input_stage: 'live' }).gives(422)
  await browser.post(`${at}/run`, { ref: 'main', input_stage: 'live', input_loud: 'true' }).gives(303).header('location', /\/actions\/runs\/\d+$/)
  await browser.post(`${at}/disable`).gives(303)
  assert.match((await browser.get('//ada/one/actions?workflow=build.yml').gives(200)).text, /\(Off\)/)
  await browser.post(`${at}/enable`).gives(303)
})

scenario('pages of actions are hidden with their repository', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'secret', { private: true })
  const other = await w.browsing(bob)
  for (const path of ['', '/runs/1', '/runs/1/jobs/1', '/runs/1/jobs/1/logs', '/workflows/x/run']) await other.get(`//ada/secret/actions${path}`).gives(404)
})

scenario('runsPage: a run of a pull request is named by its workflow and leads to the pull request', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'one')
  await commit(w, 'ada/one', workflow('name: Check all\non: [pull_request]\njobs:\n  a:\n    runs-on: linux\n    steps: [{ run: echo }]\n'), { message: 'Begin\n' })
  await w.as(ada).post('/repos/ada/one/contents/f.txt', { content: Buffer.from('f\n').toString('base64'), new_branch: 'side', message: 'add f' }).gives(201)
  await w.as(ada).post('/repos/ada/one/pulls', { head: 'side', base: 'main', title: 'Work' }).gives(201)
  await w.settled()
  const list = (await w.anonymous.get('//ada/one/actions').gives(200)).text
  assert.match(list, /<bdi>Check all<\/bdi> #1<\/span>/)
  assert.match(list, /<a class="badge" href="[^"]*\/ada\/one\/pulls\/1">/)
})

scenario('adminRuns: runs of every repository, for administrators', async (w) => {
  const [root, ada] = [await w.user('root', { admin: true }), await w.user('ada')]
  await w.repo(ada, 'one', { private: true })
  await commit(w, 'ada/one', workflow(file))
  await w.settled()
  const admin = await w.browsing(root)
  assert.match((await admin.get('//-/admin/actions/runs').gives(200)).text, /ada\/one/)
  assert.doesNotMatch((await admin.get('//-/admin/actions/runs?status=success').gives(200)).text, /ada\/one/)
  await admin.get('//-/admin/actions/runs?q=nobody').gives(200)
  await (await w.browsing(ada)).get('//-/admin/actions/runs').gives(403)
  await w.anonymous.get('//-/admin/actions/runs').gives(303)
})
