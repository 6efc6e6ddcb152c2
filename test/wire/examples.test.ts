// Our answers held against recorded ones: the same members, and null, empty or absent where they were.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopback } from '../kit/receiver.ts'
import { scenario, type Answered, type Person, type World } from '../kit/world.ts'
import { differences, records } from './records.ts'

const seen = new Set<string>()

/** Collects what differs, so that one run tells all. */
function holder() {
  const found: string[] = []
  return {
    hold(name: string, answer: Answered, body: unknown = answer.body) {
      seen.add(name)
      const { status, headers, body: shape } = records.answers[name]
      if (answer.status !== status) found.push(`${name}: ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`)
      else found.push(...headers.filter((one) => !(one in answer.headers)).map((one) => `${name}: header ${one} is missing`), ...differences(shape, body, name))
    },
    done: () => assert.deepEqual(found, []),
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const write = (w: World, who: Person, repo: string, path: string, text: string, more = {}) => w.as(who).post(`/repos/${repo}/contents/${path}`, { content: base64(text), ...more }).gives(201)
const threePeople = async (w: World) => [await w.user('ann'), await w.user('bob'), await w.user('cy')]
const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ4o0dRm4vW4cQn1zE6tYVt1b2sV9cYy9u9jH0m1yQ2x key0@example.com'
const other = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBwq0dRm4vW4cQn1zE6tYVt1b2sV9cYy9u9jH0m1yQ2x key1@example.com'

scenario('issues, comments, timelines, times, projects', async (w) => {
  const [ann, bob, cy] = await threePeople(w)
  const { hold, done } = holder()
  const as = w.as(ann)
  const at = '/repos/ann/engine'
  await w.repo(ann, 'engine', { auto_init: true })
  await w.repo(ann, 'gearbox')
  await as.put(`${at}/collaborators/bob`, { permission: 'write' }).gives(204)
  const milestone = (await as.post(`${at}/milestones`, { title: 'v1', due_on: '2031-05-06T00:00:00Z' }).gives(201)).body
  const label = (await as.post(`${at}/labels`, { name: 'bug', color: '#ff0000' }).gives(201)).body
  await w.as(cy).post(`${at}/issues`, { title: 'First', body: 'Old' }).gives(201)
  const project = await as.post(`${at}/projects`, { title: 'Road', description: 'To v1', card_type: 'images_and_text', template_type: 'basic_kanban' })
  hold('project-created', project)
  const { id: board } = (await as.post(`${at}/projects`, { title: 'Board', template_type: 'basic_kanban' }).gives(201)).body
  hold('project-columns', await as.get(`${at}/projects/${board}/columns`))
  hold('project-column-created', await as.post(`${at}/projects/${project.body.id}/columns`, { title: 'Review', color: '#a1b2c3' }))
  const { id: mine } = (await as.post('/user/projects', { title: 'Mine', template_type: 'basic_kanban' }).gives(201)).body
  hold('own-project-edited', await as.patch(`/user/projects/${mine}`, { title: 'Mine too', state: 'closed' }))

  await as.patch(`${at}/issues/1`, { title: 'First, renamed', body: 'New' }).gives(201)
  await as.patch(`${at}/issues/1`, { ref: 'main', due_date: '2031-05-06T00:00:00Z', assignees: ['bob'] }).gives(201)
  hold('issue-timeline', await as.get(`${at}/issues/1/timeline`))
  const [column] = (await as.get(`${at}/projects/${board}/columns`)).body
  const { id: first } = (await as.get(`${at}/issues/1`)).body
  await as.post(`${at}/projects/${board}/columns/${column.id}/issues/${first}`).gives(201)
  hold('issue-edited', await as.patch(`${at}/issues/1`, { body: 'Newer', milestone: milestone.id }))
  hold('comment-created', await w.as(bob).post(`${at}/issues/1/comments`, { body: 'Hello @ann' }))

  await as.post(`${at}/issues`, { title: 'x'.repeat(255), assignees: ['bob'], labels: [label.id], milestone: milestone.id }).gives(201)
  hold('issues-found', await w.as(bob).get('/repos/issues/search?assigned=true&labels=bug'))
  await as.post('/repos/ann/gearbox/issues', { title: 'Elsewhere' }).gives(201)
  for (const title of ['Blocking', 'Blocked']) await as.post(`${at}/issues`, { title, body: 'Newer', ref: 'main' }).gives(201)
  await as.post(`${at}/issues/3/blocks`, { owner: 'ann', repo: 'engine', index: 4 }).gives(201)
  await as.post(`${at}/issues/3/blocks`, { owner: 'ann', repo: 'gearbox', index: 1 }).gives(201)
  hold('issues-blocked', await as.get(`${at}/issues/3/blocks`))
  hold('tracked-time-created', await as.post(`${at}/issues/3/times`, { time: 3600 }), (await as.get(`${at}/issues/3/times`)).body[0])
  await w.as(bob).post(`${at}/issues`, { title: 'Second noise' }).gives(201)
  await w.settled()
  const told = await as.get('/notifications')
  hold('notifications', told)
  const quiet = told.body.find((one: any) => one.subject.latest_comment_url === '')
  hold('notification-pinned', await as.patch(`/notifications/threads/${quiet.id}?to-status=pinned`))
  done()
})

scenario('commits, keys, hooks, e-mail addresses, cron tasks, repositories', async (w) => {
  const [ann, bob] = await threePeople(w)
  const root = await w.user('root', { admin: true })
  const { hold, done } = holder()
  const as = w.as(ann)
  const at = '/repos/ann/engine'
  await w.org(ann, 'guild')
  hold('repository-created', await as.post('/orgs/guild/repos', { name: 'one' }))
  hold('repository-initialised', await as.post('/orgs/guild/repos', { name: 'two', description: 'Second', private: true, template: true, auto_init: true, default_branch: 'trunk', license: 'MIT', readme: 'Default' }))
  await w.repo(ann, 'engine', { auto_init: true })
  const { content } = (await write(w, ann, 'ann/engine', 'a.txt', 'a\n', { message: 'First file' })).body
  await write(w, ann, 'ann/engine', 'src/b.txt', 'b\n', { message: 'Second file\n\nWith a body.' })
  const changed = (await as.put(`${at}/contents/a.txt`, { content: base64('a\nb\n'), sha: content.sha, message: 'Change first' }).gives(200)).body
  hold('commits', await as.get(`${at}/commits`))
  hold('commit', await as.get(`${at}/git/commits/${changed.commit.sha}`))
  hold('deploy-key-created', await as.post(`${at}/keys`, { title: 'ci', key: ed25519, read_only: true }))
  hold('user-key-created', await as.post('/user/keys', { title: 'laptop', key: other }))
  hold('hook-created', await as.post(`${at}/hooks`, { type: 'gitea', active: true, events: ['push', 'issues'], config: { url: 'http://127.0.0.1:9/hook', content_type: 'json' } }))
  await as.post('/user/emails', { emails: ['ann-two@example.com'] }).gives(201)
  hold('emails', await w.as(root).get('/admin/emails/search?q=ann'))
  await w.listening()
  hold('cron-tasks', await w.as(root).get('/admin/cron?limit=2'))
  hold('registration-token', await w.as(root).post('/admin/actions/runners/registration-token'))
  hold('repositories-found', await as.get('/repos/search?q=engine'))
  await write(w, ann, 'ann/engine', 'y.txt', 'y\n', { branch: 'main', new_branch: 'side' })
  await as.post(`${at}/pulls`, { title: 'Tighten valve', head: 'side', base: 'main' }).gives(201)
  await as.post(`${at}/releases`, { tag_name: 'v1', name: 'One' }).gives(201)
  await as.post(`${at}/pulls/1/merge`, { Do: 'merge' }).gives(200)
  await w.settled()
  const feed = await w.as(bob).get(`${at}/activities/feeds`)
  const kinds = ['merge_pull_request', 'commit_repo', 'push_tag', 'publish_release']
  assert.deepEqual(new Set(kinds), new Set(feed.body.map((one: any) => one.op_type).filter((one: string) => kinds.includes(one))))
  // a new branch has a second row, with nothing to tell
  hold('repository-feed', feed, feed.body.filter((one: any) => kinds.includes(one.op_type) && one.ref_name !== 'refs/heads/side'))
  done()
})

scenario('pull requests and reviews', async (w) => {
  const [ann, bob, cy] = await threePeople(w)
  const { hold, done } = holder()
  const as = w.as(ann)
  const at = '/repos/guild/engine'
  await w.org(ann, 'guild')
  await as.post('/orgs/guild/repos', { name: 'engine', auto_init: true }).gives(201)
  const crew = (await as.post('/orgs/guild/teams', { name: 'crew', permission: 'write', units: ['repo.code', 'repo.issues', 'repo.pulls'], includes_all_repositories: true }).gives(201)).body
  await as.put(`/teams/${crew.id}/members/bob`).gives(204)
  await as.put(`${at}/collaborators/cy`, { permission: 'read' }).gives(204)
  const label = (await as.post(`${at}/labels`, { name: 'bug', color: '#ff0000' }).gives(201)).body
  const milestone = (await as.post(`${at}/milestones`, { title: 'v1' }).gives(201)).body
  await write(w, ann, 'guild/engine', 'b.txt', 'b\n', { branch: 'main', new_branch: 'side' })
  hold('pull-created', await as.post(`${at}/pulls`, { title: 'Work', body: 'Text', head: 'side', base: 'main' }))
  hold('pull-edited', await as.patch(`${at}/pulls/1`, { title: 'Work, renamed', body: 'B', assignees: ['bob'], labels: [label.id], milestone: milestone.id, due_date: '2031-05-06T00:00:00Z' }))
  hold('pull-files', await as.get(`${at}/pulls/1/files`))
  hold('reviewers-requested', await as.post(`${at}/pulls/1/requested_reviewers`, { reviewers: ['bob'] }))
  hold('team-requested', await as.post(`${at}/pulls/1/requested_reviewers`, { team_reviewers: ['crew'] }))
  await as.delete(`${at}/pulls/1/requested_reviewers`, { team_reviewers: ['crew'] }).gives(204)
  await as.post(`${at}/pulls/1/requested_reviewers`, { reviewers: ['cy'] }).gives(201)
  await w.as(bob).post(`${at}/pulls/1/reviews`, { event: 'APPROVED', body: 'Fine' }).gives(200)
  hold('reviews', await w.as(cy).get(`${at}/pulls/1/reviews`))
  await as.post(`${at}/pulls/1/requested_reviewers`, { reviewers: ['bob'] }).gives(201)
  await as.patch(`${at}/pulls/1`, { body: 'C', assignees: ['ann'], labels: [], unset_due_date: true }).gives(201)
  await as.post(`${at}/pulls/1/merge`, { Do: 'merge' }).gives(200)
  hold('pull-merged', await w.as(bob).get(`${at}/pulls/1`))
  done()
})

scenario('workflows, runs and jobs', async (w) => {
  const [ann] = await threePeople(w)
  const { hold, done } = holder()
  const as = w.as(ann)
  const at = '/repos/ann/engine'
  await w.repo(ann, 'engine', { auto_init: true })
  await write(w, ann, 'ann/engine', '.gitea/workflows/build.yaml', 'name: build\non: push\njobs:\n  one: {runs-on: nowhere-to-run, steps: [{run: "true"}]}\n  two: {needs: one, runs-on: nowhere-to-run, steps: [{run: "true"}]}\n', { message: 'Add .gitea/workflows/build.yaml' })
  await write(w, ann, 'ann/engine', 'a.txt', 'a\n', { branch: 'main', new_branch: 'side', message: 'Add a.txt' })
  await w.settled()
  hold('workflows', await as.get(`${at}/actions/workflows`))
  const runs = await as.get(`${at}/actions/runs`)
  hold('workflow-runs', runs)
  const { id } = runs.body.workflow_runs[0]
  hold('workflow-jobs', await as.get(`${at}/actions/runs/${id}/jobs`))
  hold('run-force-cancelled', await as.post(`${at}/actions/runs/${id}/force-cancel`))
  done()
})

scenario('packages and their files', async (w) => {
  const [ann] = await threePeople(w)
  const { hold, done } = holder()
  await w.as(ann).put('//api/packages/ann/generic/tool/1.0.0/tool.bin', Buffer.from('bytes'), { 'content-type': 'application/octet-stream' }).gives(201)
  hold('package', await w.as(ann).get('/packages/ann/generic/tool/1.0.0'))
  hold('package-files', await w.as(ann).get('/packages/ann/generic/tool/1.0.0/files'))
  done()
})

scenario('a mirror', async (w) => {
  const [ann] = await threePeople(w)
  const { hold, done } = holder()
  await w.repo(ann, 'source', { auto_init: true })
  const clone_addr = `${await w.listening()}/ann/source.git`
  const made = await w.as(ann).post('/repos/migrate', { clone_addr, repo_name: 'mirror', mirror: true, mirror_interval: '24h' })
  await w.settled()
  hold('repository-migrated-mirror', made)
  done()
}, loopback)

test('every recorded answer was held against ours', () => {
  assert.deepEqual(Object.keys(records.answers).filter((name) => !seen.has(name)), [])
})

test('a member that is missing, unknown or of another kind is found', () => {
  const shape = { id: 'n', title: 's', body: 'es', 'color?': 's', user: { or: '0', of: { login: 's' } }, labels: [{ name: 's' }] }
  const good = { id: 1, title: 'a', body: '', user: null, labels: [{ name: 'b' }] }
  assert.deepEqual(differences(shape as never, good, 'at'), [])
  assert.deepEqual(differences(shape as never, { ...good, title: '', user: {}, labels: [], odd: 1 }, 'at'), ['at.title is "", recorded as s', 'at.user.login is missing', 'at.labels is empty', 'at.odd is not recorded'])
})
