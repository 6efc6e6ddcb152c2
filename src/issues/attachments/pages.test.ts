import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const type = { 'content-type': 'multipart/form-data; boundary=cut' }
const file = (name: string, text = 'x') => `--cut\r\ncontent-disposition: form-data; name="attachment"; filename="${name}"\r\n\r\n${text}\r\n--cut--\r\n`

scenario('addIssuesAssets, removeIssuesAssets, addIssuesCommentsAssets, removeIssuesCommentsAssets: files by plain forms', async (w) => {
  const [ann, bob, eve] = [await w.user('ann'), await w.user('bob'), await w.user('eve')]
  await w.repo(ann, 'engine')
  await w.as(bob).post('/repos/ann/engine/issues', { title: 'one', body: 'words' }).gives(201)
  const { id } = (await w.as(bob).post('/repos/ann/engine/issues/1/comments', { body: 'said' }).gives(201)).body
  const [his, hers] = [await w.browsing(bob), await w.browsing(eve)]
  const at = '//ann/engine/issues/1'
  assert.match((await his.get(`${at}?attach=body`).gives(200)).text, /action="[^"]*\/ann\/engine\/issues\/1\/files"/)
  assert.match((await his.get(`${at}?attach=${id}`).gives(200)).text, new RegExp(`action="[^"]*/issues/1/comments/${id}/files"`))
  assert.doesNotMatch((await hers.get(`${at}?attach=body`).gives(200)).text, /issues\/1\/files/)

  await his.post(`${at}/files`, file('log.txt'), type).gives(303).header('location', /\/ann\/engine\/issues\/1$/).emits('issue.edited')
  await his.post(`${at}/comments/${id}/files`, file('a <b>.txt'), type).gives(303).header('location', new RegExp(`issuecomment-${id}$`)).emits('comment.edited')
  const shown = (await his.get(at).gives(200)).text
  assert.match(shown, /log\.txt/)
  assert.match(shown, /a &lt;b&gt;\.txt/)
  for (const path of [`${at}/files`, `${at}/comments/${id}/files`]) {
    await hers.post(path, file('x.txt'), type).gives(303).emits()
    await w.anonymous.post(path, file('x.txt'), type).gives(303).header('location', /user\/login/).emits()
    await his.post(path, file('x.txt', 'x'.repeat(2000)), type).gives(303).emits()
  }
  const [one] = (await w.anonymous.get('/repos/ann/engine/issues/1/assets').gives(200, [{ name: 'log.txt' }])).body
  const [two] = (await w.anonymous.get(`/repos/ann/engine/issues/comments/${id}/assets`).gives(200, [{ name: 'a <b>.txt' }])).body
  await hers.post(`${at}/files/delete`, { id: one.id }).gives(303)
  await w.anonymous.get(`/repos/ann/engine/issues/1/assets/${one.id}`).gives(200)
  await his.post(`${at}/files/delete`, { id: one.id }).gives(303)
  await his.post(`${at}/comments/${id}/files/delete`, { id: two.id }).gives(303)
  await w.anonymous.get('/repos/ann/engine/issues/1/assets').gives(200, [])
  await w.anonymous.get(`/repos/ann/engine/issues/comments/${id}/assets`).gives(200, [])
}, { max_attachment: '1KiB' })
