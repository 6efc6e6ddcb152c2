import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { findRepo } from '../../access/index.ts'
import { Result } from '../protocol/runner_pb.ts'
import { commit, runner, workflow } from '../testbed.ts'
import { folderOf } from './verbs.ts'

const service = '//twirp/github.actions.results.api.v1.ArtifactService'
const artifacts = '/repos/alice/demo/actions/artifacts'
const two = 'on: push\njobs:\n  one: {runs-on: linux, steps: [{run: ls}]}\n  two: {needs: one, runs-on: linux, steps: [{run: ls}]}\n'
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
/** an address of this server as the kit takes it */
const local = (address: string) => `/${address.slice(address.indexOf('/', 8))}`
const block = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'))
const listOf = (...names: string[]) => `<?xml version="1.0"?><BlockList>${names.map((one) => `<Latest>${Buffer.from(one).toString('base64')}</Latest>`).join('')}</BlockList>`

/** A job that is under way, and its calls. */
async function working(w: World, alice: Person, bench?: Awaited<ReturnType<typeof runner>>) {
  const on = bench ?? (await runner(w, (await w.as(alice).post('/user/actions/runners/registration-token').gives(200)).body.token))
  const task = (await on.next())!
  const { gitea_runtime_token: token, run_id: run } = task.context
  const call = (method: string, message: object, by = token) => w.anonymous.post(`${service}/${method}`, { workflow_run_backend_id: run, workflow_job_run_backend_id: '1', ...message }, { authorization: `Bearer ${by}` })
  const opened = async (name: string, more: object = {}) => local((await call('CreateArtifact', { name, version: 4, ...more }).gives(200, { ok: true })).body.signedUploadUrl)
  const send = (to: string, query: string, body: string) => w.anonymous.put(`${to}&${query}`, body, { 'content-type': 'application/octet-stream' })
  const whole = async (name: string, text: string, more: object = {}): Promise<number> => {
    await send(await opened(name, more), 'comp=appendBlock', text).gives(201)
    return Number((await call('FinalizeArtifact', { name, size: String(text.length) }).gives(200)).body.artifactId)
  }
  const end = (result: Result) => on.updateTask({ state: { id: task.id, result, steps: [] } })
  return { on, task, run: Number(run), token: token as string, call, opened, send, whole, end }
}

async function stored(w: World): Promise<string[]> {
  const { storage } = (await findRepo(w.cx.db, 'alice', 'demo'))!
  const keys: string[] = []
  for await (const { key } of w.cx.blobs.list(folderOf(storage))) keys.push(key)
  return keys
}

async function demo(w: World, more: object = {}): Promise<Person> {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', more)
  await commit(w, 'alice/demo', workflow(two))
  return alice
}

scenario('artifactCall, artifactUpload, artifactDownload: a job uploads by blocks and downloads what it uploaded', async (w) => {
  const alice = await demo(w)
  const job = await working(w, alice)
  const to = await job.opened('logs')
  await job.send(to, `comp=block&blockid=${block('b')}`, 'world').gives(201, 'appended')
  await job.send(to, `comp=block&blockid=${block('a')}`, 'wrong').gives(201)
  await job.send(to, `comp=block&blockid=${block('a')}`, 'hello ').gives(201)
  await w.as(alice).get(artifacts).gives(200, { total_count: 0, artifacts: [] })
  await job.call('FinalizeArtifact', { name: 'logs', size: '11' }).gives(400).says('list of blocks')
  await job.send(to, 'comp=blocklist', listOf('a', 'c')).gives(201, 'created')
  await job.call('FinalizeArtifact', { name: 'logs', size: '11' }).gives(400).says('missing')
  await job.send(to, 'comp=blocklist', listOf('b', 'b')).gives(201)
  await job.call('FinalizeArtifact', { name: 'logs', size: '10' }).gives(400).says('twice')
  for (const wrong of [{ size: '12' }, { size: '10' }, { size: '11', hash: sha256('hello there') }]) {
    await job.send(to, 'comp=blocklist', listOf('a', 'b')).gives(201)
    await job.call('FinalizeArtifact', { name: 'logs', ...wrong }).gives(400).says('promised')
  }
  for (const wrong of [{}, { size: '-1' }, { size: '11', hash: 'md5:12' }]) await job.call('FinalizeArtifact', { name: 'logs', ...wrong }).gives(400)
  await job.call('ListArtifacts', {}).gives(200).header('content-type', /json/)
  await job.call('GetSignedArtifactURL', { name: 'logs' }).gives(404)
  await job.send(to, 'comp=blocklist', listOf('a', 'b')).gives(201)
  const { artifactId } = (await job.call('FinalizeArtifact', { name: 'logs', size: '11', hash: sha256('hello world') }).gives(200, { ok: true })).body
  assert.equal(typeof artifactId, 'string')
  await job.call('FinalizeArtifact', { name: 'logs', size: '11', hash: sha256('hello world') }).gives(200, { artifactId })
  await job.send(to, `comp=block&blockid=${block('d')}`, 'more').gives(404)
  await w.settled()
  assert.equal((await stored(w)).length, 1, 'blocks go when they are joined')

  await job.call('ListArtifacts', { nameFilter: 'logs' }).gives(200, { artifacts: [{ workflowRunBackendId: String(job.run), databaseId: artifactId, name: 'logs', size: '11', digest: sha256('hello world') }] })
  for (const none of [{ name_filter: 'other' }, { id_filter: '999' }]) assert.deepEqual((await job.call('ListArtifacts', none).gives(200)).body, {})
  const from = local((await job.call('GetSignedArtifactURL', { name: 'logs' }, job.task.secrets.GITHUB_TOKEN).gives(200)).body.signedUrl)
  const got = await w.anonymous.get(from).gives(200).header('content-type', 'application/zip').header('content-disposition', /^inline; filename="logs\.zip"/)
  assert.equal(got.text, 'hello world')
  assert.equal((await w.anonymous.get(from, { range: 'bytes=6-' }).gives(206)).text, 'world')

  const next = await job.opened('logs')
  await job.call('GetSignedArtifactURL', { name: 'logs' }).gives(404)
  await job.send(to, 'comp=appendBlock', 'x').gives(201)
  await job.send(next, 'comp=appendBlock', 'y').gives(201)
  await job.call('FinalizeArtifact', { name: 'logs', size: 2, hash: sha256('xy') }).gives(200, { artifactId })
  await job.call('DeleteArtifact', { name: 'logs' }).gives(200, { ok: true, artifactId })
  await job.call('DeleteArtifact', { name: 'logs' }).gives(404)
  await w.anonymous.get(from).gives(404)
  await w.settled()
  assert.deepEqual(await stored(w), [])
})

scenario('artifactCall, artifactUpload, artifactDownload: refused without a token or link of a running job', async (w) => {
  const alice = await demo(w)
  const job = await working(w, alice)
  const message = { workflow_run_backend_id: String(job.run), name: 'x' }
  await w.anonymous.post(`${service}/CreateArtifact`, message).gives(401)
  await w.as(alice).post(`${service}/CreateArtifact`, message).gives(401)
  const [head, claims, tag] = job.token.split('.')
  const forged = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), TaskID: 999 })).toString('base64url')
  for (const token of ['a', '0'.repeat(40), `${head}.${forged}.${tag}`, `${job.token}.`, `${head}.${claims}.`]) await job.call('CreateArtifact', { name: 'x' }, token).gives(401)
  await job.call('CreateArtifact', { name: 'x', workflow_run_backend_id: String(job.run + 1) }).gives(400).says('run-id does not match')
  await w.anonymous.post(`${service}/CreateArtifact`, '{', { authorization: `Bearer ${job.token}` }).gives(400)
  await job.call('toString', {}).gives(404)
  for (const name of ['', 'a/b', '..\\x', 'a"b', 'a\nb', 'x'.repeat(256)]) await job.call('CreateArtifact', { name }).gives(400)
  const to = await job.opened('x')
  await w.anonymous.put(to.replace(/sig=[^&]*/, 'sig=abc') + '&comp=appendBlock', 'x').gives(401)
  await w.anonymous.put(to.replace(/artifactID=\d+/, 'artifactID=999') + '&comp=appendBlock', 'x').gives(401)
  await w.anonymous.get(to.replace('UploadArtifact', 'DownloadArtifact')).gives(401)
  for (const query of ['comp=other', 'comp=block', `comp=block&blockid=..%2F%20x`]) await job.send(to, query, 'x').gives(400)
  await job.send(to, 'comp=blocklist', 'nothing').gives(400)
  await job.send(to, 'comp=appendBlock', '12345678').gives(201)
  await job.send(to, 'comp=appendBlock', '123').gives(413)
  await job.send(to, `comp=block&blockid=${block('a')}`, '12').gives(201)
  await job.send(to, 'comp=appendBlock', '1').gives(413)
  w.later(3601)
  await job.send(to, 'comp=appendBlock', 'x').gives(401)
  w.later(-3601)
  await job.end(Result.SUCCESS)
  await job.send(to, 'comp=appendBlock', 'x').gives(401)
  await job.call('CreateArtifact', { name: 'y' }).gives(401)
}, { max_artifact: '10' })

scenario('listReposActionsArtifacts, listReposActionsRunsArtifactsByRun, getReposActionsArtifactsByArtifactId, getReposActionsArtifactsZipByArtifactId, getReposActionsArtifactsZipRawByArtifactId, deleteReposActionsArtifactsByArtifactId, artifactFile: read by readers, removed by writers', async (w) => {
  const alice = await demo(w)
  const bob = await w.user('bob')
  await w.repo(alice, 'other')
  const job = await working(w, alice)
  const [id, page] = [await job.whole('logs', 'zipped'), await job.whole('page.html', '<script>', { mime_type: 'text/html' })]
  await job.opened('pending')
  const first = { id, name: 'logs', size_in_bytes: 6, expired: false, workflow_run: { id: job.run } }
  const { artifacts: [shown] } = (await w.anonymous.get(artifacts).gives(200, { total_count: 2, artifacts: [first, { id: page }] }).header('x-total-count', undefined).header('link', undefined)).body
  assert.ok(shown.url.endsWith(`${artifacts}/${id}`))
  assert.equal(shown.archive_download_url, `${shown.url}/zip`)
  assert.notEqual(shown.workflow_run.repository_id, 0)
  await w.as(bob).get(`${artifacts}?name=logs`).gives(200, { total_count: 1, artifacts: [{ id }] })
  await w.as(bob).get(`${artifacts}?limit=1&page=2`).gives(200, { total_count: 2, artifacts: [{ id: page }] })
  await w.anonymous.get(`/repos/alice/demo/actions/runs/${job.run}/artifacts`).gives(200, { total_count: 2 })
  await w.anonymous.get('/repos/alice/demo/actions/runs/999/artifacts').gives(200, { total_count: 0, artifacts: [] })
  await w.anonymous.get(`/repos/alice/other/actions/runs/${job.run}/artifacts`).gives(200, { total_count: 0 })
  await w.anonymous.get(`${artifacts}/${id}`).gives(200, { id })
  for (const path of [`${artifacts}/999`, `${artifacts}/${page + 1}`, `/repos/alice/other/actions/artifacts/${id}`]) {
    await w.as(alice).get(path).gives(404).empty()
    await w.as(alice).get(`${path}/zip`).gives(404).empty()
    await w.as(alice).delete(path).gives(404).empty()
  }
  const { location } = (await w.anonymous.get(`${artifacts}/${id}/zip`).gives(302).empty()).headers
  const raw = local(location)
  assert.equal((await w.anonymous.get(raw).gives(200).header('content-type', 'application/zip')).text, 'zipped')
  await w.anonymous.get(raw.replace(`/${id}/`, `/${page}/`)).gives(404)
  await w.anonymous.get(raw.replace('alice/demo', 'alice/other')).gives(404)
  await w.anonymous.get(raw.replace(/sig=[^&]*/, 'sig=x')).gives(404)
  const html = local((await w.anonymous.get(`${artifacts}/${page}/zip`).gives(302)).headers.location)
  await w.anonymous.get(html).gives(200).header('content-type', 'application/octet-stream').header('content-disposition', /^attachment; filename="page\.html"/)
  w.later(3601)
  await w.anonymous.get(raw).gives(401)
  await w.anonymous.delete(`${artifacts}/${id}`).gives(403)
  await w.as(bob).delete(`${artifacts}/${id}`).gives(403).emits()
  await w.as(alice).delete(`${artifacts}/${id}`).gives(204).empty()
  await w.as(alice).get(`${artifacts}/${id}`).gives(404)
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  const browser = await w.browsing(alice)
  const shownAt = `//alice/demo/actions/runs/${job.run}`
  await browser.get(shownAt).gives(200).says(`/actions/runs/${job.run}/artifacts/${page}"`)
  assert.equal((await browser.get(`${shownAt}/artifacts/${page}`).gives(200)).text, '<script>')
  await browser.get(`//alice/other/actions/runs/${job.run}/artifacts/${page}`).gives(404)
  await (await w.browsing(bob)).get(`${shownAt}/artifacts/${page}`).gives(404)
  for (const path of [artifacts, `${artifacts}/${page}`, `${artifacts}/${page}/zip`, `/repos/alice/demo/actions/runs/${job.run}/artifacts`]) {
    await w.as(bob).get(path).gives(404)
    await w.anonymous.get(path).gives(404)
  }
  await w.as(bob).delete(`${artifacts}/${page}`).gives(404)
})

scenario('artifacts expire, and go with their run and their repository', async (w) => {
  const alice = await demo(w)
  const root = await w.user('root', { admin: true })
  const job = await working(w, alice)
  const short = await job.whole('short', 'a', { expires_at: new Date((w.cx.now() + 86400) * 1000).toISOString() })
  const long = await job.whole('long', 'b')
  await job.send(await job.opened('never'), 'comp=appendBlock', 'c').gives(201)
  await w.as(alice).get(`${artifacts}/${short}/zip`).gives(302)
  w.later(2 * 86400)
  await w.as(alice).get(`${artifacts}/${short}`).gives(200, { expired: true })
  await w.as(alice).get(`${artifacts}/${short}/zip`).gives(404)
  await w.settled()
  assert.equal((await stored(w)).length, 3)
  await w.as(root).post('/admin/cron/cleanup_actions').gives(204)
  await w.settled()
  assert.equal((await stored(w)).length, 1)
  await w.as(alice).get(artifacts).gives(200, { artifacts: [{ id: short, expired: true }, { id: long, expired: false }] })
  await w.as(alice).post(`/repos/alice/demo/actions/runs/${job.run}/force-cancel`).gives(200)
  await w.as(alice).delete(`/repos/alice/demo/actions/runs/${job.run}`).gives(204)
  await w.as(alice).get(`${artifacts}/${long}`).gives(404)
  await w.settled()
  assert.deepEqual(await stored(w), [])
  await commit(w, 'alice/demo', { 'a.txt': 'a' })
  await (await working(w, alice, job.on)).whole('last', 'd')
  const { storage } = (await findRepo(w.cx.db, 'alice', 'demo'))!
  await w.as(alice).delete('/repos/alice/demo').gives(204)
  await w.settled()
  for await (const { key } of w.cx.blobs.list(folderOf(storage))) assert.fail(key)
})

scenario('artifactCall: another attempt reads what it continues and writes its own', async (w) => {
  const alice = await demo(w)
  const one = await working(w, alice)
  const first = await one.whole('shared', 'first')
  await one.end(Result.SUCCESS)
  const two = await working(w, alice, one.on)
  await two.call('ListArtifacts', {}).gives(200, { artifacts: [{ databaseId: String(first) }] })
  await two.end(Result.FAILURE)
  const run = `/repos/alice/demo/actions/runs/${one.run}`
  await w.as(alice).post(`${run}/rerun-failed-jobs`).gives(201)
  const again = await working(w, alice, one.on)
  await again.call('ListArtifacts', {}).gives(200, { artifacts: [{ databaseId: String(first) }] })
  await again.call('DeleteArtifact', { name: 'shared' }).gives(404)
  const second = await again.whole('shared', 'second')
  assert.notEqual(second, first)
  await again.call('ListArtifacts', {}).gives(200, { artifacts: [{ databaseId: String(second) }] })
  await again.end(Result.SUCCESS)
  await w.as(alice).post(`${run}/rerun`).gives(201)
  assert.deepEqual((await (await working(w, alice, one.on)).call('ListArtifacts', {}).gives(200)).body, {})
})
