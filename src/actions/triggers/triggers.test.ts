import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { commit, workflow } from '../testbed.ts'

const on = (text: string) => `on: ${text}\njobs: {a: {runs-on: linux, steps: [{run: ls}]}}\n`
const events = async (w: World, who: Person, repo = 'alice/demo') => (await w.as(who).get(`/repos/${repo}/actions/runs`).gives(200)).body.workflow_runs.map((one: any) => `${one.event} ${one.path}`)

scenario('pushes: branches, tags, paths, skip words and broken files', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', {
    ...workflow(on('push'), 'all.yml'), ...workflow(on('{push: {paths: [src/**]}}'), 'paths.yml'), ...workflow(on('{push: {branches: [side]}}'), 'side.yml'), ...workflow('on: [', 'broken.yml'), ...workflow(on('[create, delete]'), 'refs.yml'),
  })
  assert.deepEqual(await events(w, alice), ['create refs.yml@refs/heads/main', 'push all.yml@refs/heads/main'])
  await commit(w, 'alice/demo', { 'src/x': '1' }, { branch: 'side', from: 'main' })
  assert.deepEqual((await events(w, alice)).slice(0, 4).sort(), ['create refs.yml@refs/heads/side', 'push all.yml@refs/heads/side', 'push paths.yml@refs/heads/side', 'push side.yml@refs/heads/side'])
  await commit(w, 'alice/demo', { 'src/y': '1' }, { message: 'quiet [skip ci]' })
  await commit(w, 'alice/demo', { 'docs/y': '1' })
  assert.deepEqual((await events(w, alice)).length, 7)
  const statuses = await w.cx.db.selectFrom('commit_status').select(['context', 'state', 'description']).orderBy('id', 'desc').limit(1).execute()
  assert.deepEqual(statuses, [{ context: 'all.yml / a (push)', state: 'pending', description: 'Waiting to run' }])
})

scenario('nothing starts where actions are off, and the bot starts nothing', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', workflow(on('push')), { by: 'gitea-actions' })
  assert.deepEqual(await events(w, alice), [])
  await w.cx.db.updateTable('repo').set({ has_actions: false }).execute()
  await commit(w, 'alice/demo', { a: '1' })
  assert.equal((await w.cx.db.selectFrom('run').select('id').execute()).length, 0)
})

scenario('pull requests start workflows of their head and, for pull_request_target, of the base', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', { ...workflow(on('pull_request'), 'head.yml'), ...workflow(on('pull_request_target'), 'base.yml'), ...workflow(on('issue_comment'), 'talk.yml'), ...workflow(on('{pull_request: {types: [closed]}}'), 'closed.yml') })
  await commit(w, 'alice/demo', { 'x': '1' }, { branch: 'topic', from: 'main' })
  const pull = (await w.as(alice).post('/repos/alice/demo/pulls', { title: 'T', head: 'topic', base: 'main' }).gives(201)).body
  assert.deepEqual((await events(w, alice)).sort(), ['pull_request head.yml@refs/pull/1/head', 'pull_request_target base.yml@refs/pull/1/head'])
  const list = (await w.as(alice).get('/repos/alice/demo/actions/runs')).body.workflow_runs
  assert.deepEqual(list[0].pull_requests.map((one: any) => [one.number, one.head.ref, one.base.ref]), [[1, 'topic', 'main']])
  assert.equal(list[0].head_branch, undefined)
  await w.as(alice).post(`/repos/alice/demo/issues/${pull.number}/comments`, { body: 'hi' }).gives(201)
  assert.equal((await events(w, alice))[0], 'issue_comment talk.yml@refs/heads/main')
  await w.as(alice).patch(`/repos/alice/demo/pulls/${pull.number}`, { state: 'closed' }).gives(201)
  assert.equal((await events(w, alice))[0], 'pull_request closed.yml@refs/pull/1/head')
  // a stranger's fork waits for somebody who may write
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  await w.settled()
  await commit(w, 'bob/demo', { y: '1' }, { branch: 'mine', from: 'main', by: 'bob' })
  await w.as(bob).post('/repos/alice/demo/pulls', { title: 'F', head: 'bob:mine', base: 'main' }).gives(201)
  const forked = (await w.as(alice).get('/repos/alice/demo/actions/runs')).body.workflow_runs.filter((one: any) => one.actor.login === 'bob')
  assert.deepEqual(forked.map((one: any) => [one.event, one.status]).sort(), [['pull_request', 'waiting'], ['pull_request_target', 'queued']])
  const held = forked.find((one: any) => one.event === 'pull_request')
  await w.as(bob).post(`/repos/alice/demo/actions/runs/${held.id}/approve`).gives(403)
  await w.as(alice).post(`/repos/alice/demo/actions/runs/${held.id}/approve`).gives(200, { status: 'queued' })
  await w.as(alice).post(`/repos/alice/demo/actions/runs/${held.id}/approve`).gives(200)
})

scenario('pages of a wiki', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', workflow(on('gollum'), 'wiki.yml'))
  const page = '/repos/alice/demo/wiki/page/Home'
  for (const done of [() => w.as(alice).post('/repos/alice/demo/wiki/new', { title: 'Home' }).gives(201), () => w.as(alice).patch(page, { title: 'Home', content_base64: 'eA==' }).gives(200), () => w.as(alice).delete(page).gives(204)]) await done()
  await w.settled()
  assert.deepEqual(await events(w, alice), Array(3).fill('gollum wiki.yml@refs/heads/main'))
})

scenario('issues, and runs that follow runs', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', { ...workflow('name: issues\n' + on('{issues: {types: [opened]}}'), 'issues.yml'), ...workflow(on('{workflow_run: {workflows: [issues], types: [requested]}}'), 'after.yml') })
  const issue = (await w.as(alice).post('/repos/alice/demo/issues', { title: 'T' }).gives(201)).body
  await w.settled()
  assert.deepEqual(await events(w, alice), ['workflow_run after.yml@refs/heads/main', 'issues issues.yml@refs/heads/main'])
  await w.as(alice).patch(`/repos/alice/demo/issues/${issue.number}`, { state: 'closed' }).gives(201)
  await w.settled()
  assert.equal((await events(w, alice)).length, 2)
})

scenario('timetables of the default branch start runs, once each', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', workflow(on('{schedule: [{cron: "@hourly"}, {cron: "0 0 1 1 *"}]}')))
  await commit(w, 'alice/demo', workflow(on('{schedule: [{cron: "* * * * *"}]}')), { branch: 'side', from: 'main' })
  assert.equal((await w.cx.db.selectFrom('schedule').selectAll().execute()).length, 2)
  await w.cx.jobs.runCron(w.cx, 'start_schedule_tasks')
  assert.deepEqual(await events(w, alice), [])
  w.later(3601)
  await w.cx.jobs.runCron(w.cx, 'start_schedule_tasks')
  await w.cx.jobs.runCron(w.cx, 'start_schedule_tasks')
  assert.deepEqual(await events(w, alice), ['schedule build.yml@refs/heads/main'])
  await w.as(alice).get('/repos/alice/demo/actions/runs').gives(200, { workflow_runs: [{ actor: { id: -2, login: 'gitea-actions', type: 'Bot' } }] })
  await commit(w, 'alice/demo', workflow(on('push')))
  assert.equal((await w.cx.db.selectFrom('schedule').selectAll().execute()).length, 0)
})

scenario('a required check whose workflow is filtered out is skipped, so that nobody waits for it', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await w.as(alice).post('/repos/alice/demo/branch_protections', { rule_name: 'main', enable_status_check: true, status_check_contexts: ['docs.yml / *'] }).gives(201)
  const sha = await commit(w, 'alice/demo', { ...workflow(on('{push: {paths: [docs/**]}}'), 'docs.yml'), ...workflow(on('{push: {branches: [side]}}'), 'side.yml') })
  const found = async (id: string) => (await w.as(alice).get(`/repos/alice/demo/statuses/${id}`).gives(200)).body.map((one: any) => [one.context, one.status, one.description, one.target_url])
  assert.deepEqual(await found(sha), [['docs.yml / a (push)', 'skipped', 'Skipped', '']])
  assert.deepEqual((await found(await commit(w, 'alice/demo', { 'docs/a': '1' }))).map((one: string[]) => one.slice(0, 2)), [['docs.yml / a (push)', 'pending']])
  await w.as(alice).delete('/repos/alice/demo/branch_protections/main').gives(204)
  assert.deepEqual(await found(await commit(w, 'alice/demo', { x: '1' })), [])
})
