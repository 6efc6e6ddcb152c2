import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { repoStore } from '../index.ts'

const names = async (w: World, person: Person | null, query: string) => {
  const got = await w.as(person).get(`/repos/search?${query}`).gives(200)
  assert.equal(got.body.ok, true)
  assert.equal(got.headers['x-total-count'], String(got.body.data.length))
  return got.body.data.map((one: any) => one.full_name)
}

async function town(w: World) {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  const recluse = await w.user('recluse', { visibility: 'private' })
  await w.org(alice, 'guild')
  await w.org(alice, 'lodge', { visibility: 'private' })
  await w.repo(alice, 'engine', { description: 'A Steam thing' })
  await w.repo(alice, 'secret', { private: true })
  await w.repo(recluse, 'cave')
  await w.repo(bob, 'Bench', { template: true })
  await w.as(alice).post('/orgs/guild/repos', { name: 'tools', private: true }).gives(201)
  await w.as(alice).post('/orgs/lodge/repos', { name: 'ritual' }).gives(201)
  return { alice, bob, root, recluse }
}

scenario('getReposSearch: who finds what', async (w) => {
  const { alice, bob, root, recluse } = await town(w)
  assert.deepEqual(await names(w, null, ''), ['bob/Bench', 'alice/engine'])
  assert.deepEqual(await names(w, bob, ''), ['bob/Bench', 'alice/engine'])
  assert.deepEqual(await names(w, alice, ''), ['bob/Bench', 'alice/engine', 'lodge/ritual', 'alice/secret', 'guild/tools'])
  for (const word of ['false', '0', 'no', 'nonsense']) assert.deepEqual(await names(w, alice, `private=${word}`), ['bob/Bench', 'alice/engine'], word)
  for (const word of ['', 'true', '1', 'on']) assert.equal((await names(w, alice, `private=${word}`)).length, 5, word)
  assert.deepEqual(await names(w, recluse, 'q=cave'), ['recluse/cave'])
  assert.equal((await names(w, root, '')).length, 6)
  await w.as(alice).put('/repos/alice/secret/collaborators/bob', { permission: 'read' }).gives(204)
  assert.deepEqual(await names(w, bob, 'q=secret'), ['alice/secret'])
  assert.deepEqual(await names(w, bob, `uid=${bob.id}`), ['bob/Bench', 'alice/secret'])
  assert.deepEqual(await names(w, bob, `uid=${bob.id}&exclusive=true`), ['bob/Bench'])
  assert.deepEqual(await names(w, bob, `uid=${bob.id}&mode=collaborative`), ['alice/secret'])
  assert.deepEqual(await names(w, null, `uid=${bob.id}`), ['bob/Bench'])
  assert.deepEqual(await names(w, null, 'uid=9223372036854775807'), [])
  assert.deepEqual(await names(w, bob, 'uid=999'), [])
  for (const none of ['uid=-1', 'uid=x', 'team_id=-1', 'starredBy=-1', 'priority_owner_id=-1']) assert.deepEqual(await names(w, null, none), ['bob/Bench', 'alice/engine'], none)
  const restricted = await w.user('guest', { restricted: true })
  assert.deepEqual(await names(w, restricted, ''), [])
  await w.as(alice).put('/repos/alice/secret/collaborators/guest', { permission: 'write' }).gives(204)
  assert.deepEqual(await names(w, restricted, ''), ['alice/secret'])
})

scenario('getReposSearch: words, flags and order', async (w) => {
  const { alice, bob } = await town(w)
  await w.as(alice).put('/repos/alice/engine/topics', { topics: ['steam', 'power'] }).gives(204)
  assert.deepEqual(await names(w, null, 'q=ENG'), ['alice/engine'])
  assert.deepEqual(await names(w, null, 'q=eng,benc'), ['bob/Bench', 'alice/engine'])
  assert.deepEqual(await names(w, null, 'q=pow'), ['alice/engine'])
  assert.deepEqual(await names(w, null, 'q=pow&topic=true'), [])
  assert.deepEqual(await names(w, null, 'q=power&topic=true'), ['alice/engine'])
  assert.deepEqual(await names(w, null, 'q=thing'), [])
  assert.deepEqual(await names(w, null, 'q=thing&includeDesc=1'), ['alice/engine'])
  assert.deepEqual(await names(w, null, 'q=bob/b'), ['bob/Bench'])
  for (const q of ['%25', '_', '%22', '%22%2C%22', "'", '\\']) assert.deepEqual(await names(w, null, `q=${q === '\\' ? '%5C' : q}`), [], q)
  assert.deepEqual(await names(w, alice, 'is_private=true'), ['alice/secret', 'guild/tools'])
  assert.deepEqual(await names(w, alice, 'template=true'), ['bob/Bench'])
  assert.deepEqual(await names(w, null, 'archived=true'), [])
  assert.deepEqual(await names(w, null, 'mode=fork'), [])
  assert.deepEqual(await names(w, null, 'mode=source'), ['bob/Bench', 'alice/engine'])
  assert.deepEqual(await names(w, null, 'sort=alpha'), ['alice/engine', 'bob/Bench'])
  assert.deepEqual(await names(w, null, 'sort=id&order=desc'), ['bob/Bench', 'alice/engine'])
  for (const sort of ['created', 'updated', 'size', 'git_size', 'lfs_size', 'stars', 'forks']) assert.equal((await names(w, null, `sort=${sort}&order=desc`)).length, 2, sort)
  assert.deepEqual(await names(w, null, `priority_owner_id=${alice.id}`), ['alice/engine', 'bob/Bench'])
  await w.as(bob).put('/user/starred/alice/engine').gives(204)
  assert.deepEqual(await names(w, null, `starredBy=${bob.id}`), ['alice/engine'])
  for (const query of ['mode=moon', 'sort=id;drop', 'sort=id&order=sideways']) await w.anonymous.get(`/repos/search?${query}`).gives(422)
  await w.as(alice).get('/repos/search?limit=2&page=2').gives(200, { data: [{ name: 'ritual' }, { name: 'secret' }] }).header('x-total-count', '5').header('link', /rel="prev"/)
  await w.as(alice).get('/repos/search?page=99').gives(200, { data: [] }).header('x-total-count', '5')
})

scenario('getReposSearch: mirrors by mode', async (w) => {
  const alice = await w.user('alice')
  const { id } = await w.repo(alice, 'copy')
  await w.repo(alice, 'own')
  await w.cx.write((tx) => repoStore.update(tx, id, { is_mirror: true }))
  assert.deepEqual(await names(w, null, 'mode=mirror'), ['alice/copy'])
  assert.deepEqual(await names(w, null, 'mode=source'), ['alice/own'])
  assert.deepEqual(await names(w, null, 'mode=collaborative'), ['alice/own'])
  assert.deepEqual(await names(w, null, `mode=collaborative&uid=${alice.id}`), [])
  assert.deepEqual(await names(w, null, ''), ['alice/copy', 'alice/own'])
})
