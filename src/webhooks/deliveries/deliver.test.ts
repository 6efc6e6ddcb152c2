import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loopback, receiver } from '../../../test/kit/receiver.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const run = promisify(execFile)
const environment = { PATH: process.env.PATH!, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.com', GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.com' }
const git = (cwd: string, ...args: string[]) => run('git', args, { cwd, env: environment })

async function working(w: World, person: Person, repo: string) {
  const root = (await w.listening()).replace('http://', `http://${person.name}:${encodeURIComponent(person.password)}@`)
  const cwd = w.folder()
  await git(cwd, 'init', '-q', '-b', 'main')
  await git(cwd, 'remote', 'add', 'origin', `${root}/${person.name}/${repo}.git`)
  return {
    git: (...args: string[]) => git(cwd, ...args),
    async commit(name: string, text: string) {
      writeFileSync(join(cwd, name), text)
      await git(cwd, 'add', '-A')
      await git(cwd, 'commit', '-qm', `change ${name}`)
    },
    push: (...refs: string[]) => git(cwd, 'push', '-q', 'origin', ...refs),
  }
}
const tasks = (w: World) => w.cx.db.selectFrom('hook_task').selectAll().orderBy('id').execute()

scenario('a push reaches a hook signed, with the commits and what they touched', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine')
    const { id } = (await w.as(ann).post('/repos/ann/engine/hooks', { type: 'gitea', config: { url: there.url, content_type: 'json', secret: 'key' }, events: ['push', 'create', 'delete'], authorization_header: 'Bearer abc', active: true }).gives(201)).body
    const work = await working(w, ann, 'engine')
    await work.commit('a.txt', 'one\n')
    await work.push('main')
    await work.commit('b.txt', 'two\n')
    await work.commit('a.txt', 'three\n')
    await work.push('main')
    await w.settled()
    assert.deepEqual(there.seen.map((one) => one.headers['x-gitea-event']), ['create', 'push', 'push'])
    const [create, first, second] = there.seen
    assert.equal(create.body.ref, 'main')
    assert.equal(create.body.ref_type, 'branch')
    assert.equal(first.body.before, '0'.repeat(40))
    assert.equal(first.body.after, create.body.sha)
    assert.equal(second.body.before, first.body.after)
    assert.equal(second.body.ref, 'refs/heads/main')
    assert.equal(second.body.total_commits, 2)
    assert.deepEqual(second.body.commits.map((one: any) => [one.message, one.added, one.modified, one.author.username]), [
      ['change a.txt\n', [], ['a.txt'], 'ann'], ['change b.txt\n', ['b.txt'], [], 'ann'],
    ])
    assert.equal(second.body.head_commit.id, second.body.after)
    assert.equal(second.body.repository.full_name, 'ann/engine')
    assert.equal(second.body.sender.login, 'ann')
    assert.match(second.body.compare_url, /\/ann\/engine\/compare\/[0-9a-f]{40}\.\.\.[0-9a-f]{40}$/)
    const digest = (algorithm: string) => createHmac(algorithm, 'key').update(second.text).digest('hex')
    const { headers } = second
    assert.equal(second.method, 'POST')
    assert.equal(headers['x-gitea-signature'], digest('sha256'))
    assert.equal(headers['x-gogs-signature'], digest('sha256'))
    assert.equal(headers['x-hub-signature'], `sha1=${digest('sha1')}`)
    assert.equal(headers['x-hub-signature-256'], `sha256=${digest('sha256')}`)
    assert.equal(headers.authorization, 'Bearer abc')
    assert.equal(headers['content-type'], 'application/json')
    assert.match(String(headers['x-gitea-delivery']), /^[0-9a-f-]{36}$/)
    for (const brand of ['gitea', 'gogs', 'github']) {
      assert.equal(headers[`x-${brand}-delivery`], headers['x-gitea-delivery'])
      assert.equal(headers[`x-${brand}-event`], 'push')
      assert.equal(headers[`x-${brand}-event-type`], 'push')
    }
    assert.equal(headers['x-gitea-hook-installation-target-type'], 'repository')
    assert.match(second.text, /^\{\n {2}"ref"/)
    assert.ok((await tasks(w)).every((one) => one.is_succeeded && JSON.parse(one.response).body === 'thanks'))
    await w.as(ann).delete(`/repos/ann/engine/hooks/${id}`).gives(204)
    assert.equal((await tasks(w)).length, 0)
  } finally {
    there.close()
  }
}, loopback)

scenario('a form carries the payload in one field, signed as JSON; without a secret the signatures are empty', async (w) => {
  const there = await receiver({ status: 500, body: 'x'.repeat(100_000) })
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine')
    const post = (secret: string) => w.as(ann).post('/user/hooks', { type: 'gogs', config: { url: there.url, content_type: 'form', secret }, active: true }).gives(201)
    await post('key')
    await post('')
    const work = await working(w, ann, 'engine')
    await work.commit('a.txt', 'one\n')
    await work.push('main')
    await w.settled()
    const signed = there.seen.find((one) => one.headers['x-gitea-signature'] !== '')!
    const payload = new URLSearchParams(signed.text).get('payload')!
    assert.equal(signed.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(signed.headers['x-gitea-signature'], createHmac('sha256', 'key').update(payload).digest('hex'))
    assert.equal(signed.headers['x-gitea-hook-installation-target-type'], 'user')
    assert.equal(JSON.parse(payload).total_commits, 1)
    const bare = there.seen.find((one) => one.headers['x-gitea-signature'] === '')!
    assert.equal(bare.headers['x-hub-signature'], 'sha1=')
    assert.equal(bare.headers['x-hub-signature-256'], 'sha256=')
    const rows = await tasks(w)
    assert.equal(rows.length, 2)
    // an answer is an answer: nothing is sent twice by itself, and little of it is kept
    assert.equal(there.seen.length, 2)
    for (const row of rows) {
      assert.equal(row.is_succeeded, false)
      assert.equal(JSON.parse(row.response).status, 500)
      assert.equal(JSON.parse(row.response).body.length, 64 * 1024)
    }
  } finally {
    there.close()
  }
}, loopback)

scenario('branch filters, inactive hooks and other events keep quiet; system hooks hear everything', async (w) => {
  const there = await receiver()
  try {
    const root = await w.user('root', { admin: true })
    const ann = await w.user('ann')
    await w.repo(ann, 'engine')
    const hook = (name: string, more: object) => ({ type: 'gitea', config: { url: `${there.url}/${name}`, content_type: 'json', is_system_webhook: 'true' }, events: ['push', 'delete'], active: true, ...more })
    await w.as(ann).post('/repos/ann/engine/hooks', hook('side', { branch_filter: '{side,v*}' })).gives(201)
    await w.as(ann).post('/repos/ann/engine/hooks', hook('off', { active: false })).gives(201)
    await w.as(ann).post('/repos/ann/engine/hooks', hook('release', { events: ['release'] })).gives(201)
    await w.as(root).post('/admin/hooks', hook('system', {})).gives(201)
    const work = await working(w, ann, 'engine')
    await work.commit('a.txt', 'one\n')
    await work.push('main')
    await work.push('main:side')
    await work.git('tag', 'v1')
    await work.push('v1')
    await work.push(':side', ':v1')
    await w.settled()
    const told = (name: string) => there.seen.filter((one) => one.path === `/in/${name}`).map((one) => `${one.headers['x-gitea-event']} ${one.body.ref} ${one.body.total_commits ?? ''}`.trim())
    assert.deepEqual(told('side'), ['push refs/heads/side 0', 'push refs/tags/v1 0', 'delete side', 'push refs/tags/v1 0', 'delete v1'])
    assert.deepEqual(told('system'), ['push refs/heads/main 1', ...told('side')])
    assert.deepEqual(told('off'), [])
    assert.deepEqual(told('release'), [])
    const system = there.seen.find((one) => one.path === '/in/system')!
    assert.equal(system.headers['x-gitea-hook-installation-target-type'], 'system')
  } finally {
    there.close()
  }
}, loopback)

scenario('this machine is out of reach unless the administrator allows it', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine')
    await w.as(ann).post('/repos/ann/engine/hooks', { type: 'gitea', config: { url: there.url, content_type: 'json' }, active: true }).gives(201)
    const work = await working(w, ann, 'engine')
    await work.commit('a.txt', 'one\n')
    await work.push('main')
    await w.settled()
    assert.equal(there.seen.length, 0)
    const [row] = await tasks(w)
    assert.equal(row.is_succeeded, false)
    assert.notEqual(row.delivered_at, null)
    assert.match(JSON.parse(row.response).error, /not a public address/)
  } finally {
    there.close()
  }
})

scenario('createReposHooksTestsById sends the head once more, whatever the hook asks for', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    const bob = await w.user('bob')
    await w.repo(ann, 'engine')
    const make = async (active: boolean) => (await w.as(ann).post('/repos/ann/engine/hooks', { type: 'gitea', config: { url: there.url, content_type: 'json' }, events: ['release'], branch_filter: 'none', active }).gives(201)).body.id
    const [on, off] = [await make(true), await make(false)]
    await w.as(ann).post(`/repos/ann/engine/hooks/${on}/tests`).gives(204).empty()
    assert.equal((await tasks(w)).length, 0)
    const work = await working(w, ann, 'engine')
    await work.commit('a.txt', 'one\n')
    await work.push('main')
    await w.anonymous.post(`/repos/ann/engine/hooks/${on}/tests`).gives(401)
    await w.as(bob).post(`/repos/ann/engine/hooks/${on}/tests`).gives(403)
    await w.as(ann).post('/repos/ann/engine/hooks/999/tests').gives(404).empty()
    await w.as(ann).post(`/repos/ann/engine/hooks/${on}/tests?ref=refs/heads/any`).gives(204)
    await w.as(ann).post(`/repos/ann/engine/hooks/${off}/tests`).gives(204)
    await w.settled()
    assert.equal(there.seen.length, 1)
    const { body } = there.seen[0]
    assert.equal(body.ref, 'refs/heads/any')
    assert.equal(body.before, body.after)
    assert.equal(body.commits.length, 1)
    assert.deepEqual((await tasks(w)).map((one) => one.is_succeeded), [true, false])
  } finally {
    there.close()
  }
}, loopback)

scenario('what was stored before a crash is sent afterwards, under the same delivery id', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine')
    const { id } = (await w.as(ann).post('/repos/ann/engine/hooks', { type: 'gitea', config: { url: there.url, content_type: 'json' }, active: true }).gives(201)).body
    const now = w.cx.now()
    // as a process leaves it that died while sending
    await w.cx.write(async (tx) => {
      await tx.insertInto('hook_task').values({ hook_id: id, uuid: 'first', event_type: 'push', payload: '{}', created_at: now, claimed_until: now + 30, delivered_at: null, is_succeeded: false, response: '' }).execute()
      await tx.insertInto('job').values({ kind: 'webhook.deliver', key: `hook:${id}`, payload: JSON.stringify({ hook_id: id }), run_at: now, attempts: 1, lease: 'gone', lease_until: now + 120, last_error: '', created_at: now, dead_at: null }).execute()
    })
    await w.settled()
    assert.equal(there.seen.length, 0)
    w.later(121)
    await w.settled()
    assert.deepEqual(there.seen.map((one) => one.headers['x-gitea-delivery']), ['first'])
    w.later(8 * 24 * 3600)
    assert.equal(await w.cx.jobs.runCron(w.cx, 'cleanup_hook_task_table'), true)
    assert.equal((await tasks(w)).length, 0)
  } finally {
    there.close()
  }
}, loopback)
