import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { attachmentStore } from '../../issues/index.ts'
import { downloads } from '../ground/download.ts'

const R = '/repos/alice/demo/releases'
const octets = { 'content-type': 'application/octet-stream' }

async function started(w: World): Promise<{ alice: Person; A: string; draft: string }> {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const work = await workTree(w, alice, 'alice/demo')
  await commit(work, 'a', 'a')
  await git(work, ['push', '-q', 'origin', 'main'])
  const { id } = (await w.as(alice).post(R, { tag_name: 'team/v1' }).gives(201)).body
  const draft = (await w.as(alice).post(R, { tag_name: 'v2', draft: true }).gives(201)).body
  return { alice, A: `${R}/${id}/assets`, draft: `${R}/${draft.id}/assets` }
}
/** the address of a file without its host, as scenarios call what lies outside the API */
const path = (url: string) => `/${new URL(url).pathname}`
const form = (name: string, filename: string, text: string) => ['--cut', `content-disposition: form-data; name="${name}"; filename="${filename}"`, '', text, '--cut--', ''].join('\r\n')
const multipart = { 'content-type': 'multipart/form-data; boundary=cut' }

scenario('createReposReleasesAssetsById, listReposReleasesAssetsById, getReposReleasesAssetsByAttachmentId, releaseDownload: files of a release', async (w) => {
  const { alice, A } = await started(w)
  await w.anonymous.get(A).gives(200, [])
  const one = (await w.as(alice).post(A, form('attachment', '../up\\\\b.bin', 'formed'), multipart).gives(201, { name: 'b.bin', size: 6, download_count: 0 }).emits()).body
  assert.match(one.browser_download_url, new RegExp(`/attachments/${one.uuid}$`))
  await w.as(alice).post(`${A}?name=a.png`, 'bytes', octets).gives(201, { name: 'a.png', size: 5 })
  const listed = await w.anonymous.get(A).gives(200, [{ name: 'a.png' }, { name: 'b.bin' }])
  assert.match(listed.body[1].browser_download_url, /\/alice\/demo\/releases\/download\/team\/v1\/b\.bin$/)
  await w.anonymous.get(A.replace('/assets', '')).gives(200, { assets: [{ name: 'a.png' }, { name: 'b.bin' }] })
  await w.anonymous.get(`${A}/${one.id}`).gives(200, { name: 'b.bin', browser_download_url: one.browser_download_url })

  for (const url of [listed.body[1].browser_download_url, one.browser_download_url]) {
    const got = await w.anonymous.get(path(url)).gives(200).header('content-type', 'application/octet-stream').header('content-disposition', /^attachment; filename="b\.bin"/).header('content-security-policy', /sandbox/)
    assert.equal(got.text, 'formed')
  }
  assert.equal((await w.anonymous.get(path(one.browser_download_url), { range: 'bytes=1-2' }).gives(206)).text, 'or')
  await w.anonymous.get(path(listed.body[0].browser_download_url)).gives(200).header('content-type', 'image/png').header('content-disposition', /^inline/)
  await downloads.flush(w.cx)
  await w.anonymous.get(`${A}/${one.id}`).gives(200, { download_count: 3 })
  await w.anonymous.get('//alice/demo/releases/download/team/v1/none').gives(404)
  await w.anonymous.get('//alice/demo/releases/download/none').gives(404)
  await w.anonymous.get('//attachments/none').gives(404)

  await w.as(alice).post(`${A}?name=b.bin`, 'again', octets).gives(201)
  const twins = await w.anonymous.get(A).gives(200)
  for (const file of twins.body) assert.match(file.browser_download_url, /\/attachments\/[0-9a-f-]+$/)
})

scenario('createReposReleasesAssetsById, editReposReleasesAssetsByAttachmentId, deleteReposReleasesAssetsByAttachmentId: what is refused, renaming, removal', async (w) => {
  const { alice, A, draft } = await started(w)
  const bob = await w.user('bob')
  await w.as(alice).post(A, 'x', octets).gives(400).says('name')
  await w.as(alice).post(A, form('other', 'f', 'x'), multipart).gives(400)
  await w.as(alice).post(A, '--cut--\r\n', multipart).gives(400)
  await w.as(alice).post(`${A}?name=..`, 'x', octets).gives(400)
  await w.as(alice).post(`${A}?name=f`, 'x'.repeat(1025), octets).gives(413)
  await w.as(alice).post(A, form('attachment', 'f', 'x'.repeat(1025)), multipart).gives(413)
  await w.anonymous.post(`${A}?name=f`, 'x', octets).gives(401)
  await w.as(bob).post(`${A}?name=f`, 'x', octets).gives(403)
  await w.as(alice).post(`${R}/99/assets?name=f`, 'x', octets).gives(404)
  await w.anonymous.get(A).gives(200, [])

  const file = (await w.as(alice).post(`${A}?name=f`, 'x', octets).gives(201)).body
  await w.as(alice).patch(`${A}/${file.id}`, { name: 'new/g' }).gives(201, { name: 'g' })
  await w.as(alice).patch(`${A}/${file.id}`, { name: '' }).gives(201, { name: 'g' })
  for (const [who, status] of [[null, 401], [bob, 403]] as const) {
    await w.as(who).patch(`${A}/${file.id}`, { name: 'x' }).gives(status)
    await w.as(who).delete(`${A}/${file.id}`).gives(status)
  }
  await w.as(alice).get(`${draft}/${file.id}`).gives(404).empty()
  await w.as(alice).delete(`${draft}/${file.id}`).gives(404)
  await w.as(alice).patch(`${draft}/${file.id}`, { name: 'x' }).gives(404)
  await w.as(alice).delete(`${A}/${file.id}`).gives(204).empty()
  await w.as(alice).delete(`${A}/${file.id}`).gives(404).empty()
  assert.equal(await w.cx.blobs.stat(`attachments/${file.uuid}`), null)
}, { max_attachment: '1KiB' })

scenario('attachmentDownload: files hide with what they hang on', async (w) => {
  const { alice, A, draft } = await started(w)
  const bob = await w.user('bob')
  const hidden = (await w.as(alice).post(`${draft}?name=f`, 'secret', octets).gives(201)).body
  const shown = (await w.as(alice).post(`${A}?name=f`, 'open', octets).gives(201)).body
  await w.anonymous.get(draft).gives(404)
  await w.anonymous.get(`//attachments/${hidden.uuid}`).gives(404)
  await w.as(bob).get(`//attachments/${hidden.uuid}`).gives(404)
  await w.as(bob).get('//alice/demo/releases/download/v2/f').gives(404)
  assert.equal((await w.as(alice).get(`//attachments/${hidden.uuid}`).gives(200)).text, 'secret')
  const issue = (await w.as(alice).post('/repos/alice/demo/issues', { title: 'i' }).gives(201)).body
  const comment = (await w.as(alice).post(`/repos/alice/demo/issues/${issue.number}/comments`, { body: 'c' }).gives(201)).body
  const on = async (uuid: string, holder: { issue_id?: number; comment_id?: number }) => {
    await w.cx.blobs.put(`attachments/${uuid}`, Buffer.from(uuid))
    await w.cx.write((tx) => attachmentStore.insert(tx, { uuid, repo_id: issue.repository.id, issue_id: null, comment_id: null, release_id: null, uploader_id: alice.id, name: 'f', size: uuid.length, download_count: 0, created_at: 0, ...holder }))
  }
  await on('on-issue', { issue_id: issue.id })
  await on('on-comment', { comment_id: comment.id })
  await on('loose', {})
  for (const uuid of ['on-issue', 'on-comment', shown.uuid]) await w.anonymous.get(`//attachments/${uuid}`).gives(200)
  // attachmentDownloadOld, releaseAttachmentDownloadOld: below their repository, and below no other
  const other = await w.repo(alice, 'other')
  for (const folder of ['attachments', 'releases/attachments']) {
    for (const uuid of ['on-issue', 'on-comment', shown.uuid]) await w.anonymous.get(`//alice/demo/${folder}/${uuid}`).gives(200)
    for (const place of [`alice/${other.name}`, 'alice/none', 'nobody/x']) await w.anonymous.get(`//${place}/${folder}/${shown.uuid}`).gives(404)
    await w.as(bob).get(`//alice/demo/${folder}/${hidden.uuid}`).gives(404)
    await w.as(bob).get(`//alice/demo/${folder}/loose`).gives(404)
    await w.as(alice).get(`//alice/demo/${folder}/loose`).gives(200)
  }
  await w.as(bob).get('//attachments/loose').gives(404)
  await w.as(alice).get('//attachments/loose').gives(200)
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  for (const uuid of ['on-issue', 'on-comment', shown.uuid]) {
    await w.as(bob).get(`//attachments/${uuid}`).gives(404)
    await w.as(alice).get(`//attachments/${uuid}`).gives(200)
  }
  const reads = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] }).gives(201)).body.sha1
  await w.as(alice, { token: reads }).get(`//attachments/${shown.uuid}`).gives(200)
  await w.as(alice, { token: reads }).get('//attachments/on-issue').gives(404)
  await w.as(alice).delete(A.replace('/assets', '')).gives(204)
  await w.as(alice).get(`//attachments/${shown.uuid}`).gives(404)
  assert.equal(await w.cx.blobs.stat(`attachments/${shown.uuid}`), null)
})

scenario('files of a removed repository leave nothing behind', async (w) => {
  const { alice, A } = await started(w)
  const { uuid } = (await w.as(alice).post(`${A}?name=f`, 'x', octets).gives(201)).body
  await w.repo(alice, 'other')
  const stays = await w.cx.db.selectFrom('attachment').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
  const other = (await w.as(alice).get('/repos/alice/other').gives(200)).body
  await w.cx.blobs.put('attachments/stays', Buffer.from('y'))
  await w.cx.write((tx) => attachmentStore.insert(tx, { ...stays, id: undefined, uuid: 'stays', repo_id: other.id, release_id: null }))
  await w.as(alice).delete('/repos/alice/demo').gives(204)
  await w.settled()
  assert.ok(await w.cx.blobs.stat(`attachments/${uuid}`))
  w.later(10_000)
  await w.settled()
  assert.equal(await w.cx.blobs.stat(`attachments/${uuid}`), null)
  assert.ok(await w.cx.blobs.stat('attachments/stays'))
})
