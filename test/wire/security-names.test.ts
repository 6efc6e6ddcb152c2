// Names of people, organizations and repositories that would be paths, routes, or look like somebody else's.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { scenario, type Reply } from '../kit/world.ts'

const shapes = ['.', '..', '../x', '../../etc', 'a/b', 'a\\b', '/etc', '-', '--help', '.git', 'a.', '.a', '-a', 'a b', 'a\tb', 'a\nb', 'a\0b', '', ' ', 'a..b', 'a%2fb', 'a?b', 'a#b', 'a:b', 'a@b', 'a\u200bb', '\u0430lice', 'e\u0301', '\u202ea', '<b>', '"', "'", '$(id)', '`id`', ';id']
const routes = ['api', 'v2', 'assets', 'attachments', 'avatars', 'captcha', 'login', 'org', 'repo', 'user', 'explore', 'issues', 'pulls', 'milestones', 'notifications', 'metrics', 'ghost', 'gitea-actions', '.well-known', 'favicon.ico', 'robots.txt', 'API', 'Login', 'User']
const endings = ['x.git', 'x.wiki', 'x.rss', 'x.atom', 'x.GIT', 'x.Wiki']
/** the feed, the keys and the picture of an account are at such addresses */
const ofAccounts = ['x.keys', 'x.gpg', 'x.png', 'x.rss', 'x.atom', 'x.Keys', 'x.RSS']

scenario('names of accounts: nothing that is a path, a route or another script, however it is asked for', async (w) => {
  const root = await w.user('root', { admin: true })
  const alice = await w.user('alice')
  await w.org(alice, 'acme')
  const before = await w.cx.db.selectFrom('account').select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  // and whatever is at the root of the site today
  const roots = new Set(w.app.declarations.filter((one) => one.site).map((one) => one.path.split('/')[1]).filter((one) => one && /^[\w.-]+$/.test(one)))
  for (const name of [...shapes, ...routes, ...roots, ...ofAccounts, 'x'.repeat(41), 'ALICE', 'Acme', 'root']) {
    const e = encodeURIComponent(name)
    const tries: Record<string, () => Reply> = {
      admin: () => w.as(root).post('/admin/users', { username: name, email: 'x@example.com', password: 'correct horse 1' }),
      org: () => w.as(alice).post('/orgs', { username: name }),
      adminOrg: () => w.as(root).post('/admin/users/alice/orgs', { username: name }),
      rename: () => w.as(root).post('/admin/users/alice/rename', { new_username: name }),
      renameOrg: () => w.as(alice).post('/orgs/acme/rename', { new_name: name }),
    }
    for (const [how, reply] of Object.entries(tries)) {
      const { status, text } = await reply()
      // putting one's own name in other letters is a rename like any
      if (name === 'ALICE' && how === 'rename') await w.as(root).post('/admin/users/ALICE/rename', { new_username: 'alice' })
      else if (name === 'Acme' && how === 'renameOrg') await w.as(alice).post('/orgs/Acme/rename', { new_name: 'acme' })
      else assert.ok([400, 404, 409, 422].includes(status), `${how} ${JSON.stringify(name)}: ${status} ${text.slice(0, 100)}`)
    }
    assert.ok((await w.anonymous.get(`/users/${e}`)).status < 500)
  }
  const after = await w.cx.db.selectFrom('account').select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  assert.deepEqual(after, before)
  await w.anonymous.get('/users/alice').gives(200, { login: 'alice' })
})

scenario('names of repositories: the same, for every way to make or rename one', async (w) => {
  const root = await w.user('root', { admin: true })
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'acme')
  await w.repo(alice, 'there', { auto_init: true, template: true })
  await w.repo(bob, 'theirs', { auto_init: true })
  const shelves = () => readdirSync(join(w.cx.config.data, 'repositories'), { recursive: true }).filter((one) => String(one).endsWith('.git')).length
  const before = shelves()
  // dashes and dots may stand anywhere in them; no program ever sees these names
  for (const name of [...shapes.filter((one) => !/^([.-]a|a\.|--help)$/.test(one)), ...endings, 'x'.repeat(101)]) {
    // a name of nothing is no rename, and no name at all for what has one of its own
    const tries: Record<string, () => Reply> = {
      user: () => w.as(alice).post('/user/repos', { name }),
      org: () => w.as(alice).post('/orgs/acme/repos', { name }),
      admin: () => w.as(root).post('/admin/users/alice/repos', { name }),
      ...(name === '' ? {} : { rename: () => w.as(alice).patch('/repos/alice/there', { name }), fork: () => w.as(alice).post('/repos/bob/theirs/forks', { name }) }),
      generate: () => w.as(alice).post('/repos/alice/there/generate', { owner: 'alice', name, git_content: true }),
      migrate: () => w.as(alice).post('/repos/migrate', { clone_addr: 'http://127.0.0.1:1/x', repo_name: name }),
      wiki: () => w.as(alice).get(`//alice/${encodeURIComponent(name)}.wiki.git/info/refs?service=git-receive-pack`),
    }
    for (const [how, reply] of Object.entries(tries)) {
      const { status, text } = await reply()
      assert.ok([400, 404, 409, 422].includes(status), `${how} ${JSON.stringify(name)}: ${status} ${text.slice(0, 100)}`)
    }
  }
  assert.equal(shelves(), before)
  await w.as(alice).get('/user/repos').gives(200, [{ name: 'there' }]).header('x-total-count', '1')
})

scenario('names of repositories: those of routes are names like any, and lead to the repository', async (w) => {
  const alice = await w.user('alice')
  for (const name of ['settings', 'issues', 'new', 'api', 'v2', '-x', 'x--y', '_', 'info', 'refs', 'constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const { status } = await w.as(alice).post('/user/repos', { name, auto_init: true })
    if (status === 422) continue
    assert.equal(status, 201, name)
    await w.anonymous.get(`/repos/alice/${name}`).gives(200, { name })
    await w.anonymous.get(`//alice/${name}.git/info/refs?service=git-upload-pack`).gives(200)
  }
})
