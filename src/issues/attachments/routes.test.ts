import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'
const octets = { 'content-type': 'application/octet-stream' }
const multipart = { 'content-type': 'multipart/form-data; boundary=cut' }
const form = (name: string, filename: string, text: string) => ['--cut', `content-disposition: form-data; name="${name}"; filename="${filename}"`, '', text, '--cut--', ''].join('\r\n')

/** An issue of ann's by bob with a comment of bob's, and the same numbers in another repository. */
async function begun(w: World) {
  const [ann, bob, eve] = [await w.user('ann'), await w.user('bob'), await w.user('eve')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'other')
  await w.as(bob).post(at, { title: 'one', body: 'words' }).gives(201)
  await w.as(bob).post(at, { title: 'two' }).gives(201)
  await w.as(ann).post('/repos/ann/other/issues', { title: 'one' }).gives(201)
  const comment = (await w.as(bob).post(`${at}/1/comments`, { body: 'said' }).gives(201)).body.id
  const second = (await w.as(bob).post(`${at}/1/comments`, { body: 'again' }).gives(201)).body.id
  return { ann, bob, eve, comment, second }
}

scenario('createReposIssuesAssetsByIndex, listReposIssuesAssetsByIndex, getReposIssuesAssetsByAttachmentId: files of an issue', async (w) => {
  const { bob, ann } = await begun(w)
  const A = `${at}/1/assets`
  await w.anonymous.get(A).gives(200, [])
  const before = (await w.as(bob).get(`${at}/1`).gives(200)).body.content_version
  const one = (await w.as(bob).post(A, form('attachment', '../up/trace.txt', 'formed'), multipart).gives(201, { name: 'trace.txt', size: 6, download_count: 0 }).emits('issue.edited')).body
  assert.match(one.browser_download_url, new RegExp(`/attachments/${one.uuid}$`))
  await w.as(ann).post(`${A}?name=shot.png`, form('attachment', 'x.bin', 'bytes'), multipart).gives(201, { name: 'shot.png' })
  await w.anonymous.get(A).gives(200, [{ name: 'trace.txt' }, { name: 'shot.png' }])
  await w.anonymous.get(`${A}/${one.id}`).gives(200, one)
  const issue = await w.anonymous.get(`${at}/1`).gives(200, { body: 'words', assets: [{ name: 'trace.txt' }, { name: 'shot.png' }] })
  assert.equal(issue.body.content_version, before + 2)
  assert.equal((await w.anonymous.get(`//attachments/${one.uuid}`).gives(200)).text, 'formed')
  assert.deepEqual((await w.anonymous.get(`${at}/1/timeline`).gives(200)).body.map((entry: { type: string }) => entry.type), ['comment', 'comment'])
})

scenario('editReposIssuesAssetsByAttachmentId, deleteReposIssuesAssetsByAttachmentId, createReposIssuesAssetsByIndex: who may, and what is refused', async (w) => {
  const { ann, bob, eve } = await begun(w)
  const A = `${at}/1/assets`
  for (const [who, status] of [[null, 401], [eve, 403]] as const) await w.as(who).post(`${A}?name=f.txt`, 'x', octets).gives(status).emits()
  await w.as(bob).post(A, 'x', octets).gives(400).says('name').emits()
  await w.as(bob).post(A, form('other', 'f.txt', 'x'), multipart).gives(400).emits()
  await w.as(bob).post(A, '--cut--\r\n', multipart).gives(400)
  await w.as(bob).post(A, form('attachment', 'f.exe', 'x'), multipart).gives(422).says('type').emits()
  await w.as(bob).post(A, form('attachment', 'f.txt', 'x'.repeat(1025)), multipart).gives(413).emits()
  await w.as(bob).post(`${at}/9/assets?name=f.txt`, 'x', octets).gives(404)
  await w.anonymous.get(`${at}/9/assets`).gives(404).empty()
  await w.anonymous.get(A).gives(200, [])

  const { id, uuid } = (await w.as(bob).post(`${A}?name=f.txt`, 'x', octets).gives(201)).body
  await w.as(bob).patch(`${A}/${id}`, { name: 'dir/g.PNG' }).gives(201, { name: 'g.PNG' }).emits()
  await w.as(ann).patch(`${A}/${id}`, {}).gives(201, { name: 'g.PNG' })
  await w.as(ann).patch(`${A}/${id}`, { name: 'g.exe' }).gives(422)
  for (const [who, status] of [[null, 401], [eve, 403]] as const) {
    await w.as(who).patch(`${A}/${id}`, { name: 'x.txt' }).gives(status)
    await w.as(who).delete(`${A}/${id}`).gives(status)
  }
  for (const foreign of [`${at}/2/assets/${id}`, `/repos/ann/other/issues/1/assets/${id}`, `${A}/${id + 100}`]) {
    await w.as(ann).get(foreign).gives(404).empty()
    await w.as(ann).patch(foreign, { name: 'x.txt' }).gives(404)
    await w.as(ann).delete(foreign).gives(404)
  }
  await w.as(ann).patch('/repos/ann/engine', { archived: true }).gives(200)
  await w.as(bob).post(`${A}?name=f.txt`, 'x', octets).gives(423)
  await w.as(bob).patch(`${A}/${id}`, { name: 'x.txt' }).gives(423)
  await w.as(bob).delete(`${A}/${id}`).gives(423)
  await w.as(ann).patch('/repos/ann/engine', { archived: false }).gives(200)
  await w.as(bob).delete(`${A}/${id}`).gives(204).empty()
  await w.as(bob).delete(`${A}/${id}`).gives(404).empty()
  assert.equal(await w.cx.blobs.stat(`attachments/${uuid}`), null)
}, { max_attachment: '1KiB', attachment_types: '.txt,.png' })

scenario('createReposIssuesCommentsAssetsById, listReposIssuesCommentsAssetsById, getReposIssuesCommentsAssetsByAttachmentId: files of a comment', async (w) => {
  const { ann, bob, eve, comment } = await begun(w)
  const C = `${at}/comments/${comment}/assets`
  await w.anonymous.get(C).gives(200, [])
  const one = (await w.as(bob).post(C, form('attachment', 'log.txt', 'lines'), multipart).gives(201, { name: 'log.txt', size: 5 }).emits('comment.edited')).body
  await w.as(ann).post(`${C}?name=b.md`, 'x', octets).gives(201)
  await w.anonymous.get(C).gives(200, [{ name: 'log.txt' }, { name: 'b.md' }])
  await w.anonymous.get(`${C}/${one.id}`).gives(200, one)
  const [first] = (await w.anonymous.get(`${at}/1/comments`).gives(200)).body
  assert.deepEqual([first.body, first.assets.length], ['said', 2])
  await w.anonymous.get(`${at}/1/assets`).gives(200, [])
  for (const [who, status] of [[null, 401], [eve, 403]] as const) await w.as(who).post(`${C}?name=f`, 'x', octets).gives(status).emits()
  await w.as(bob).post(C, 'x', octets).gives(400)
  await w.as(ann).post(`${at}/comments/999/assets?name=f`, 'x', octets).gives(404)
  await w.anonymous.get('/repos/ann/other/issues/comments/' + comment + '/assets').gives(404).empty()
  await w.as(ann).patch('/repos/ann/engine', { private: true }).gives(200)
  await w.as(bob).get(C).gives(404).empty()
  await w.as(bob).get(`//attachments/${one.uuid}`).gives(404)
})

scenario('editReposIssuesCommentsAssetsByAttachmentId, deleteReposIssuesCommentsAssetsByAttachmentId: renaming, removal, foreign ids', async (w) => {
  const { ann, bob, eve, comment, second } = await begun(w)
  const C = `${at}/comments/${comment}/assets`
  const { id, uuid } = (await w.as(bob).post(`${C}?name=f.md`, 'x', octets).gives(201)).body
  await w.as(bob).patch(`${C}/${id}`, { name: 'g.md' }).gives(201, { name: 'g.md' }).emits()
  await w.as(bob).patch(`${C}/${id}`, { name: '..' }).gives(400)
  for (const [who, status] of [[null, 401], [eve, 403]] as const) {
    await w.as(who).patch(`${C}/${id}`, { name: 'x' }).gives(status)
    await w.as(who).delete(`${C}/${id}`).gives(status)
  }
  for (const foreign of [`${at}/comments/${second}/assets/${id}`, `/repos/ann/other/issues/comments/${comment}/assets/${id}`, `${at}/1/assets/${id}`]) {
    await w.as(ann).get(foreign).gives(404)
    await w.as(ann).patch(foreign, { name: 'x' }).gives(404)
    await w.as(ann).delete(foreign).gives(404)
  }
  await w.as(ann).delete(`${C}/${id}`).gives(204).empty().emits()
  await w.as(ann).delete(`${C}/${id}`).gives(404).empty()
  assert.equal(await w.cx.blobs.stat(`attachments/${uuid}`), null)
})

scenario('where attachments are switched off, none are found', async (w) => {
  const { bob, comment } = await begun(w)
  for (const path of [`${at}/1/assets`, `${at}/comments/${comment}/assets`]) {
    await w.as(bob).get(path).gives(404).empty()
    await w.as(bob).post(`${path}?name=f`, 'x', octets).gives(404).emits()
    await w.as(bob).get(`${path}/1`).gives(404)
  }
}, { attachments: 'false' })

scenario('createReposIssuesAssetsByIndex, editReposIssuesAssetsByAttachmentId, createReposIssuesCommentsAssetsById: types that are taken unless the site says otherwise', async (w) => {
  const { bob, comment } = await begun(w)
  for (const path of [`${at}/1/assets`, `${at}/comments/${comment}/assets`]) {
    for (const name of ['run.exe', 'page.html', 'bare', '.txt.sh']) await w.as(bob).post(path, form('attachment', name, 'x'), multipart).gives(422).says('type')
    const { id } = (await w.as(bob).post(path, form('attachment', 'TRACE.TXT', 'x'), multipart).gives(201)).body
    await w.as(bob).patch(`${path}/${id}`, { name: 'trace.exe' }).gives(422)
    await w.as(bob).patch(`${path}/${id}`, { name: 'trace.log' }).gives(201, { name: 'trace.log' })
  }
  const { allowed_types } = (await w.anonymous.get('/settings/attachment').gives(200, { enabled: true })).body
  assert.deepEqual(allowed_types.split(','), w.cx.config.attachment_types)
})

scenario('createReposIssuesAssetsByIndex: every type where the site takes all', async (w) => {
  const { bob } = await begun(w)
  await w.as(bob).post(`${at}/1/assets`, form('attachment', 'run.exe', 'x'), multipart).gives(201)
}, { attachment_types: '*' })
