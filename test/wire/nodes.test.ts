import assert from 'node:assert/strict'
import { openApp } from '../../src/app.ts'
import { start } from '../../src/git/index.ts'
import { openLog } from '../../src/kernel/log.ts'
import { commit, git, workTree } from '../kit/git.ts'
import { scenario } from '../kit/world.ts'

// SQLite is for one node; several stand on PostgreSQL and the same data folder
if (process.env.CODESTEAD_TEST_PG) {
  scenario('two nodes side by side: what one has done the other knows at once', async (w) => {
    const alice = await w.user('alice')
    await w.repo(alice, 'demo')
    const second = await openApp({ config: w.cx.config, log: openLog({ level: 'error' }), migrated: true, git: await start({ durable: false }) })
    const there = async (url: string, password = alice.password) => {
      const got = await second.server.inject({ url: `/api/v1${url}`, headers: { authorization: `Basic ${Buffer.from(`alice:${password}`).toString('base64')}` } })
      return { status: got.statusCode, body: got.body ? JSON.parse(got.body) : undefined }
    }
    try {
      assert.equal((await there('/repos/alice/demo')).body.empty, true)
      const cwd = await workTree(w, alice, 'alice/demo')
      for (const text of ['one', 'two']) {
        const sha = await commit(cwd, 'a.txt', text)
        await git(cwd, ['push', '-q', 'origin', 'main'])
        assert.equal((await there('/repos/alice/demo/branches/main')).body.commit.id, sha)
        assert.equal((await there('/repos/alice/demo/commits?limit=1')).body[0].sha, sha)
      }
      await w.as(alice).post('/repos/alice/demo/issues', { title: 'one' }).gives(201, { number: 1 })
      const made = await Promise.all(Array.from({ length: 12 }, async (_, i) => {
        if (i % 2) return (await w.as(alice).post('/repos/alice/demo/issues', { title: `x${i}` }).gives(201)).body.number
        const got = await second.server.inject({ method: 'POST', url: '/api/v1/repos/alice/demo/issues', headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(`alice:${alice.password}`).toString('base64')}` }, payload: JSON.stringify({ title: `y${i}` }) })
        assert.equal(got.statusCode, 201, got.body)
        return JSON.parse(got.body).number
      }))
      assert.deepEqual(made.sort((a, b) => a - b), Array.from({ length: 12 }, (_, i) => i + 2))
      const root = await w.user('root', { admin: true })
      await w.as(root).patch('/admin/users/alice', { password: 'another password', must_change_password: false }).gives(200)
      assert.equal((await there('/user')).status, 401)
      assert.equal((await there('/user', 'another password')).status, 200)
      await w.as(root).patch('/admin/users/alice', { prohibit_login: true }).gives(200)
      assert.equal((await there('/user', 'another password')).status, 401)
    } finally {
      await second.cx.git.close()
      await second.close()
    }
  })
}
