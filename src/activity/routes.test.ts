import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scenario, type Person, type World } from '../../test/kit/world.ts'

const run = promisify(execFile)
const environment = { PATH: process.env.PATH!, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.com', GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.com' }

const types = (answer: { body: any }) => answer.body.map((one: any) => one.op_type)

scenario('listReposActivitiesFeeds, listUsersActivitiesFeeds: issues and comments, once in the repository and once per feed', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.repo(ann, 'engine')
  await w.as(bob).post('/repos/ann/engine/issues', { title: 'Noise', body: 'hums' }).gives(201)
  const comment = (await w.as(ann).post('/repos/ann/engine/issues/1/comments', { body: `${'word '.repeat(60)}end` }).gives(201)).body
  await w.as(ann).patch('/repos/ann/engine/issues/1', { state: 'closed' }).gives(201)
  await w.as(ann).patch('/repos/ann/engine/issues/1', { state: 'open' }).gives(201)
  const feed = await w.anonymous.get('/repos/ann/engine/activities/feeds').gives(200).header('x-total-count', '5').header('link', undefined)
  assert.deepEqual(types(feed), ['reopen_issue', 'close_issue', 'comment_issue', 'create_issue', 'create_repo'])
  const [reopened, , commented, opened, made] = feed.body
  assert.equal(opened.content, '1|Noise')
  assert.equal(opened.act_user.login, 'bob')
  assert.equal(opened.user_id, bob.id)
  assert.equal(opened.repo.full_name, 'ann/engine')
  assert.equal(opened.comment, null)
  assert.equal(commented.content, `1|${'word '.repeat(39)}word…`)
  assert.equal(commented.comment_id, comment.id)
  assert.equal(commented.comment.body, comment.body)
  assert.equal(reopened.content, '1|')
  assert.equal(reopened.comment.body, '')
  assert.equal(made.content, '')
  // ann watches, so her feed holds bob's act; bob does not
  assert.deepEqual(types(await w.anonymous.get('/users/ann/activities/feeds').gives(200)), types(feed))
  await w.anonymous.get('/users/ann/activities/feeds?only-performed-by=true').gives(200).header('x-total-count', '4')
  assert.deepEqual(types(await w.anonymous.get('/users/bob/activities/feeds').gives(200)), ['create_issue'])
  await w.anonymous.get('/users/ann/activities/feeds?limit=2&page=3').gives(200, [{ op_type: 'create_repo' }]).header('x-total-count', '5')
  await w.as(ann).delete(`/repos/ann/engine/issues/comments/${comment.id}`).gives(204)
  await w.anonymous.get('/repos/ann/engine/activities/feeds?page=3&limit=1').gives(200, [{ op_type: 'comment_issue', comment: null, comment_id: 0 }])
  await w.as(ann).delete('/repos/ann/engine/issues/1').gives(204)
  assert.deepEqual(types(await w.anonymous.get('/repos/ann/engine/activities/feeds').gives(200)), ['create_repo'])
})

scenario('listUsersActivitiesFeeds: private entries, lost access and hidden activity', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  const root = await w.user('root', { admin: true })
  await w.repo(ann, 'secret', { private: true })
  await w.as(ann).put('/repos/ann/secret/collaborators/bob', { permission: 'write' }).gives(204)
  await w.as(bob).put('/repos/ann/secret/subscription').gives(200)
  await w.as(ann).post('/repos/ann/secret/issues', { title: 'Hush' }).gives(201)
  for (const who of [ann, root]) assert.deepEqual(types(await w.as(who).get('/users/ann/activities/feeds').gives(200)), ['create_issue', 'create_repo'])
  await w.anonymous.get('/users/ann/activities/feeds').gives(200, []).header('x-total-count', '0')
  await w.as(bob).get('/users/ann/activities/feeds').gives(200, [])
  await w.as(bob).get('/users/bob/activities/feeds').gives(200, [{ op_type: 'create_issue', is_private: true }])
  await w.as(bob).get('/repos/ann/secret/activities/feeds').gives(200, [{ op_type: 'create_issue' }, { op_type: 'create_repo' }])
  await w.anonymous.get('/repos/ann/secret/activities/feeds').gives(404).empty()
  await w.as(ann).delete('/repos/ann/secret/collaborators/bob').gives(204)
  await w.as(bob).get('/users/bob/activities/feeds').gives(200, [])
  const token = (await w.as(ann).post('/users/ann/tokens', { name: 'p', scopes: ['public-only', 'read:user'] }).gives(201)).body.sha1
  await w.as(ann, { token }).get('/users/ann/activities/feeds').gives(200, [])
  const wrong = (await w.as(ann).post('/users/ann/tokens', { name: 'w', scopes: ['read:issue'] }).gives(201)).body.sha1
  await w.as(ann, { token: wrong }).get('/users/ann/activities/feeds').gives(403)
  await w.as(ann, { token: wrong }).get('/repos/ann/secret/activities/feeds').gives(403)
  await w.as(bob).get('/users/nobody/activities/feeds').gives(404).empty()

  await w.repo(bob, 'open')
  await w.as(bob).get('/repos/bob/open/activities/feeds').gives(200, [{ op_type: 'create_repo' }])
  await w.as(bob).patch('/user/settings', { hide_activity: true }).gives(200)
  await w.as(ann).get('/users/bob/activities/feeds').gives(200, [])
  await w.as(ann).get('/repos/bob/open/activities/feeds').gives(200, [])
  await w.as(bob).get('/users/bob/activities/feeds').gives(200, [{ op_type: 'create_repo' }])
  await w.as(root).get('/repos/bob/open/activities/feeds').gives(200, [{ op_type: 'create_repo' }])
})

scenario('listUsersActivitiesFeeds, listReposActivitiesFeeds: a day, a rename, and a repository that becomes private', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.repo(ann, 'engine')
  const today = new Date(w.cx.now() * 1000).toISOString().slice(0, 10)
  w.later(2 * 24 * 3600)
  await w.as(ann).patch('/repos/ann/engine', { name: 'motor' }).gives(200)
  await w.anonymous.get('/repos/ann/motor/activities/feeds').gives(200, [{ op_type: 'rename_repo', content: 'engine' }, { op_type: 'create_repo' }])
  for (const at of ['/repos/ann/motor', '/users/ann']) {
    await w.anonymous.get(`${at}/activities/feeds?date=${today}`).gives(200, [{ op_type: 'create_repo' }]).header('x-total-count', '1')
    await w.anonymous.get(`${at}/activities/feeds?date=someday`).gives(200).header('x-total-count', '2')
  }
  await w.as(ann).patch('/repos/ann/motor', { private: true }).gives(200)
  await w.as(bob).get('/users/ann/activities/feeds').gives(200, [])
  await w.as(ann).get('/users/ann/activities/feeds').gives(200, [{ is_private: true }, { is_private: true }])
  await w.as(ann).patch('/repos/ann/motor', { private: false }).gives(200)
  await w.as(bob).get('/users/ann/activities/feeds').gives(200, [{ is_private: false }, { is_private: false }])
})

async function working(w: World, person: Person, path: string) {
  const root = (await w.listening()).replace('http://', `http://${person.name}:${encodeURIComponent(person.password)}@`)
  const cwd = w.folder()
  const git = (...args: string[]) => run('git', args, { cwd, env: environment })
  await git('init', '-q', '-b', 'main')
  await git('remote', 'add', 'origin', `${root}/${path}.git`)
  return { git, push: (...refs: string[]) => git('push', '-q', 'origin', ...refs), async commit(name: string) {
    writeFileSync(join(cwd, name), name)
    await git('add', '-A')
    await git('commit', '-qm', `add ${name}`)
  } }
}

scenario('listOrgsActivitiesFeeds, listTeamsActivitiesFeedsById: pushes, branches and tags of an organization', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.org(ann, 'crew')
  await w.as(ann).post('/orgs/crew/repos', { name: 'engine' }).gives(201)
  const work = await working(w, ann, 'crew/engine')
  for (const name of ['1', '2', '3', '4', '5', '6']) await work.commit(name)
  await work.push('main')
  await work.commit('7')
  await work.push('main')
  await work.push('main:side')
  await work.git('tag', 'v1')
  await work.push('v1')
  await work.push(':v1')
  await work.push(':side')
  const feed = (await w.anonymous.get('/orgs/crew/activities/feeds').gives(200).header('x-total-count', '9').header('link', undefined)).body
  assert.deepEqual(feed.map((one: any) => `${one.op_type} ${one.ref_name} ${one.content && JSON.parse(one.content).Len}`.trim()), [
    'delete_branch refs/heads/side', 'delete_tag refs/tags/v1 0', 'push_tag refs/tags/v1 0', 'commit_repo refs/heads/side 0', 'commit_repo refs/heads/side', 'commit_repo refs/heads/main 1',
    'commit_repo refs/heads/main 6', 'commit_repo refs/heads/main', 'create_repo',
  ])
  const [gone, tag, side, , push, first] = feed.slice(1).map((one: any) => one.content && JSON.parse(one.content))
  assert.deepEqual(gone, { Commits: null, HeadCommit: null, CompareURL: '', Len: 0 })
  assert.equal(tag.Commits, null)
  assert.equal(tag.HeadCommit.Message, 'add 7\n')
  assert.deepEqual(side.Commits, [])
  assert.equal(first.Commits.length, 5)
  assert.equal(push.Commits[0].AuthorEmail, 'ann@example.com')
  assert.equal(push.CompareURL, `crew/engine/compare/${first.HeadCommit.Sha1}...${push.HeadCommit.Sha1}`)
  assert.ok(feed.every((one: any) => one.user_id === one.repo.owner.id && one.act_user.login === 'ann'))
  const team = (await w.as(ann).post('/orgs/crew/teams', { name: 'few', permission: 'read', units: ['repo.code'] }).gives(201)).body.id
  await w.anonymous.get(`/teams/${team}/activities/feeds`).gives(401)
  await w.as(ann).get('/teams/999/activities/feeds').gives(404).empty()
  await w.as(ann).get(`/teams/${team}/activities/feeds`).gives(200, []).header('x-total-count', '0')
  const owners = (await w.as(ann).get('/orgs/crew/teams').gives(200)).body.find((one: any) => one.name === 'Owners').id
  await w.as(bob).get(`/teams/${owners}/activities/feeds`).gives(404)
  await w.as(ann).get(`/teams/${owners}/activities/feeds?limit=2`).gives(200).header('x-total-count', '9').header('link', /rel="next"/)
  await w.anonymous.get('/orgs/nobody/activities/feeds').gives(404).empty()
})

scenario('listUsersHeatmap: own acts by the quarter of an hour, in repositories the viewer sees', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.repo(ann, 'engine')
  await w.repo(ann, 'secret', { private: true })
  w.later(2000)
  await w.as(bob).post('/repos/ann/engine/issues', { title: 'x' }).gives(201)
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'y' }).gives(201)
  const seen = (await w.anonymous.get('/users/ann/heatmap').gives(200, [{ contributions: 1 }, { contributions: 1 }])).body
  assert.ok(seen.every((one: any) => one.timestamp % 900 === 0) && seen[0].timestamp < seen[1].timestamp)
  const own = (await w.as(ann).get('/users/ann/heatmap').gives(200)).body
  assert.equal(own.reduce((sum: number, one: any) => sum + one.contributions, 0), 3)
  await w.as(bob).patch('/user/settings', { hide_activity: true }).gives(200)
  await w.as(ann).get('/users/bob/heatmap').gives(200, [])
  await w.as(bob).get('/users/bob/heatmap').gives(200, [{ contributions: 1 }])
  await w.anonymous.get('/users/nobody/heatmap').gives(404).empty()
  w.later(400 * 24 * 3600)
  await w.anonymous.get('/users/ann/heatmap').gives(200, [])
})

scenario('listReposActivitiesFeeds, listOrgsActivitiesFeeds: a team that reaches code alone hears of code alone', async (w) => {
  const ann = await w.user('ann')
  const [coder, reader] = [await w.user('coder'), await w.user('reader')]
  await w.org(ann, 'crew')
  await w.as(ann).post('/orgs/crew/repos', { name: 'engine', private: true, auto_init: true }).gives(201)
  for (const [who, units] of [[coder, { 'repo.code': 'read' }], [reader, { 'repo.code': 'read', 'repo.issues': 'read' }]] as const) {
    const { id } = (await w.as(ann).post('/orgs/crew/teams', { name: `of-${who.name}`, permission: 'read', includes_all_repositories: true, units_map: units }).gives(201)).body
    await w.as(ann).put(`/teams/${id}/members/${who.name}`).gives(204)
    await w.as(who).put('/repos/crew/engine/subscription').gives(200)
  }
  await w.as(ann).post('/repos/crew/engine/issues', { title: 'CANARY' }).gives(201)
  for (const at of ['/repos/crew/engine', '/orgs/crew', '/users/ann']) {
    assert.deepEqual(types(await w.as(ann).get(`${at}/activities/feeds`).gives(200)), ['create_issue', 'create_repo'], at)
  }
  for (const at of ['/repos/crew/engine', '/orgs/crew']) {
    assert.deepEqual(types(await w.as(reader).get(`${at}/activities/feeds`).gives(200)), ['create_issue', 'create_repo'], at)
    assert.deepEqual(types(await w.as(coder).get(`${at}/activities/feeds`).gives(200)), ['create_repo'], at)
  }
  assert.deepEqual(types(await w.as(reader).get('/users/reader/activities/feeds').gives(200)), ['create_issue'])
  assert.deepEqual(types(await w.as(coder).get('/users/coder/activities/feeds').gives(200)), [])
})
