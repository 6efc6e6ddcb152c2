import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

scenario('createReposGenerate: a new repository begins with the files, topics, labels, rules and hooks of a template', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'plain', { auto_init: true })
  await w.repo(alice, 'mould', { auto_init: true, description: 'the mould', template: true })
  const at = '/repos/alice/mould'
  const files = { '.gitea/template': 'docs/**\n# note\n*.txt\n', 'docs/$REPO_NAME.md': '${REPO_NAME_PASCAL} by $REPO_OWNER from $TEMPLATE_NAME, $UNKNOWN', 'src/$REPO_NAME': '$REPO_NAME', 'a.txt': '$REPO_DESCRIPTION' }
  await w.as(alice).post(`${at}/contents`, { files: Object.entries(files).map(([path, text]) => ({ operation: 'create', path, content: base64(text) })) }).gives(201)
  await w.as(alice).put(`${at}/topics`, { topics: ['mould'] }).gives(204)
  await w.as(alice).post(`${at}/labels`, { name: 'odd', color: '#112233' }).gives(201)
  await w.as(alice).post(`${at}/branch_protections`, { rule_name: 'main', required_approvals: 2 }).gives(201)
  await w.as(alice).post(`${at}/hooks`, { type: 'gitea', config: { url: 'http://example.com/secret', content_type: 'json' }, events: ['push'] }).gives(201)
  const all = { git_content: true, topics: true, labels: true, protected_branch: true, webhooks: true, git_hooks: true, avatar: true }
  const make = (who: typeof alice | null, body: object, from = at) => w.as(who).post(`${from}/generate`, body)

  await make(bob, { owner: 'bob', name: 'my-new_one', description: '../x', ...all })
    .gives(201, { full_name: 'bob/my-new_one', size: 0, topics: ['mould'], empty: false, template: false, default_branch: 'main', permissions: { admin: true } })
    .emits('repo.created', 'repo.generated', 'ref.created')
  const mine = '/repos/bob/my-new_one'
  const commits = (await w.as(bob).get(`${mine}/commits`).gives(200)).body
  assert.equal(commits.length, 1)
  assert.equal(commits[0].commit.message, 'Initial commit\n')
  const read = async (path: string) => Buffer.from((await w.as(bob).get(`${mine}/contents/${path}`).gives(200)).body.content, 'base64').toString()
  assert.equal(await read('docs/my-new_one.md'), 'MyNewOne by bob from mould, $UNKNOWN')
  assert.equal(await read('src/$REPO_NAME'), '$REPO_NAME')
  assert.equal(await read('a.txt'), '../x')
  await w.as(bob).get(`${mine}/contents/.gitea/template`).gives(404)
  await w.as(bob).get(`${mine}/labels`).gives(200, [{ name: 'odd', color: '112233' }])
  await w.as(bob).get(`${mine}/branch_protections`).gives(200, [{ rule_name: 'main', required_approvals: 2 }])
  await w.as(bob).get(`${mine}/hooks`).gives(200, [])
  // nothing of the history comes along
  const old = (await w.as(alice).get(`${at}/commits`).gives(200)).body[0].sha
  await w.as(bob).get(`${mine}/git/commits/${old}`).gives(404)
  await w.settled()
  assert.ok((await w.as(bob).get(mine).gives(200)).body.size > 0)

  await make(alice, { owner: 'alice', name: 'hooked', webhooks: true, private: true }).gives(201, { private: true, empty: true })
  await w.as(alice).get('/repos/alice/hooked/hooks').gives(200, [{ config: { url: 'http://example.com/secret' } }])
})

scenario('createReposGenerate: what is refused', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.repo(alice, 'plain', { auto_init: true })
  await w.repo(alice, 'mould', { auto_init: true, template: true })
  await w.repo(alice, 'hidden', { template: true, private: true })
  await w.org(alice, 'ours')
  const make = (who: typeof alice | null, body: object, from = 'mould') => w.as(who).post(`/repos/alice/${from}/generate`, body)
  await make(bob, { owner: 'bob', name: 'x', git_content: true }, 'plain').gives(422).says('this is not a template repo').emits()
  await make(bob, { owner: 'bob', name: 'x' }).gives(422).says('must select at least one template item').emits()
  await make(bob, { name: 'x', topics: true }).gives(404).empty()
  await make(bob, { owner: 'nobody', name: 'x', topics: true }).gives(404)
  await make(bob, { owner: 'alice', name: 'x', topics: true }).gives(403)
  await make(bob, { owner: 'BOB', name: 'x', topics: true }).gives(403).emits()
  await make(bob, { owner: 'ours', name: 'x', topics: true }).gives(403)
  await make(bob, { owner: 'bob', name: 'x', topics: true }, 'hidden').gives(404)
  await make(null, { owner: 'bob', name: 'x', topics: true }).gives(401)
  await make(bob, { owner: 'bob', topics: true }).gives(422).says('[Name]: Required')
  await make(bob, { owner: 'bob', name: 'a.git', topics: true }).gives(422)
  await make(bob, { owner: 'bob', name: 'x', topics: true, default_branch: 'a..b' }).gives(422).emits()
  await make(alice, { owner: 'alice', name: 'plain', topics: true }).gives(409)
  await make(alice, { owner: 'ours', name: 'x', topics: true, default_branch: 'trunk' }).gives(201, { full_name: 'ours/x', default_branch: 'trunk', empty: true })
  await make(root, { owner: 'bob', name: 'y', git_content: true }).gives(201, { full_name: 'bob/y' })
})

scenario('createReposGenerate: the new owner is the author, and the picture is there with the repository', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'mould', { auto_init: true, template: true })
  await w.org(bob, 'ours', { full_name: 'All of us', email: 'us@example.org' })
  const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await w.as(alice).post('/repos/alice/mould/avatar', { image }).gives(204)
  const made = (await w.as(bob).post('/repos/alice/mould/generate', { owner: 'ours', name: 'x', git_content: true, avatar: true })
    .gives(201).emits('repo.created', 'repo.generated', 'ref.created')).body
  assert.match(made.avatar_url, /\/repo-avatars\/[0-9a-f]{64}$/)
  await w.anonymous.get(`/${new URL(made.avatar_url).pathname}`).gives(200).header('content-type', 'image/png')
  await w.as(bob).get('/repos/ours/x/commits').gives(200, [{ commit: { author: { name: 'All of us', email: 'us@example.org' }, committer: { name: 'All of us' } } }])
  // each bears its own: taking one away leaves the other
  await w.as(alice).delete('/repos/alice/mould/avatar').gives(204)
  await w.anonymous.get(`/${new URL(made.avatar_url).pathname}`).gives(200)
})
