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

const field = (name: string, text: string) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const uuidIn = (text: string) => /\/attachments\/([0-9a-f-]{36})/.exec(text)![1]

scenario('addLooseFile: a file dropped while writing is its uploader\'s alone until the text that names it is sent', async (w) => {
  const [root, ann, bob, eve] = [await w.user('root', { admin: true }), await w.user('ann'), await w.user('bob'), await w.user('eve')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'other')
  await w.repo(ann, 'secret', { private: true })
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'one' }).gives(201)
  const [his, hers] = [await w.browsing(bob), await w.browsing(eve)]
  assert.match((await his.get('//ann/engine/issues/1').gives(200)).text, /data-files="[^"]*\/ann\/engine\/issues\/files"[^]*type="file"[^>]*name="attachment"/)
  const at = '//ann/engine/issues/files'
  const { link } = (await his.post(at, file('a [b].png'), type).gives(201).emits()).body
  assert.match(link, /^!\[a \\\[b\\\]\.png\]\(http[^)]*\/attachments\/[0-9a-f-]{36}\)$/)
  const uuid = uuidIn(link)
  await his.get(`//attachments/${uuid}`).gives(200)
  for (const other of [hers, w.anonymous]) await other.get(`//attachments/${uuid}`).gives(404)
  // a text of somebody else, or of another repository, does not take it
  await hers.post('//ann/engine/issues/1/comments', { body: link }).gives(303)
  await w.as(bob).post('/repos/ann/other/issues', { title: 'elsewhere', body: link }).gives(201)
  await w.anonymous.get(`//attachments/${uuid}`).gives(404)
  await his.post('//ann/engine/issues/1/comments', { body: `look: ${link}` }).gives(303).emits('comment.created')
  await w.anonymous.get(`//attachments/${uuid}`).gives(200)
  const [, said] = (await w.as(ann).get('/repos/ann/engine/issues/1/comments').gives(200)).body
  await w.anonymous.get(`/repos/ann/engine/issues/comments/${said.id}/assets`).gives(200, [{ name: 'a [b].png', uuid }])
  const shown = (await w.anonymous.get('//ann/engine/issues/1').gives(200)).text
  assert.doesNotMatch(shown, /class="files"/)
  // a text that is changed takes some too
  const more = (await his.post(at, file('log.txt'), type).gives(201)).body.link
  assert.match(more, /^\[log\.txt\]/)
  await his.post(`//ann/engine/issues/1/comments/${said.id}/edit`, { body: `look: ${link} ${more}` }).gives(303)
  await w.anonymous.get(`//attachments/${uuidIn(more)}`).gives(200)

  await his.post(at, file('run.exe'), type).gives(422, { message: 'Files of this type are not taken' })
  await his.post(at, file('big.txt', 'x'.repeat(2000)), type).gives(413, { message: 'The file is too large' })
  await his.post(at, 'attachment=x').gives(415)
  await w.anonymous.post(at, file('x.txt'), type).gives(303).header('location', /user\/login/)
  await his.post('//ann/secret/issues/files', file('x.txt'), type).gives(404)
  await his.post(at, file('x.txt'), { ...type, 'sec-fetch-site': 'cross-site' }).gives(403)
  await w.as(ann).put('/user/blocks/eve').gives(204)
  await hers.post(at, file('x.txt'), type).gives(403, { message: 'You are blocked by the author or the owner' })

  // what no text has taken goes after a day
  const left = uuidIn((await his.post(at, file('left.txt'), type).gives(201)).body.link)
  const sweep = async () => {
    await w.as(root).post('/admin/cron/delete_unused_attachments').gives(204)
    await w.settled()
  }
  await sweep()
  await his.get(`//attachments/${left}`).gives(200)
  w.later(25 * 3600)
  await sweep()
  await (await w.browsing(bob)).get(`//attachments/${left}`).gives(404)
  await w.anonymous.get(`//attachments/${uuid}`).gives(200)
  await w.as(ann).patch('/repos/ann/engine', { archived: true }).gives(200)
  await (await w.browsing(bob)).post(at, file('x.txt'), type).gives(423)
}, { max_attachment: '1KiB', attachment_types: '.png,.txt' })

scenario('newIssuePage, writeComment, editIssue: files chosen in a plain form become part of the text', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  const his = await w.browsing(bob)
  assert.match((await his.get('//ann/engine/issues/new').gives(200)).text, /enctype="multipart\/form-data"[^]*<input type="file"[^>]*name="attachment"[^>]*accept="\.png,\.txt"/)
  const refused = await his.post('//ann/engine/issues/new', field('title', 'kept title') + field('body', 'kept words') + file('run.exe'), type).gives(422).emits()
  assert.match(refused.text, /Files of this type are not taken[^]*kept title[^]*kept words/)
  await his.post('//ann/engine/issues/new', field('title', 'one') + field('body', 'see') + file('log.txt'), type).gives(303).emits('issue.opened')
  const { body } = (await w.anonymous.get('/repos/ann/engine/issues/1').gives(200, { assets: [{ name: 'log.txt', size: 1 }] })).body
  assert.match(body, /^see\n\n\[log\.txt\]\(http\S+\)$/)
  await his.post('//ann/engine/issues/1/comments', field('body', '') + file('shot.png'), type).gives(303).emits('comment.created')
  await w.anonymous.get('/repos/ann/engine/issues/1/comments').gives(200, [{ assets: [{ name: 'shot.png' }] }])
  await his.post('//ann/engine/issues/1/edit', field('title', 'one') + field('body', body) + file('two.txt'), type).gives(303).emits('issue.edited')
  await w.anonymous.get('/repos/ann/engine/issues/1').gives(200, { assets: [{ name: 'log.txt' }, { name: 'two.txt' }] })
  // a field for files that was left empty
  await his.post('//ann/engine/issues/1/comments', field('body', 'words') + file('', ''), type).gives(303)
  await w.anonymous.get('/repos/ann/engine/issues/1/comments').gives(200, [{}, { body: 'words', assets: [] }])
  await w.anonymous.post('//ann/engine/issues/1/comments', field('body', 'x') + file('x.txt'), type).gives(401).emits()
}, { attachment_types: '.png,.txt' })

scenario('files are not taken where they are switched off', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  const hers = await w.browsing(ann)
  assert.doesNotMatch((await hers.get('//ann/engine/issues/new').gives(200)).text, /type="file"/)
  await hers.post('//ann/engine/issues/files', file('x.txt'), type).gives(404)
}, { attachments: 'false' })
