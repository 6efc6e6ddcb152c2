import assert from 'node:assert/strict'
import { commit, git, remote, workTree } from '../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../test/kit/world.ts'

const at = (day: number) => ({ GIT_COMMITTER_DATE: `2026-01-0${day}T12:00:00Z`, GIT_AUTHOR_DATE: `2026-01-0${day}T12:00:00Z` })
const R = '/repos/alice/demo/releases'

/** alice/demo with three commits on successive days and a tag `old` on the first. */
async function started(w: World): Promise<{ alice: Person; work: string; shas: string[] }> {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const work = await workTree(w, alice, 'alice/demo', 'main')
  const shas: string[] = []
  for (const day of [1, 2, 3]) shas.push(await commit(work, 'a.txt', `${day}\n`, `day ${day}`, at(day)))
  await git(work, ['tag', 'old', shas[0]])
  await git(work, ['push', '-q', 'origin', 'main', 'old'])
  return { alice, work, shas }
}
const tagsOf = async (w: World, work: string) => {
  const listed = await git(work, ['ls-remote', '--tags', await remote(w, null, 'alice/demo')])
  return Object.fromEntries(listed.trim().split('\n').map((line) => line.split('\t').reverse())) as Record<string, string>
}

scenario('createReposReleases: makes the tag, or takes one that is there', async (w) => {
  const { alice, work, shas } = await started(w)
  const made = await w.as(alice).post(R, { tag_name: 'v1', name: 'One', body: 'first', prerelease: true })
    .gives(201, { tag_name: 'v1', name: 'One', body: 'first', target_commitish: 'main', draft: false, prerelease: true, created_at: '2026-01-03T12:00:00Z', assets: [], author: { login: 'alice', active: false } })
    .emits('ref.created', 'release.published')
  assert.ok(made.body.published_at)
  assert.match(made.body.url, new RegExp(`/api/v1${R}/${made.body.id}$`))
  assert.match(made.body.html_url, /\/alice\/demo\/releases\/tag\/v1$/)
  assert.match(made.body.tarball_url, /\/alice\/demo\/archive\/v1\.tar\.gz$/)
  assert.match(made.body.upload_url, new RegExp(`/releases/${made.body.id}/assets$`))
  await w.as(alice).post(R, { tag_name: 'old' }).gives(201, { target_commitish: '', created_at: '2026-01-01T12:00:00Z', name: '' }).emits('release.published')
  await w.as(alice).post(R, { tag_name: 'team/v2', target_commitish: shas[1], tag_message: 'second' }).gives(201, { target_commitish: shas[1], created_at: '2026-01-02T12:00:00Z' })
  const tags = await tagsOf(w, work)
  assert.equal(tags['refs/tags/v1'], shas[2])
  assert.equal(tags['refs/tags/team/v2^{}'], shas[1])
  await w.as(alice).get('/repos/alice/demo').gives(200, { release_counter: 3 })
  await w.as(alice).post(R, { tag_name: 'V1' }).gives(409).emits()
  await w.as(alice).post(R, { name: 'x' }).gives(422).says('[TagName]: Required')
  await w.as(alice).post(R, { tag_name: 'bad..name' }).gives(422).emits()
  await w.as(alice).post(R, { tag_name: 'bad..name', draft: true }).gives(422)
  await w.as(alice).post(R, { tag_name: 'v9', target_commitish: 'nowhere' }).gives(404).emits()
  await w.as(alice).post(R, { tag_name: 'v8', name: 'x'.repeat(300) }).gives(201, { name: 'x'.repeat(255) })
})

scenario('listReposReleases, getReposReleasesLatest, getReposReleasesTagsByTag, getReposReleasesById: order, filters and drafts', async (w) => {
  const { alice, shas } = await started(w)
  const bob = await w.user('bob')
  await w.anonymous.get(`${R}/latest`).gives(404).empty()
  const make = async (body: object) => (await w.as(alice).post(R, body).gives(201)).body.id as number
  const newest = await make({ tag_name: 'v3', target_commitish: shas[2], prerelease: true })
  const first = await make({ tag_name: 'v1', target_commitish: shas[0] })
  const second = await make({ tag_name: 'V2', target_commitish: shas[1] })
  const draft = await make({ tag_name: 'v4', draft: true })
  await w.anonymous.get(R).gives(200, [{ id: newest }, { id: second }, { id: first }]).header('x-total-count', '3')
  await w.as(alice).get(`${R}?limit=1`).gives(200, [{ id: draft, draft: true, published_at: null }]).header('x-total-count', '4').header('link', /rel="next"/)
  await w.as(bob).get(`${R}?draft=true`).gives(200, [])
  await w.as(alice).get(`${R}?draft=true`).gives(200, [{ id: draft }])
  await w.as(alice).get(`${R}?draft=garbage`).gives(200, [{ id: newest }, { id: second }, { id: first }])
  await w.anonymous.get(`${R}?pre-release=true`).gives(200, [{ id: newest }])
  await w.anonymous.get(`${R}?pre-release=false`).gives(200, [{ id: second }, { id: first }])
  await w.anonymous.get(`${R}?tag_filter=v2`).gives(200, [{ id: second }])
  await w.anonymous.get(`${R}?tag_filter=V*`).gives(200, [{ id: newest }, { id: second }, { id: first }])
  await w.anonymous.get(`${R}?tag_filter=v_`).gives(200, [])
  await w.anonymous.get(`${R}/latest`).gives(200, { id: second })
  await w.anonymous.get(`${R}/tags/v2`).gives(200, { id: second, tag_name: 'V2' })
  await w.anonymous.get(`${R}/tags/old`).gives(404).empty()
  await w.anonymous.get(`${R}/${first}`).gives(200, { tag_name: 'v1' })
  for (const path of [`${R}/${draft}`, `${R}/tags/v4`]) {
    await w.anonymous.get(path).gives(404).empty()
    await w.as(bob).get(path).gives(404)
    await w.as(alice).get(path).gives(200, { draft: true })
  }
  const reads = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] }).gives(201)).body.sha1
  await w.as(alice, { token: reads }).get(`${R}/${draft}`).gives(404)
  await w.as(alice, { token: reads }).get(R).gives(200).header('x-total-count', '3')
  await w.repo(alice, 'other')
  await w.as(alice).get(`/repos/alice/other/releases/${first}`).gives(404).empty()
})

scenario('editReposReleasesById: texts, publishing, going back to draft, another tag', async (w) => {
  const { alice, work, shas } = await started(w)
  const draft = (await w.as(alice).post(R, { tag_name: 'v1', target_commitish: 'main', body: 'text', draft: true }).gives(201, { published_at: null }).emits()).body
  const patch = (body: object, id = draft.id) => w.as(alice).patch(`${R}/${id}`, body)
  assert.ok(!('refs/tags/v1' in (await tagsOf(w, work))))
  await patch({ name: 'Named', body: '' }).gives(200, { name: 'Named', body: 'text', draft: true }).emits()
  const out = await patch({ draft: false }).gives(200, { draft: false, created_at: '2026-01-03T12:00:00Z' }).emits('ref.created', 'release.published')
  assert.ok(out.body.published_at)
  assert.equal((await tagsOf(w, work))['refs/tags/v1'], shas[2])
  await w.as(alice).get('/repos/alice/demo').gives(200, { release_counter: 1 })
  await patch({ prerelease: true }).gives(200, { prerelease: true, published_at: out.body.published_at }).emits('release.updated')
  await patch({ tag_name: 'v1.1', target_commitish: shas[1] }).gives(200, { tag_name: 'v1.1', target_commitish: shas[1], created_at: '2026-01-02T12:00:00Z' }).emits('ref.created', 'release.updated')
  assert.deepEqual(Object.keys(await tagsOf(w, work)).sort(), ['refs/tags/old', 'refs/tags/v1', 'refs/tags/v1.1'])
  await patch({ draft: true }).gives(200, { draft: true, published_at: null }).emits()
  await w.as(alice).get('/repos/alice/demo').gives(200, { release_counter: 0 })
  assert.ok('refs/tags/v1.1' in (await tagsOf(w, work)))
  await w.as(alice).post(R, { tag_name: 'other' }).gives(201)
  await patch({ tag_name: 'OTHER' }).gives(409).emits()
  await patch({ tag_name: 'bad..name' }).gives(422)
  await patch({}, 999).gives(404).empty()
  await patch({ draft: 'x' }).gives(422)
})

scenario('deleteReposReleasesById, deleteReposReleasesTagsByTag: the release goes, the tag stays', async (w) => {
  const { alice, work } = await started(w)
  const one = (await w.as(alice).post(R, { tag_name: 'v1' }).gives(201)).body
  await w.as(alice).post(R, { tag_name: 'v2' }).gives(201)
  const draft = (await w.as(alice).post(R, { tag_name: 'v3', draft: true }).gives(201)).body
  await w.as(alice).delete('/repos/alice/demo/tags/v1').gives(409).emits()
  await w.as(alice).delete(`${R}/${one.id}`).gives(204).empty().emits('release.removed')
  await w.as(alice).delete(`${R}/${one.id}`).gives(404).empty().emits()
  await w.as(alice).delete(`${R}/tags/V2`).gives(204).emits('release.removed')
  await w.as(alice).delete(`${R}/tags/v2`).gives(404)
  await w.as(alice).delete(`${R}/${draft.id}`).gives(204).emits()
  assert.ok('refs/tags/v1' in (await tagsOf(w, work)))
  await w.as(alice).get('/repos/alice/demo').gives(200, { release_counter: 0 })
  await w.as(alice).post(R, { tag_name: 'v1' }).gives(201, { target_commitish: '' }).emits('release.published')
  await w.as(alice).delete('/repos/alice/demo/tags/v2').gives(204).emits('ref.deleted')
  const told = await w.cx.db.selectFrom('fact').select('data').where('name', '=', 'release.removed').executeTakeFirstOrThrow()
  assert.equal(JSON.parse(JSON.parse(told.data).removed).tag_name, 'v1')
})

scenario('createReposReleases, editReposReleasesById, deleteReposReleasesById: who may, empty and archived repositories, switched off', async (w) => {
  const { alice } = await started(w)
  const bob = await w.user('bob')
  const { id } = (await w.as(alice).post(R, { tag_name: 'v1' }).gives(201)).body
  for (const [who, status] of [[null, 401], [bob, 403]] as const) {
    await w.as(who).post(R, { tag_name: 'x' }).gives(status).emits()
    await w.as(who).patch(`${R}/${id}`, { name: 'x' }).gives(status)
    await w.as(who).delete(`${R}/${id}`).gives(status)
    await w.as(who).delete(`${R}/tags/v1`).gives(status)
  }
  await w.repo(alice, 'empty', { private: true })
  await w.as(alice).post('/repos/alice/empty/releases', { tag_name: 'v1' }).gives(422).says('empty')
  await w.as(bob).get('/repos/alice/empty/releases').gives(404).empty()
  await w.as(alice).patch('/repos/alice/demo', { has_releases: false }).gives(200)
  await w.as(bob).get(R).gives(403)
  await w.anonymous.get(`${R}/${id}`).gives(403)
  await w.as(alice).get(R).gives(200, [{ id }])
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await w.as(alice).post(R, { tag_name: 'v2' }).gives(423).emits()
})

scenario('a tag pushed away turns its release into a draft, a moved one takes it along', async (w) => {
  const { alice, work, shas } = await started(w)
  const { id } = (await w.as(alice).post(R, { tag_name: 'v1' }).gives(201)).body
  await git(work, ['tag', '-f', 'v1', shas[0]])
  await git(work, ['push', '-q', '--force', 'origin', 'v1'])
  await w.anonymous.get(`${R}/${id}`).gives(200, { created_at: '2026-01-01T12:00:00Z' })
  await git(work, ['push', '-q', 'origin', ':refs/tags/v1'])
  await w.anonymous.get(`${R}/${id}`).gives(404)
  await w.as(alice).get(`${R}/${id}`).gives(200, { draft: true, published_at: null })
  await w.as(alice).get('/repos/alice/demo').gives(200, { release_counter: 0 })
})

scenario('createReposReleases, createReposTags: a draft holds its name for the day it is published', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const { id } = (await w.as(alice).post('/repos/alice/demo/releases', { tag_name: 'V9', draft: true }).gives(201)).body
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'v9' }).gives(409).emits()
  await w.as(alice).patch(`/repos/alice/demo/releases/${id}`, { draft: false }).gives(200, { tag_name: 'V9', draft: false })
  await w.anonymous.get('/repos/alice/demo/tags/V9').gives(200)
})
