import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { commit, runner, workflow } from '../testbed.ts'
import { Result } from '../protocol/runner_pb.ts'

const two = 'name: build\non: push\njobs:\n  one: {runs-on: linux, steps: [{run: ls}]}\n  two: {needs: one, runs-on: linux, steps: [{run: ls}]}\n'
const runs = '/repos/alice/demo/actions/runs'

scenario('listReposActionsRuns, getReposActionsRunsByRun, listReposActionsRunsJobsByRun, getReposActionsJobsByJobId, listAdminActionsRuns, listAdminActionsJobs: a push starts a run and everybody entitled sees it', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'other', { private: true })
  await commit(w, 'alice/demo', { 'a.txt': 'a' })
  await w.as(alice).get(runs).gives(200, { total_count: 0, workflow_runs: [] })
  const sha = await commit(w, 'alice/demo', workflow(two), { message: 'Add a workflow\n\nbody' })
  const [run] = (await w.as(alice).get(runs).gives(200, { total_count: 1, workflow_runs: [{
    display_title: 'Add a workflow', path: 'build.yml@refs/heads/main', event: 'push', run_attempt: 1, run_number: 1, repository_id: 0, head_sha: sha, head_branch: 'main', status: 'queued', actor: { login: 'alice' },
    trigger_actor: { login: 'alice' }, repository: { full_name: 'alice/demo', permissions: { admin: false, push: false, pull: false } }, pull_requests: [], previous_attempt_url: null, started_at: '1970-01-01T00:00:00Z',
  }] }).header('x-total-count', '1')).body.workflow_runs
  assert.equal(run.conclusion, undefined)
  await w.anonymous.get(runs).gives(401)
  await w.as(bob).get(runs).gives(200, { total_count: 1 })
  await w.anonymous.get(`${runs}/${run.id}`).gives(200, { id: run.id })
  await w.as(alice).get(`/repos/alice/other/actions/runs/${run.id}`).gives(404).empty()
  await w.as(bob).get(`/repos/alice/other/actions/runs`).gives(404)
  const { jobs } = (await w.as(alice).get(`${runs}/${run.id}/jobs`).gives(200, { total_count: 2, jobs: [
    { name: 'one', status: 'queued', labels: ['linux'], run_id: run.id, run_attempt: 1, head_sha: sha, head_branch: 'main', runner_id: 0, steps: [] }, { name: 'two', status: 'waiting' },
  ] }).header('x-total-count', '2')).body
  await w.as(alice).get(`${runs}/0/jobs`).gives(400)
  await w.as(alice).get(`${runs}/999/jobs`).gives(404)
  await w.as(alice).get(`/repos/alice/demo/actions/jobs/${jobs[0].id}`).gives(200, { name: 'one' })
  await w.anonymous.get(`/repos/alice/demo/actions/jobs/${jobs[0].id}`).gives(401)
  await w.as(alice).get(`/repos/alice/other/actions/jobs/${jobs[0].id}`).gives(404).empty()
  await w.as(alice).get(`/repos/alice/demo/actions/jobs/${jobs[0].id}/logs`).gives(404).empty()
  await w.as(root).get('/admin/actions/jobs').gives(200, { total_count: 2 })
  await w.as(root).get('/admin/actions/jobs?status=pending').gives(200, { total_count: 1, jobs: [{ status: 'waiting' }] })
  await w.as(root).get('/admin/actions/jobs?status=queued&status=pending&sort=id&order=desc').gives(200, { jobs: [{ name: 'two' }, { name: 'one' }] })
  await w.as(root).get('/admin/actions/jobs?order=nonsense').gives(200)
  await w.as(root).get('/admin/actions/jobs?sort=id&order=nonsense').gives(422)
  await w.as(root).get('/admin/actions/jobs?sort=name').gives(422)
  await w.as(root).get('/admin/actions/jobs?status=nonsense').gives(400)
  await w.as(alice).get('/admin/actions/jobs').gives(403)
  await w.as(alice).get('/admin/actions/runs').gives(403)
  await w.anonymous.get('/admin/actions/runs').gives(401)
  for (const [query, count] of [['event=push', 1], ['event=issues', 0], ['branch=main', 1], ['branch=side', 0], ['status=queued', 1], ['status=completed', 0], ['actor=alice', 1], ['actor=bob', 0], [`head_sha=${sha}`, 1], ['head_sha=12', 0], ['scoped_workflow_source_repo_id=1', 0]] as const) {
    await w.as(root).get(`/admin/actions/runs?${query}`).gives(200, { total_count: count })
  }
  await w.as(root).get('/admin/actions/runs?actor=nobody').gives(404)
  await w.as(root).get('/admin/actions/runs?status=nonsense').gives(400)
})

scenario('createReposActionsRunsCancelByRun, createReposActionsRunsForceCancelByRun, deleteReposActionsRunsByRun, createReposActionsRunsRerunByRun, createReposActionsRunsRerunFailedJobsByRun, createReposActionsRunsJobsRerunByJobId, createReposActionsRunsApproveByRun, getReposActionsRunsAttemptsByAttempt, listReposActionsRunsAttemptsJobsByAttempt: ending, repeating and removing', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'other')
  await commit(w, 'alice/demo', workflow(two))
  const [{ id }] = (await w.as(alice).get(runs)).body.workflow_runs
  for (const word of ['cancel', 'force-cancel', 'rerun', 'rerun-failed-jobs', 'approve']) {
    await w.anonymous.post(`${runs}/${id}/${word}`).gives(401)
    await w.as(bob).post(`${runs}/${id}/${word}`).gives(403).emits()
    await w.as(alice).post(`/repos/alice/other/actions/runs/${id}/${word}`).gives(404).empty()
    await w.as(alice).post(`${runs}/999/${word}`).gives(404)
  }
  await w.as(alice).post(`${runs}/${id}/rerun`).gives(400)
  await w.as(alice).delete(`${runs}/${id}`).gives(400)
  await w.as(alice).post(`${runs}/${id}/approve`).gives(409)
  await w.as(alice).post(`${runs}/${id}/force-cancel`).gives(200, { status: 'completed', conclusion: 'cancelled' })
    .emits('run.changed', 'job.changed', 'job.changed', 'status.created', 'status.created')
  await w.as(alice).post(`${runs}/${id}/force-cancel`).gives(409).empty()
  await w.as(alice).post(`${runs}/${id}/cancel`).gives(409).empty()
  const old = (await w.as(alice).get(`${runs}/${id}/jobs`)).body.jobs
  await w.as(alice).post(`${runs}/${id}/rerun`).gives(201, { run_attempt: 2, status: 'queued' })
  const again = (await w.as(alice).get(`${runs}/${id}/jobs`).gives(200, { jobs: [{ name: 'one', status: 'queued', run_attempt: 2 }, { name: 'two', status: 'waiting' }] })).body.jobs
  assert.ok(again[0].id > old[1].id)
  await w.as(alice).get(`${runs}/${id}/attempts/1`).gives(200, { run_attempt: 1, conclusion: 'cancelled' })
  await w.as(alice).get(`${runs}/${id}/attempts/1/jobs`).gives(200, { total_count: 2, jobs: [{ id: old[0].id }, { id: old[1].id }] })
  await w.as(alice).get(`${runs}/${id}/attempts/3`).gives(404)
  await w.as(alice).post(`${runs}/${id}/cancel`).gives(200, { conclusion: 'cancelled' })
  await w.as(alice).post(`${runs}/${id}/jobs/${old[0].id}/rerun`).gives(404)
  await w.as(alice).post(`${runs}/${id}/jobs/${again[1].id}/rerun`).gives(201, { name: 'two', run_attempt: 3 })
  await w.as(alice).get(`${runs}/${id}/jobs`).gives(200, { jobs: [{ name: 'one', conclusion: 'cancelled' }, { name: 'two', status: 'completed', conclusion: 'skipped' }] })
  await w.as(alice).post(`${runs}/${id}/rerun-failed-jobs`).gives(201).empty()
  await w.as(alice).post(`${runs}/${id}/cancel`).gives(200)
  await w.as(bob).delete(`${runs}/${id}`).gives(403)
  await w.as(alice).delete(`${runs}/${id}`).gives(204).empty()
  await w.as(alice).get(`${runs}/${id}`).gives(404)
})

scenario('actionsRunnerCall: a runner that understands cancelling is told, and its end counts as cancelled; one that is silent is not waited for', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const { token } = (await w.as(alice).post('/repos/alice/demo/actions/runners/registration-token')).body
  const one = await runner(w, token, { capabilities: ['cancelling'] })
  await commit(w, 'alice/demo', workflow(two))
  const task = (await one.next())!
  assert.equal(await one.next(), undefined)
  const [{ id }] = (await w.as(alice).get(runs).gives(200, { workflow_runs: [{ status: 'in_progress' }] })).body.workflow_runs
  const asJob = w.as(null, { token: task.secrets.GITHUB_TOKEN })
  await asJob.get('/user').gives(200, { id: -2, login: 'gitea-actions' })
  await w.as(alice).post(`${runs}/${id}/cancel`).gives(200, { status: 'in_progress' })
  await asJob.get('/repos/alice/demo').gives(200)
  const told = await one.updateTask({ state: { id: task.id } })
  assert.equal(told.state!.result, Result.CANCELLED)
  assert.equal((await one.updateLog({ taskId: task.id, index: 0n, rows: [{ content: 'last words' }], noMore: true })).ackIndex, 1n)
  const done = await one.updateTask({ state: { id: task.id, result: Result.SUCCESS, steps: [{ id: 0n, result: Result.SUCCESS, logLength: 1n }] } })
  assert.equal(done.state!.result, Result.CANCELLED)
  await w.as(alice).get(`${runs}/${id}`).gives(200, { status: 'completed', conclusion: 'cancelled' })
  await asJob.get('/repos/alice/demo').gives(401)
  await w.as(alice).post(`${runs}/${id}/rerun`).gives(201)
  await one.next()
  w.later(61)
  await w.as(alice).post(`${runs}/${id}/cancel`).gives(200, { status: 'completed', conclusion: 'cancelled' })
})

scenario('listReposActionsJobs, listOrgsActionsRuns, listOrgsActionsJobs, listUserActionsRuns, listUserActionsJobs: owners see what they may read', async (w) => {
  const [alice, bob, eve] = [await w.user('alice'), await w.user('bob'), await w.user('eve')]
  await w.org(alice, 'acme')
  for (const [name, hidden] of [['open', false], ['secret', true]] as const) {
    await w.as(alice).post('/orgs/acme/repos', { name, private: hidden }).gives(201)
    await commit(w, `acme/${name}`, workflow(two), { by: 'alice' })
  }
  await w.repo(alice, 'own')
  await commit(w, 'alice/own', workflow(two))
  const team = (await w.as(alice).post('/orgs/acme/teams', { name: 'readers', permission: 'read', units: ['repo.code'] }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(alice).put(`/teams/${team.id}/repos/acme/secret`).gives(204)
  await w.as(alice).get('/orgs/acme/actions/runs').gives(200, { total_count: 2 }).header('x-total-count', '2')
  await w.as(alice).get('/orgs/acme/actions/jobs').gives(200, { total_count: 4 })
  // bob reads the code of the private one, but not its actions
  await w.as(bob).get('/repos/acme/secret').gives(200)
  await w.as(bob).get('/orgs/acme/actions/runs').gives(200, { total_count: 1, workflow_runs: [{ repository: { name: 'open' } }] })
  await w.as(bob).get('/orgs/acme/actions/jobs').gives(200, { total_count: 2 })
  await w.as(eve).get('/orgs/acme/actions/runs').gives(403)
  await w.anonymous.get('/orgs/acme/actions/jobs').gives(401)
  await w.as(alice).get('/orgs/nothing/actions/runs').gives(404)
  await w.as(alice).get('/user/actions/runs').gives(200, { total_count: 1 })
  await w.as(alice).get('/user/actions/jobs').gives(200, { total_count: 2 })
  await w.as(bob).get('/user/actions/runs').gives(200, { total_count: 0, workflow_runs: [] })
  await w.anonymous.get('/user/actions/runs').gives(401)
  await w.as(alice).get('/repos/alice/own/actions/jobs?status=queued').gives(200, { total_count: 1 })
  await w.anonymous.get('/repos/alice/own/actions/jobs').gives(401)
  await w.as(bob).get('/repos/acme/secret/actions/jobs').gives(403)
})
