import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'
import { scenario } from '../../../test/kit/world.ts'
import { commit, runner, workflow } from '../testbed.ts'

/** name → text, read by the directory at the end, as unpackers do */
function unzipped(file: Buffer): Record<string, string> {
  const end = file.length - 22
  assert.equal(file.readUInt32LE(end), 0x06054b50)
  const found: Record<string, string> = {}
  for (let at = file.readUInt32LE(end + 16), left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [size, length, local] = [file.readUInt32LE(at + 20), file.readUInt16LE(at + 28), file.readUInt32LE(at + 42)]
    const start = local + 30 + file.readUInt16LE(local + 26)
    const content = inflateRawSync(file.subarray(start, start + size))
    assert.equal(crc32(content), file.readUInt32LE(at + 16))
    found[file.toString('utf8', at + 46, at + 46 + length)] = content.toString()
    at += 46 + length
  }
  return found
}

scenario('listReposActionsTasks, getReposActionsRunsLogsByRun: what runners were given, and what they said', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'hidden', { private: true })
  const { token } = (await w.as(alice).post('/repos/alice/demo/actions/runners/registration-token').gives(200)).body
  const one = await runner(w, token)
  const sha = await commit(w, 'alice/demo', workflow('on: push\njobs: {a: {runs-on: linux, steps: [{run: ls}]}, b: {runs-on: linux, steps: [{run: ls}]}}'))
  const [run] = (await w.as(alice).get('/repos/alice/demo/actions/runs').gives(200)).body.workflow_runs
  const logs = `/repos/alice/demo/actions/runs/${run.id}/logs`
  await w.anonymous.get('/repos/alice/demo/actions/tasks').gives(200, { workflow_runs: [], total_count: 0 })
  await w.as(alice).get(logs).gives(404).empty()

  const ids = [(await one.next())!.id, (await one.next())!.id]
  for (const [i, id] of ids.entries()) await one.updateLog({ taskId: id, index: 0n, rows: [{ content: `said ${i} é` }], noMore: i === 0 })
  await w.settled()
  await w.anonymous.get('/repos/alice/demo/actions/tasks')
    .gives(200, { total_count: 2, workflow_runs: [{ id: Number(ids[1]), name: 'b', status: 'running', head_sha: sha, head_branch: 'main', event: 'push', workflow_id: 'build.yml', run_number: 1, url: run.html_url }, { id: Number(ids[0]), name: 'a' }] })
    .header('x-total-count', '2')
  await w.anonymous.get('/repos/alice/demo/actions/tasks?limit=1&page=2').gives(200, { workflow_runs: [{ name: 'a' }] }).header('link', /rel="prev"/)
  await w.as(bob).get('/repos/alice/hidden/actions/tasks').gives(404)

  const root = await w.listening()
  const answer = await fetch(`${root}/api/v1${logs}`, { headers: { authorization: `Basic ${Buffer.from(`alice:${alice.password}`).toString('base64')}` } })
  assert.equal(answer.headers.get('content-type'), 'application/zip')
  assert.equal(answer.headers.get('content-disposition'), `attachment; filename="build-run-${run.id}-logs.zip"`)
  const files = unzipped(Buffer.from(await answer.arrayBuffer()))
  assert.deepEqual(Object.keys(files), [`build-a-${ids[0]}.log`, `build-b-${ids[1]}.log`])
  assert.match(files[`build-b-${ids[1]}.log`], /said 1 é\n$/)
  await w.anonymous.get(logs).gives(401)
  await w.as(alice).get('/repos/alice/demo/actions/runs/999/logs').gives(404)
  await w.as(alice).get(`/repos/alice/hidden/actions/runs/${run.id}/logs`).gives(404)
})
