import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { openWorld, scenario, type World } from '../../../test/kit/world.ts'

const near = { outbound_allow: '127.0.0.1/32' }

/** A source elsewhere and a mirror of it here. */
async function mirrored(w: World, tell: (at: { there: World; tree: string; first: string; bob: Awaited<ReturnType<World['user']>> }) => Promise<void>): Promise<void> {
  const there = await openWorld()
  try {
    const ann = await there.user('ann')
    await there.repo(ann, 'source')
    const tree = await workTree(there, ann, 'ann/source')
    const first = await commit(tree, 'README.md', 'one\n')
    await git(tree, ['push', '-q', 'origin', 'main', 'main:refs/heads/old', 'main:refs/heads/a'])
    const bob = await w.user('bob')
    await w.as(bob).post('/repos/migrate', { clone_addr: `${await there.listening()}/ann/source.git`, repo_name: 'copy', mirror: true, mirror_interval: '1h' }).gives(201)
    await w.settled()
    await tell({ there, tree, first, bob })
  } finally {
    await there.close()
  }
}

const entries = async (w: World) => (await w.anonymous.get('/repos/bob/copy/activities/feeds').gives(200)).body.map((one: any) => `${one.op_type} ${one.ref_name}`).sort()

scenario('createReposMirrorSync: what changed at the source is followed and told exactly', async (w) => {
  await mirrored(w, async ({ tree, bob }) => {
    const next = await commit(tree, 'README.md', 'two\n')
    await git(tree, ['push', '-q', 'origin', 'main', ':old', ':a', 'main:refs/heads/a/b', 'main:refs/tags/v1'])
    await w.as(bob).post('/repos/bob/copy/mirror-sync').gives(200).empty().emits()
    const seen: string[] = []
    const done = w.cx.outbox.watch((fact) => void seen.push(`${fact.name} ${(fact.data as { ref?: string }).ref} ${(fact.data as { via?: string }).via}`))
    await w.settled()
    done()
    assert.deepEqual(seen.sort(), [
      'ref.created refs/heads/a/b mirror', 'ref.created refs/tags/v1 mirror', 'ref.deleted refs/heads/a mirror', 'ref.deleted refs/heads/old mirror', 'ref.pushed refs/heads/main mirror',
    ])
    await w.as(bob).get('/repos/bob/copy/branches/main').gives(200, { commit: { id: next } })
    await w.as(bob).get('/repos/bob/copy/branches/old').gives(404)
    const { body } = await w.as(bob).get('/repos/bob/copy').gives(200, { branch_count: 2 })
    assert.notEqual(body.mirror_last_sync_at, '1970-01-01T00:00:00Z')
    assert.deepEqual(await entries(w), [
      'mirror_sync_create refs/heads/a/b', 'mirror_sync_create refs/tags/v1', 'mirror_sync_delete refs/heads/a', 'mirror_sync_delete refs/heads/old', 'mirror_sync_push refs/heads/a/b',
      'mirror_sync_push refs/heads/main', 'mirror_sync_push refs/tags/v1',
    ])
    // nothing new, nothing told
    await w.as(bob).post('/repos/bob/copy/mirror-sync').gives(200)
    await w.settled()
    assert.equal((await entries(w)).length, 7)
  })
}, near)

scenario('mirrors whose time has come are updated by the schedule, others are not', async (w) => {
  await mirrored(w, async ({ tree, first, bob }) => {
    const next = await commit(tree, 'README.md', 'two\n')
    await git(tree, ['push', '-q', 'origin', 'main'])
    const run = async () => {
      await w.cx.jobs.runCron(w.cx, 'update_mirrors')
      await w.settled()
      return (await w.as(bob).get('/repos/bob/copy/branches/main').gives(200)).body.commit.id
    }
    assert.equal(await run(), first)
    w.later(3599)
    await w.as(bob).patch('/repos/bob/copy', { mirror_interval: '0' }).gives(200, { mirror_interval: '0s' })
    w.later(10)
    assert.equal(await run(), first)
    await w.as(bob).patch('/repos/bob/copy', { mirror_interval: '1h' }).gives(200)
    assert.equal(await run(), next)
  })
}, near)

scenario('createReposMirrorSync: a source that is gone or emptied leaves the mirror as it is, with the reason', async (w) => {
  await mirrored(w, async ({ there, first, bob }) => {
    const error = async () => (await w.cx.db.selectFrom('mirror').select('last_error').executeTakeFirstOrThrow()).last_error
    const sync = async () => {
      await w.as(bob).post('/repos/bob/copy/mirror-sync').gives(200)
      await w.settled()
    }
    const ann = { id: 0, name: 'ann', password: 'correct horse' }
    await there.as(ann).delete('/repos/ann/source').gives(204)
    await sync()
    assert.notEqual(await error(), '')
    await there.repo(ann, 'source')
    await sync()
    assert.match(await error(), /no branches/)
    await w.as(bob).get('/repos/bob/copy/branches/main').gives(200, { commit: { id: first } })
    await w.as(bob).get('/repos/bob/copy').gives(200, { mirror_last_sync_at: '1970-01-01T00:00:00Z' })
    await there.as(ann).post('/repos/ann/source/contents/a.txt', { content: 'YQ==', message: 'again' }).gives(201)
    await sync()
    assert.equal(await error(), '')
  })
}, near)

scenario('createReposMirrorSync, getReposMirrorSync: a mirror of an owner without room stands still, and its administrators read why', async (w) => {
  await mirrored(w, async ({ tree, first, bob }) => {
    const [root, eve] = [await w.user('root', { admin: true }), await w.user('eve')]
    const at = '/repos/bob/copy/mirror-sync'
    await w.as(bob).get(at).gives(200, { last_error: '' })
    w.later(60)
    await w.settled()
    await w.as(root).put('/admin/users/bob/quota', { allowed: 10 }).gives(200)
    const next = await commit(tree, 'README.md', 'two\n')
    await git(tree, ['push', '-q', 'origin', 'main'])
    const sync = async () => {
      await w.as(bob).post(at).gives(200)
      await w.settled()
      return (await w.as(bob).get('/repos/bob/copy/branches/main').gives(200)).body.commit.id
    }
    assert.equal(await sync(), first)
    const { body } = await w.as(bob).get(at).gives(200)
    assert.match(body.last_error, /^bob has used [\d.]+ KiB of 10 B\. Delete something, or ask an administrator for more room\.$/)
    assert.match(body.last_try, /^\d{4}-/)
    assert.match((await (await w.browsing(bob)).get('//bob/copy/settings').gives(200)).text, /The last try failed: bob has used/)
    await w.anonymous.get(at).gives(403)
    await w.as(eve).get(at).gives(403)
    await w.as(root).put('/admin/users/bob/quota', { allowed: 0 }).gives(200)
    assert.equal(await sync(), next)
    await w.as(bob).get(at).gives(200, { last_error: '' })
    assert.doesNotMatch((await (await w.browsing(bob)).get('//bob/copy/settings').gives(200)).text, /The last try failed/)
  })
}, near)

scenario('createReposMirrorSync: the address is checked at every use, not only when it was given', async (w) => {
  await mirrored(w, async ({ first, bob }) => {
    let connections = 0
    const canary = createServer(() => {}).on('connection', () => connections++).listen(0, '127.0.0.2')
    await once(canary, 'listening')
    try {
      const address = `http://127.0.0.2:${(canary.address() as AddressInfo).port}/ann/source.git`
      await w.cx.write((tx) => tx.updateTable('mirror').set({ address }).execute())
      await w.as(bob).post('/repos/bob/copy/mirror-sync').gives(200)
      await w.settled()
      assert.equal(connections, 0)
      assert.match((await w.cx.db.selectFrom('mirror').select('last_error').executeTakeFirstOrThrow()).last_error, /not a public address/)
      await w.as(bob).get('/repos/bob/copy/branches/main').gives(200, { commit: { id: first } })
    } finally {
      canary.close()
    }
  })
}, near)

scenario('createReposMirrorSync: who may ask, and of what', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'plain')
  await w.repo(ann, 'hidden', { private: true })
  await w.anonymous.post('/repos/ann/plain/mirror-sync').gives(401).emits()
  await w.as(bob).post('/repos/ann/plain/mirror-sync').gives(403).emits()
  await w.as(bob).post('/repos/ann/hidden/mirror-sync').gives(404).empty().emits()
  await w.as(bob).post('/repos/ann/none/mirror-sync').gives(404).empty().emits()
  await w.as(ann).post('/repos/ann/plain/mirror-sync').gives(400).says('Repository is not a mirror').emits()
  await w.as(ann).get('/repos/ann/plain/mirror-sync').gives(404).empty()
  await w.as(bob).get('/repos/ann/hidden/mirror-sync').gives(404).empty()
  await w.as(bob).get('/repos/ann/none/mirror-sync').gives(404).empty()
  await w.as(ann).patch('/repos/ann/plain', { archived: true }).gives(200)
  await w.as(ann).post('/repos/ann/plain/mirror-sync').gives(423).emits()
})

scenario('editRepos: a mirror keeps what its source dropped where it is told to', async (w) => {
  await mirrored(w, async ({ tree, bob }) => {
    await git(tree, ['push', '-q', 'origin', ':old'])
    await w.as(bob).patch('/repos/bob/copy', { enable_prune: false }).gives(200)
    const sync = async () => {
      await w.as(bob).post('/repos/bob/copy/mirror-sync').gives(200)
      await w.settled()
    }
    await sync()
    await w.as(bob).get('/repos/bob/copy/branches/old').gives(200)
    await w.as(bob).patch('/repos/bob/copy', { enable_prune: true }).gives(200)
    await sync()
    await w.as(bob).get('/repos/bob/copy/branches/old').gives(404)
  })
}, near)

scenario('editRepos: a mirror is followed with the credential it was given last', async (w) => {
  await mirrored(w, async ({ there, tree, first, bob }) => {
    const ann = { id: 0, name: 'ann', password: 'correct horse' }
    await there.as(ann).patch('/repos/ann/source', { private: true }).gives(200)
    const token = (await there.as(ann).post('/users/ann/tokens', { name: 'm', scopes: ['read:repository'] }).gives(201)).body.sha1
    let tip = first
    const follows = async (change: object) => {
      tip = await commit(tree, 'README.md', `${JSON.stringify(change)}\n`)
      await git(tree, ['push', '-q', 'origin', 'main'])
      await w.as(bob).patch('/repos/bob/copy', change).gives(200)
      await w.as(bob).post('/repos/bob/copy/mirror-sync').gives(200)
      await w.settled()
      return (await w.as(bob).get('/repos/bob/copy/branches/main').gives(200)).body.commit.id === tip
    }
    assert.equal(await follows({}), false)
    assert.equal(await follows({ mirror_username: 'ann', mirror_password: 'correct horse' }), true)
    assert.equal(await follows({ mirror_username: 'ann' }), true)
    // the password was another's
    assert.equal(await follows({ mirror_username: 'someone' }), false)
    assert.equal(await follows({ mirror_token: token, mirror_password: 'wrong' }), true)
    assert.equal(await follows({ mirror_password: 'wrong' }), false)
    const { secret } = await w.cx.db.selectFrom('mirror').select('secret').executeTakeFirstOrThrow()
    assert.doesNotMatch(secret, /wrong/)
  })
}, near)
