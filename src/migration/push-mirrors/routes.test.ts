import assert from 'node:assert/strict'
import { openWorld, scenario } from '../../../test/kit/world.ts'

const near = { outbound_allow: '127.0.0.1/32' }
const text = (content: string) => ({ content: Buffer.from(content).toString('base64') })

scenario('createReposPushMirrors, createReposPushMirrorsSync: what is here is pushed there', async (w) => {
  const there = await openWorld()
  try {
    const [ann, bob] = [await there.user('ann'), await w.user('bob')]
    await there.repo(ann, 'copy')
    await w.repo(bob, 'demo', { auto_init: true })
    const at = '/repos/bob/demo/push_mirrors'
    const root = await there.listening()
    const remote_address = `${root.replace('://', '://ann:wrong@')}/ann/copy.git`
    const made = (await w.as(bob).post(at, { remote_address, remote_username: 'ann', remote_password: ann.password, interval: '8h', sync_on_commit: true })
      .gives(200, { repo_name: 'demo', remote_address: `${root}/ann/copy.git`, interval: '8h0m0s', sync_on_commit: true, last_error: '', last_update: '1970-01-01T00:00:00Z' })).body
    assert.match(made.remote_name, /^remote_mirror_[A-Za-z0-9]{10}$/)
    const row = await w.cx.db.selectFrom('push_mirror').selectAll().executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes(ann.password))

    const tip = async (world: typeof w, who: typeof bob, repo: string) => (await world.as(who).get(`/repos/${repo}/branches/main`).gives(200)).body.commit.id
    await w.as(bob).post('/repos/bob/demo/push_mirrors-sync').gives(200).empty()
    assert.equal(await tip(there as typeof w, ann, 'ann/copy'), await tip(w, bob, 'bob/demo'))
    assert.notEqual((await w.as(bob).get(`${at}/${made.remote_name}`).gives(200, { last_error: '' })).body.last_update, '1970-01-01T00:00:00Z')

    // a change here reaches it by itself, and what went here goes there
    await there.as(ann).post('/repos/ann/copy/branches', { new_branch_name: 'gone' }).gives(201)
    await w.as(bob).post('/repos/bob/demo/contents/a.txt', text('a')).gives(201)
    await w.settled()
    await there.as(ann).get('/repos/ann/copy/contents/a.txt').gives(200)
    await there.as(ann).get('/repos/ann/copy/branches/gone').gives(404)

    const broken = (await w.as(bob).post(at, { remote_address: `${root}/ann/none.git`, remote_username: 'ann', remote_password: 'not it', interval: '0' }).gives(200, { interval: '0s' })).body
    await w.as(bob).post('/repos/bob/demo/push_mirrors-sync').gives(422).says(broken.remote_name)
    const { last_error } = (await w.as(bob).get(`${at}/${broken.remote_name}`).gives(200)).body
    assert.ok(last_error !== '' && !last_error.includes('not it'), last_error)
    await w.as(bob).delete(`${at}/${broken.remote_name}`).gives(204)
    await w.as(bob).get(at).gives(200, [{ remote_name: made.remote_name }]).header('x-total-count', '1')
    w.later(9 * 3600)
  } finally {
    await there.close()
  }
}, near)

scenario('listReposPushMirrors, getReposPushMirrorsByName, deleteReposPushMirrorsByName: what is refused', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'other')
  const at = '/repos/alice/demo/push_mirrors'
  const good = { remote_address: 'https://example.com/a/b.git', interval: '1h' }
  const { remote_name } = (await w.as(alice).post(at, good).gives(200)).body
  const wrong: [number, object][] = [
    [400, { interval: '' }], [400, { interval: 'soon' }], [400, { interval: '1m' }], [400, { remote_address: 'nonsense' }], [400, { remote_address: 'ftp://example.com/a' }], [400, { remote_address: 'ssh://example.com/a' }],
    [401, { remote_address: '/etc' }], [401, { remote_address: 'http://127.0.0.1/a/b' }], [401, { remote_address: 'http://localhost/a/b' }], [400, { remote_address: 'https://example.com/' }],
  ]
  for (const [status, change] of wrong) await w.as(alice).post(at, { ...good, ...change }).gives(status)
  for (const who of [bob, null]) {
    await w.as(who).get(at).gives(403)
    await w.as(who).post(at, good).gives(403)
    await w.as(who).get(`${at}/${remote_name}`).gives(403)
    await w.as(who).delete(`${at}/${remote_name}`).gives(403)
    await w.as(who).post('/repos/alice/demo/push_mirrors-sync').gives(403)
  }
  await w.as(alice).get(`${at}/none`).gives(404).empty()
  await w.as(alice).get(`/repos/alice/other/push_mirrors/${remote_name}`).gives(404)
  await w.as(alice).delete(`/repos/alice/other/push_mirrors/${remote_name}`).gives(204)
  await w.as(alice).get('/repos/alice/none/push_mirrors').gives(404)
  await w.as(alice).get(`${at}/${remote_name}`).gives(200)
  await w.as(alice).post('/repos/alice/other/push_mirrors-sync').gives(200)
  await w.as(alice).delete(`${at}/${remote_name}`).gives(204)
  await w.as(alice).get(at).gives(200, [])
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await w.as(alice).post(at, good).gives(423)
})
