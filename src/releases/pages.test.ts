import assert from 'node:assert/strict'
import { scenario } from '../../test/kit/world.ts'

scenario('releasesPage, newReleasePage, releasePage, latestRelease, editReleasePage, deleteRelease: a release from draft to gone', async (w) => {
  const [ada, eve] = [await w.user('ada'), await w.user('eve')]
  await w.repo(ada, 'tool', { auto_init: true, readme: 'Default' })
  const [mine, hers] = [await w.browsing(ada), await w.browsing(eve)]
  assert.match((await mine.get('//ada/tool/releases').gives(200)).text, /Make the first one/)
  await mine.get('//ada/tool/releases/new?tag=v1').gives(200)
  await mine.post('//ada/tool/releases/new', { tag_name: 'v1/a', target_commitish: 'main', name: 'One <i>', body: '# Notes\r\n<script>alert(1)</script>', state: 'draft' }).gives(303).emits()
  assert.doesNotMatch((await w.anonymous.get('//ada/tool/releases').gives(200)).text, /One/)
  await w.anonymous.get('//ada/tool/releases/tag/v1/a').gives(404)
  await w.anonymous.get('//ada/tool/releases/latest').gives(404)
  assert.match((await mine.get('//ada/tool/releases/edit/v1/a').gives(200)).text, /value="One &lt;i&gt;"/)
  await mine.post('//ada/tool/releases/edit/v1/a', { tag_name: 'v1/a', name: 'One', body: '# Notes\r\n<script>alert(1)</script>', prerelease: 'true', state: 'published' }).gives(303).emits('ref.created', 'release.published')
  const page = await w.anonymous.get('//ada/tool/releases/tag/v1/a').gives(200)
  assert.match(page.text, /<h1[^>]*>Notes/)
  assert.match(page.text, /Prerelease/)
  assert.match(page.text, /archive\/v1\/a\.zip/)
  assert.doesNotMatch(page.text, /<script>alert|releases\/delete/)
  await mine.post('//ada/tool/releases/edit/v1/a', { tag_name: 'v1/a', name: 'One', state: 'published' }).gives(303).emits('release.updated')
  await w.anonymous.get('//ada/tool/releases/latest').gives(303).header('location', /\/releases\/tag\/v1\/a$/)
  assert.match((await mine.post('//ada/tool/releases/new', { tag_name: 'v1/a', name: 'Again', state: 'published' }).gives(409).emits()).text, /value="Again"/)
  const { id } = (await w.anonymous.get('/repos/ada/tool/releases/latest').gives(200)).body
  await hers.post('//ada/tool/releases/delete', { id }).gives(403).emits()
  await hers.get('//ada/tool/releases/new').gives(403)
  await w.anonymous.get('//ada/tool/releases/new').gives(303).header('location', /user\/login/)
  await mine.post('//ada/tool/releases/delete', { id }).gives(303).emits('release.removed')
  assert.match((await mine.get('//ada/tool/releases/tag/v1/a').gives(200)).text, /Make a release of it/)
})

scenario('addReleaseFile, deleteReleaseFile: files of a release', async (w) => {
  const [ada, eve] = [await w.user('ada'), await w.user('eve')]
  await w.repo(ada, 'tool', { auto_init: true, readme: 'Default' })
  const [mine, hers] = [await w.browsing(ada), await w.browsing(eve)]
  const { id } = (await w.as(ada).post('/repos/ada/tool/releases', { tag_name: 'v1' }).gives(201)).body
  const body = '--cut\r\ncontent-disposition: form-data; name="attachment"; filename="a <b>.txt"\r\n\r\nhello\r\n--cut--\r\n'
  const type = { 'content-type': 'multipart/form-data; boundary=cut' }
  await hers.post(`//ada/tool/releases/files/${id}`, body, type).gives(403)
  await mine.post(`//ada/tool/releases/files/${id}`, body, type).gives(303)
  const page = await w.anonymous.get('//ada/tool/releases/tag/v1').gives(200)
  assert.match(page.text, /a &lt;b&gt;\.txt/)
  const [file] = (await w.anonymous.get(`/repos/ada/tool/releases/${id}/assets`).gives(200)).body
  await hers.post('//ada/tool/releases/files/delete', { id, file: file.id }).gives(403)
  await mine.post('//ada/tool/releases/files/delete', { id, file: file.id }).gives(303)
  assert.equal((await w.anonymous.get(`/repos/ada/tool/releases/${id}/assets`).gives(200)).body.length, 0)
})
