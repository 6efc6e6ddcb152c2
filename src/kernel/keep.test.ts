import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { scenario } from '../../test/kit/world.ts'
import { openDatabase, sql } from './db.ts'
import { makeKeeper } from './keep.ts'
import type { Rq } from './route.ts'

scenario('kept answers: the same until something is written, and never another caller\'s', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'secret', { private: true })
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 't', scopes: ['all'] })).body.sha1
  const first = await w.as(alice, { token }).get('/repos/alice/secret').gives(200)
  assert.equal((await w.as(alice, { token }).get('/repos/alice/secret').gives(200)).text, first.text)
  await w.as(bob).get('/repos/alice/secret').gives(404)
  await w.anonymous.get('/repos/alice/secret').gives(404)
  await w.as(alice).get('/repos/alice/secret', { host: 'other.example' }).gives(200, { html_url: 'http://other.example/alice/secret' })
  await w.as(alice).patch('/repos/alice/secret', { description: 'new' }).gives(200)
  await w.as(alice, { token }).get('/repos/alice/secret').gives(200, { description: 'new' })
  await w.as(alice).delete('/users/alice/tokens/t').gives(204)
  await w.as(alice, { token }).get('/repos/alice/secret').gives(401)
})

async function keeping(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'codestead-keep-'))
  const database = await openDatabase(join(folder, 'a.db'))
  t.after(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  const keeper = makeKeeper(database)
  const nameOf = (url: string) => keeper.nameOf({ headers: {}, cx: { root: '' }, url } as Rq)!
  const kept = (size: number) => ({ status: 200, headers: {}, body: Buffer.alloc(size), again: undefined })
  const write = () => database.transaction(async (tx) => void (await sql`create table if not exists t (a integer)`.execute(tx), await sql`insert into t values (1)`.execute(tx)))
  return { keeper, nameOf, kept, write }
}

test('kept answers: only what was asked for before, and from the first asking after a write', async (t) => {
  const { keeper, nameOf, kept, write } = await keeping(t)
  assert.equal(keeper.wants(nameOf('/a')), false)
  assert.equal(keeper.wants(nameOf('/b')), false)
  assert.equal(keeper.wants(nameOf('/a')), true)
  const old = nameOf('/a')
  keeper.put(old, kept(10))
  assert.equal(keeper.find(nameOf('/a'))?.body.length, 10)
  await write()
  assert.equal(keeper.find(nameOf('/a')), undefined)
  keeper.put(old, kept(10))
  assert.equal(keeper.find(nameOf('/a')), undefined, 'made before the write')
  assert.equal(keeper.wants(nameOf('/a')), true)
  for (let i = 0; i < 10_000; i++) keeper.wants(nameOf(`/once/${i}`))
  assert.equal(keeper.wants(nameOf('/a')), false, 'what was long ago is forgotten')
})

test('kept answers: small ones are bounded too', async (t) => {
  const { keeper, nameOf, kept } = await keeping(t)
  const names = Array.from({ length: 20_000 }, (_, i) => nameOf(`/${i}`))
  for (const name of names) keeper.put(name, kept(500))
  const found = names.filter((name) => keeper.find(name)).length
  assert.ok(found > 1000 && found < 8000, `${found} are kept`)
  assert.ok(keeper.find(names.at(-1)!))
  assert.equal(keeper.find(names[0]), undefined)
})
