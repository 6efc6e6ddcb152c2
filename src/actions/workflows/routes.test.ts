import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { commit, runner, workflow } from '../testbed.ts'

const at = '/repos/alice/demo/actions/workflows'
const manual = `
name: by hand
on:
  workflow_dispatch:
    inputs: {deep: {type: boolean, default: false}, where: {default: here}}
jobs: {go: {runs-on: linux, if: inputs.deep, steps: [{run: "echo \${{ inputs.where }}"}]}}
`

scenario('listReposActionsWorkflows, getReposActionsWorkflowsByWorkflowId: files of the first folder on the default branch', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.as(alice).get(at).gives(200, { workflows: [], total_count: 0 })
  await commit(w, 'alice/demo', { ...workflow(manual), ...workflow('nonsense: [', 'sub/broken.yaml'), '.github/workflows/other.yml': manual, '.gitea/workflows/notes.txt': 'x' })
  const base = (await w.as(alice).get('/repos/alice/demo')).body
  await w.as(alice).get(at).gives(200, { total_count: 2, workflows: [
    { id: 'build.yml', name: 'by hand', path: '.gitea/workflows/build.yml', state: 'active', url: `${base.url}/actions/workflows/build.yml`, html_url: `${base.html_url}/src/branch/main/.gitea/workflows/build.yml`,
      badge_url: `${base.html_url}/actions/workflows/build.yml/badge.svg?branch=main`, deleted_at: '0001-01-01T00:00:00Z' },
    { id: 'sub/broken.yaml', name: 'sub/broken.yaml' },
  ] })
  await w.as(alice).get(`${at}/build.yml`).gives(200, { name: 'by hand' })
  await w.as(alice).get(`${at}/sub%2Fbroken.yaml`).gives(200)
  await w.as(alice).get(`${at}/other.yml`).gives(404).empty()
  await w.anonymous.get(at).gives(401)
  await w.as(bob).get(at).gives(200)
  await w.as(bob).put(`${at}/build.yml/disable`).gives(403)
})

scenario('createReposActionsWorkflowsDispatchesByWorkflowId, putReposActionsWorkflowsEnableByWorkflowId, putReposActionsWorkflowsDisableByWorkflowId, listReposActionsWorkflowsRunsByWorkflowId: a start by hand', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', { ...workflow(manual), ...workflow('on: push\njobs: {a: {runs-on: none, steps: [{run: ls}]}}', 'push.yml') })
  const post = (body: unknown, id = 'build.yml', query = '') => w.as(alice).post(`${at}/${id}/dispatches${query}`, body)
  await w.anonymous.post(`${at}/build.yml/dispatches`, { ref: 'main' }).gives(401)
  await w.as(bob).post(`${at}/build.yml/dispatches`, { ref: 'main' }).gives(403).emits()
  await post({}).gives(422).says('[Ref]: Required')
  await post({ ref: 'main', inputs: { deep: true } }).gives(422)
  await post({ ref: 'side' }).gives(404).emits()
  await post({ ref: 'main' }, 'missing.yml').gives(404)
  await post({ ref: 'main' }, 'push.yml').gives(422).says('workflow_dispatch')
  await post({ ref: 'main', inputs: { deep: 'yes', unknown: 'x' } }).gives(204).empty().emits('run.changed', 'job.changed')
  const { body } = await post({ ref: 'refs/heads/main' }, 'build.yml', '?return_run_details=true').gives(200)
  await w.as(alice).get(`/repos/alice/demo/actions/runs/${body.workflow_run_id}`).gives(200, { event: 'workflow_dispatch', url: body.run_url, html_url: body.html_url })
  await w.as(alice).get(`${at}/build.yml/runs`).gives(200, { total_count: 2 })
  await w.as(alice).get(`${at}/missing.yml/runs`).gives(404)
  const { token } = (await w.as(alice).post('/repos/alice/demo/actions/runners/registration-token')).body
  const task = (await (await runner(w, token)).next())!
  assert.deepEqual(task.context.event.inputs, { deep: 'true', where: 'here' })
  assert.deepEqual([task.context.event_name, task.context.ref, task.context.ref_name, task.context.repository, task.context.workflow], ['workflow_dispatch', 'refs/heads/main', 'main', 'alice/demo', 'build.yml'])
  await w.as(alice).put(`${at}/build.yml/disable`).gives(204).empty()
  await w.as(alice).put(`${at}/build.yml/disable`).gives(204)
  await w.as(alice).get(`${at}/build.yml`).gives(200, { state: 'disabled_manually' })
  await post({ ref: 'main' }).gives(403).emits()
  await w.as(alice).put(`${at}/build.yml/enable`).gives(204)
  await post({ ref: 'main' }).gives(204)
  await w.as(alice).put(`${at}/missing.yml/enable`).gives(404)
})

scenario('showWorkflowBadge: how a workflow went last, on a branch and of an event', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const badge = async (query = '', file = 'push.yml', who: typeof alice | null = null) => (await w.as(who).get(`//alice/demo/actions/workflows/${file}/badge.svg${query}`).gives(200).header('content-type', 'image/svg+xml').header('cache-control', 'no-cache')).text
  await commit(w, 'alice/demo', { ...workflow(manual, 'sub/hand.yml'), ...workflow('name: <b> & co\non: push\njobs: {a: {runs-on: none, steps: [{run: ls}]}}', 'push.yml') })
  await w.settled()
  const waiting = await badge()
  assert.match(waiting, /aria-label="&#60;b&#62; &#38; co: waiting"/)
  assert.doesNotMatch(waiting, /<b>/)
  assert.match(await badge('', 'sub/hand.yml'), /: no status"/)
  assert.match(await badge('?branch=other'), /: no status"/)
  assert.match(await badge('?event=schedule'), /: no status"/)
  assert.match(await badge('?event=push&branch=main'), /: waiting"/)
  await w.cx.db.updateTable('run').set({ status: 'success' }).execute()
  assert.match(await badge(), /: success"/)
  for (const path of ['nothing.yml/badge.svg', 'badge.svg', 'push.yml', 'push.yml/badge.png']) await w.anonymous.get(`//alice/demo/actions/workflows/${path}`).gives(404)
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  await w.anonymous.get('//alice/demo/actions/workflows/push.yml/badge.svg').gives(404)
  await w.as(bob).get('//alice/demo/actions/workflows/push.yml/badge.svg').gives(404)
  assert.match(await badge('', 'push.yml', alice), /: success"/)
})
