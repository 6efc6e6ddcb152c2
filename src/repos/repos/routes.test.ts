import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { scenario } from '../../../test/kit/world.ts'
import { objects, refs } from '../../git/index.ts'
import { gitDir, repoStore } from '../index.ts'
import { sweepStrays } from '../upkeep.ts'

const all = { admin: true, push: true, pull: true }

scenario('createUserRepos, getRepos: an empty repository, owned and watched', async (w) => {
  const alice = await w.user('alice')
  await w.as(alice).post('/user/repos', { name: 'Demo', description: 'A demo', license: 'MIT', trust_model: 'nonsense', owner_id: 99, is_mirror: true })
    .gives(201, { name: 'Demo', full_name: 'alice/Demo', empty: true, branch_count: 0, default_branch: 'main', permissions: all, watchers_count: 1, licenses: ['MIT'], mirror: false,
      size: 0, has_actions: true, owner: { login: 'alice', email: 'alice@example.com', active: false, is_admin: false }, object_format_name: 'sha1' })
    .emits('repo.created')
  await w.anonymous.get('/repos/ALICE/demo').gives(200, { full_name: 'alice/Demo', permissions: { admin: false, push: false, pull: true }, owner: { email: 'alice@example.com' } })
  await w.as(alice).post('/user/repos', { name: 'big', object_format_name: 'sha256', template: true }).gives(201, { object_format_name: 'sha256', template: true, has_actions: false })
  await w.anonymous.get('/repos/alice/none').gives(404).empty()
})

scenario('createUserRepos: auto_init writes one commit and announces its branch', async (w) => {
  const alice = await w.user('alice')
  const { body } = await w.as(alice).post('/user/repos', { name: 'two', description: 'Second\r\nline', auto_init: true, gitignores: 'Go,Node', license: 'MIT', default_branch: 'trunk', issue_labels: 'Default' })
    .gives(201, { empty: false, branch_count: 1, default_branch: 'trunk', licenses: ['MIT'] })
  const repo = (await repoStore.findWithOwner(w.cx.db, body.id))!
  const dir = gitDir(w.cx, repo)
  const oid = (await refs.read(dir, 'refs/heads/trunk'))!
  assert.equal(await refs.readHead(dir), 'trunk')
  const commit = await objects.commit(w.cx.git, dir, oid)
  assert.deepEqual([commit.message, commit.parents, commit.author.name, commit.author.email, commit.committer.email], ['Initial commit\n', [], 'alice', 'alice@example.com', 'alice@example.com'])
  const entries = await objects.tree(w.cx.git, dir, commit.tree)
  assert.deepEqual(entries.map((one) => `${one.mode} ${one.name}`), ['100644 .gitignore', '100644 LICENSE', '100644 README.md'])
  const text = async (name: string) => (await objects.blob(w.cx.git, dir, entries.find((one) => one.name === name)!.oid)).toString()
  assert.equal(await text('README.md'), '# two\n\nSecond\nline')
  assert.match(await text('.gitignore'), /^# ---> Go\n[^]*\n\n# ---> Node\n/)
  assert.match(await text('LICENSE'), new RegExp(`Copyright \\(c\\) ${new Date().getUTCFullYear()} alice\n`))
  assert.deepEqual([repo.refs_version, repo.is_empty], [1, false])
})

scenario('createUserRepos: what is refused leaves nothing behind', async (w) => {
  const alice = await w.user('alice')
  const post = (body: unknown) => w.as(alice).post('/user/repos', body)
  await w.anonymous.post('/user/repos', { name: 'x' }).gives(401)
  await post({}).gives(422).says('[Name]: Required').emits()
  await post({ name: 'a b' }).gives(422).says('[Name]: AlphaDashDot')
  await post({ name: 'x'.repeat(101) }).gives(422).says('[Name]: MaxSize')
  await post({ name: 'x', default_branch: '-d' }).gives(422).says('[DefaultBranch]: GitRefName')
  for (const name of ['.', '..', '-', 'x.git', 'x.WIKI', 'x.rss', 'x.atom', 'a..b']) await post({ name }).gives(422).emits()
  await post({ name: 'x', auto_init: true, readme: 'Fancy' }).gives(400).emits()
  await post({ name: 'x', auto_init: true, license: 'Mine' }).gives(422).emits()
  await post({ name: 'x', auto_init: true, gitignores: 'Go,../../x' }).gives(422).emits()
  await post({ name: 'x', issue_labels: 'Nice' }).gives(422).says('failed to load label template').emits()
  await post({ name: 'x', object_format_name: 'md5' }).gives(422).emits()
  await w.as(alice).get('/user/repos').gives(200, []).header('x-total-count', '0')
  await post({ name: 'x' }).gives(201)
  await post({ name: 'X' }).gives(409).says('already exists').emits()
  assert.deepEqual(await sweepStrays(w.cx, -1), [])
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 't', scopes: ['public-only', 'all'] }).gives(201)).body.sha1
  await w.as(alice, { token }).post('/user/repos', { name: 'y' }).gives(403)
})

scenario('createUserRepos: the limit of repositories holds for all but administrators', async (w) => {
  const [alice, root] = [await w.user('alice'), await w.user('root', { admin: true })]
  await w.as(alice).post('/user/repos', { name: 'one' }).gives(201)
  await w.as(alice).post('/user/repos', { name: 'two' }).gives(403).says('maximum limit').emits()
  for (const name of ['one', 'two']) await w.as(root).post('/user/repos', { name }).gives(201)
}, { max_repos_per_user: '1' })

scenario('createOrgsRepos, listOrgsRepos, deleteOrgsRepos: in organizations', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.org(alice, 'guild')
  await w.org(alice, 'hidden', { visibility: 'private' })
  await w.as(alice).post('/orgs/guild/repos', { name: 'tool', private: true, auto_init: true }).gives(201, { full_name: 'guild/tool', permissions: all, private: true })
    .emits('repo.created', 'ref.created')
  await w.as(bob).post('/orgs/guild/repos', { name: 'no' }).gives(403).emits()
  await w.as(bob).post('/orgs/hidden/repos', { name: 'no' }).gives(404).empty()
  await w.as(bob).post('/orgs/nobody/repos', { name: 'no' }).gives(404).empty()
  await w.anonymous.post('/orgs/guild/repos', { name: 'no' }).gives(401)
  await w.as(root).post('/orgs/guild/repos', { name: 'open' }).gives(201)
  await w.as(bob).get('/orgs/guild/repos').gives(200, [{ name: 'open' }]).header('x-total-count', '1')
  await w.as(alice).get('/orgs/guild/repos').gives(200, [{ name: 'tool', permissions: all }, { name: 'open' }]).header('x-total-count', '2')
  await w.anonymous.get('/orgs/nobody/repos').gives(404)
  await w.as(bob).delete('/orgs/guild/repos').gives(403)
  await w.anonymous.delete('/orgs/guild/repos').gives(401)
  await w.as(alice).delete('/orgs/guild/repos').gives(202).empty()
  await w.settled()
  await w.as(alice).get('/orgs/guild/repos').gives(200, [])
  await w.as(alice).delete('/orgs/guild/repos').gives(204).empty()
})

scenario('editRepos: rename leaves a redirect', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'other')
  const patch = (body: unknown) => w.as(alice).patch('/repos/alice/demo', body)
  await patch({ name: 'other' }).gives(422).says('already exists').emits()
  await patch({ name: '' }).gives(422).emits()
  await patch({ name: 'x.git' }).gives(422).emits()
  await patch({ name: 'DEMO' }).gives(200, { name: 'DEMO' }).emits('repo.renamed', 'repo.changed')
  await patch({ name: 'fresh' }).gives(200, { full_name: 'alice/fresh' }).emits('repo.renamed', 'repo.changed')
  await w.as(bob).get('/repos/alice/demo?x=1').gives(301).header('location', /\/api\/v1\/repos\/alice\/fresh\?x=1$/)
  await w.repo(alice, 'demo')
  await w.as(bob).get('/repos/alice/demo').gives(200, { name: 'demo' })
  await w.as(bob).patch('/repos/alice/demo', { name: 'x' }).gives(403).emits()
  await w.anonymous.patch('/repos/alice/demo', { name: 'x' }).gives(401)
  await w.anonymous.patch('/repos/alice/nothing', { name: 'x' }).gives(404)
})

scenario('editRepos: settings, units and archive', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const patch = (body: unknown) => w.as(alice).patch('/repos/alice/demo', body)
  await w.as(alice).patch('/repos/alice/demo').gives(200)
  await patch({ description: 'Now', website: 'not a url', template: true }).gives(200, { description: 'Now', website: 'not a url', template: true, has_actions: true })
  await patch({ default_branch: 'nowhere' }).gives(200, { default_branch: 'main' })
  await patch({ has_issues: true, internal_tracker: { enable_time_tracker: true } })
    .gives(200, { internal_tracker: { enable_time_tracker: true, allow_only_contributors_to_track_time: false, enable_issue_dependencies: false } })
  await patch({ has_issues: true, external_tracker: { external_tracker_url: 'x' } }).gives(422).says('External tracker URL not valid').emits()
  await patch({ has_issues: true, external_tracker: { external_tracker_url: 'https://t.example', external_tracker_format: 'https://t.example/{index' } }).gives(422).says('format')
  const tracked = (await patch({ has_issues: true, external_tracker: { external_tracker_url: 'https://t.example', external_tracker_format: 'https://t.example/{index}' } }).gives(200, { has_issues: true })).body
  assert.equal(tracked.internal_tracker, undefined)
  assert.equal(tracked.external_tracker.external_tracker_format, 'https://t.example/{index}')
  await patch({ external_tracker: { external_tracker_url: 'x' } }).gives(200)
  const none = (await patch({ has_issues: false }).gives(200, { has_issues: false })).body
  assert.equal(none.external_tracker, undefined)
  await patch({ has_wiki: true, external_wiki: { external_wiki_url: 'javascript:1' } }).gives(422)
  await patch({ has_wiki: true, external_wiki: { external_wiki_url: 'https://w.example' } }).gives(200, { has_wiki: true, external_wiki: { external_wiki_url: 'https://w.example' } })
  await patch({ has_projects: true, projects_mode: 'some' }).gives(422).says('[ProjectsMode]: In')
  await patch({ projects_mode: 'owner' }).gives(200, { projects_mode: 'all' })
  await patch({ has_projects: true, projects_mode: 'owner' }).gives(200, { projects_mode: 'owner' })
  await patch({ has_pull_requests: false }).gives(200, { has_pull_requests: false, allow_merge_commits: false, allow_manual_merge: true })
  await patch({ allow_rebase: false }).gives(200, { has_pull_requests: true, allow_rebase: false, allow_merge_commits: true })
  await patch({ default_update_style: 'squash' }).gives(422)
  await patch({ allow_merge_update: false, allow_rebase_update: false }).gives(422)
  await patch({ allow_merge_update: false }).gives(422)
  await patch({ allow_merge_update: false, default_update_style: 'rebase' }).gives(200, { default_update_style: 'rebase', allow_merge_update: false })
  await patch({ archived: true }).gives(200, { archived: true })
  await patch({ archived: false }).gives(200, { archived: false, archived_at: '1970-01-01T00:00:00Z' })
  await patch({ mirror_interval: '1s' }).gives(200, { mirror_interval: '' })
  await patch({ has_code: false }).gives(200, { has_code: false, permissions: { admin: true, push: false, pull: false } })
})

scenario('editRepos: what belongs to a unit goes with it', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const patch = (body: unknown) => w.as(alice).patch('/repos/alice/demo', body)
  const all = { enable_time_tracker: true, allow_only_contributors_to_track_time: true, enable_issue_dependencies: true }
  await patch({ has_issues: true, internal_tracker: {} }).gives(200, { internal_tracker: { enable_time_tracker: false } })
  await patch({ has_issues: true }).gives(200, { internal_tracker: { enable_time_tracker: false } })
  await patch({ has_issues: false }).gives(200)
  await patch({ has_issues: true }).gives(200, { internal_tracker: all })
  await patch({ has_issues: true, internal_tracker: {} }).gives(200)
  await patch({ has_issues: true, external_tracker: { external_tracker_url: 'https://t.example' } }).gives(200)
  await patch({ has_issues: true }).gives(200, { internal_tracker: all })

  await patch({ has_projects: true, projects_mode: 'repo' }).gives(200, { projects_mode: 'repo' })
  await patch({ has_projects: false }).gives(200, { has_projects: false, projects_mode: 'all' })
  await patch({ has_projects: true }).gives(200, { projects_mode: 'all' })

  await patch({ allow_squash_merge: false, default_merge_style: 'rebase', allow_merge_update: false, default_update_style: 'rebase' }).gives(200, { allow_squash_merge: false })
  await patch({ has_pull_requests: false, allow_rebase: false }).gives(200, { has_pull_requests: false })
  // equal to what a new unit would have, so nothing is switched on
  await patch({ allow_squash_merge: true }).gives(200, { has_pull_requests: false })
  await patch({ has_pull_requests: true }).gives(200, { allow_squash_merge: true, allow_rebase: true, default_merge_style: 'merge', allow_merge_update: true, default_update_style: 'merge' })
})

scenario('editRepos: going private takes stars and watches away, forks follow', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.as(bob).put('/user/starred/alice/demo').gives(204)
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  await w.as(bob).patch('/repos/bob/demo', { private: true }).gives(200, { private: false })
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200, { private: true, stars_count: 0, watchers_count: 0 })
  await w.as(bob).get('/repos/alice/demo').gives(404)
  const fork = (await w.as(bob).get('/repos/bob/demo').gives(200, { private: true, fork: true })).body
  assert.equal(fork.parent, undefined, 'a parent that may not be seen is not shown')
  await w.as(bob).get('/users/bob').gives(200, { starred_repos_count: 0 })
})

scenario('deleteRepos: rows at once, folders by a job, forks survive', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  const { id } = await w.repo(alice, 'demo', { auto_init: true })
  const folder = gitDir(w.cx, (await repoStore.findWithOwner(w.cx.db, id))!).path
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', { permission: 'admin' }).gives(204)
  await w.as(bob).delete('/repos/alice/demo').gives(403).says('owner').emits()
  await w.anonymous.delete('/repos/alice/demo').gives(401)
  await w.as(alice).delete('/repos/alice/demo').gives(204).empty().emits('repo.removed')
  await w.as(alice).delete('/repos/alice/demo').gives(404).empty().emits()
  assert.ok(existsSync(folder))
  await w.settled()
  assert.ok(!existsSync(folder))
  const fork = (await w.as(bob).get('/repos/bob/demo').gives(200, { fork: false })).body
  assert.equal(fork.parent, undefined)
  await w.as(root).delete('/repos/bob/demo').gives(204)
})

scenario('getRepositoriesById, listUsersRepos, listUserRepos: what each may see', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const open = await w.repo(alice, 'b-open')
  const secret = await w.repo(alice, 'a-secret', { private: true })
  await w.as(bob).get(`/repositories/${open.id}`).gives(200, { name: 'b-open' })
  await w.as(bob).get(`/repositories/${secret.id}`).gives(404).empty()
  await w.as(bob).get('/repositories/x').gives(404)
  await w.anonymous.get(`/repositories/${open.id}`).gives(401)
  await w.as(alice).get('/users/alice/repos').gives(200, [{ name: 'b-open' }, { name: 'a-secret' }])
  await w.as(bob).get('/users/alice/repos').gives(200, [{ name: 'b-open' }]).header('x-total-count', '1')
  await w.anonymous.get('/users/alice/repos').gives(200, [{ name: 'b-open' }])
  await w.anonymous.get('/users/nobody/repos').gives(404)
  await w.anonymous.get('/user/repos').gives(401)
  await w.as(alice).put('/repos/alice/a-secret/collaborators/bob', { permission: 'read' }).gives(204)
  await w.as(bob).get('/user/repos').gives(200, [{ name: 'a-secret', permissions: { admin: false, push: false, pull: true } }])
  await w.as(alice).get('/user/repos?limit=1').gives(200, [{ name: 'a-secret' }]).header('x-total-count', '2').header('link', /rel="next"/)
  const token = (await w.as(bob).post('/users/bob/tokens', { name: 't', scopes: ['public-only', 'all'] }).gives(201)).body.sha1
  await w.as(bob, { token }).get('/user/repos').gives(200, [])
})

scenario('createOrgRepos: the old address of an organization', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'ours')
  await w.org(alice, 'hidden', { visibility: 'private' })
  await w.as(alice).post('/org/ours/repos', { name: 'a' }).gives(201, { full_name: 'ours/a', permissions: { admin: true } }).emits('repo.created')
  await w.as(alice).post('/org/ours/repos', { name: 'a' }).gives(409)
  await w.as(alice).post('/org/ours/repos', {}).gives(422).says('[Name]: Required')
  await w.as(bob).post('/org/ours/repos', { name: 'b' }).gives(403)
  await w.as(bob).post('/org/hidden/repos', { name: 'b' }).gives(404).empty()
  await w.as(alice).post('/org/alice/repos', { name: 'b' }).gives(404)
  await w.as(alice).post('/org/none/repos', { name: 'b' }).gives(404)
  await w.anonymous.post('/org/ours/repos', { name: 'b' }).gives(401)
})

scenario('listReposLicenses: found in the files of the default branch', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true, license: 'MIT' })
  await w.repo(alice, 'hidden', { private: true })
  await w.anonymous.get('/repos/alice/demo/licenses').gives(200, ['MIT'])
  const text = (await w.anonymous.get('/licenses/Apache-2.0').gives(200)).body.body
  await w.as(alice).post('/repos/alice/demo/contents/COPYING', { content: Buffer.from(text.replaceAll('\n', '\r\n')).toString('base64') }).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/LICENSE-other', { content: Buffer.from('All rights reserved.').toString('base64') }).gives(201)
  w.later(60)
  await w.settled()
  await w.anonymous.get('/repos/alice/demo/licenses').gives(200, ['Apache-2.0', 'MIT'])
  await w.as(bob).get('/repos/alice/hidden/licenses').gives(404)
  await w.as(alice).get('/repos/alice/hidden/licenses').gives(200, [])
})
