import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { scenario } from '../../test/kit/world.ts'
import { commit, runner, workflow } from './testbed.ts'
import { Result } from './protocol/runner_pb.ts'

const MEDIA = 'application/vnd.git-lfs+json'
const speaks = { accept: MEDIA, 'content-type': MEDIA }

scenario('lfsBatch, lfsDownload, lfsUpload: a job reaches large files of its repository by its own token, while it runs', async (w) => {
  const alice = await w.user('alice')
  for (const name of ['demo', 'other']) await w.repo(alice, name, { private: true })
  const oid = createHash('sha256').update('bytes').digest('hex')
  for (const name of ['demo', 'other']) await w.as(alice).put(`//alice/${name}.git/info/lfs/objects/${oid}/5`, 'bytes').gives(200)
  await commit(w, 'alice/demo', workflow('on: push\npermissions: {contents: read}\njobs: {a: {runs-on: linux, steps: [{run: "true"}]}}\n'))
  const { token } = (await w.as(alice).post('/repos/alice/demo/actions/runners/registration-token')).body
  const one = await runner(w, token)
  const task = (await one.next())!
  const authorization = `Basic ${Buffer.from(`x-access-token:${task.secrets.GITHUB_TOKEN}`).toString('base64')}`
  const job = w.as(null, { headers: { authorization } })
  const ask = (repo: string, operation: string) => job.post(`//alice/${repo}.git/info/lfs/objects/batch`, JSON.stringify({ operation, objects: [{ oid, size: 5 }] }), speaks)
  const { actions } = (await ask('demo', 'download').gives(200)).body.objects[0]
  assert.equal(actions.download.header.Authorization, authorization)
  const path = `//alice/demo.git/info/lfs/objects/${oid}`
  await job.get(path).gives(200)
  await ask('demo', 'upload').gives(403)
  await job.put(`${path}/5`, 'bytes').gives(403)
  await ask('other', 'download').gives(404)
  await one.updateTask({ state: { id: task.id, result: Result.SUCCESS } })
  await job.get(path).gives(401)
})
