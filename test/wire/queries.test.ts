// A list costs the same number of statements whether it has two rows or twelve.
import assert from 'node:assert/strict'
import { sql } from '../../src/kernel/db.ts'
import { sshKey } from '../kit/keys.ts'
import { scenario, type Person, type World } from '../kit/world.ts'
import { commit, workflow } from '../../src/actions/testbed.ts'

type Row = (i: number, by: Person) => Promise<unknown>

/** In a world that does not listen, so that nothing works in the background. Makes two rows and ten more, each by somebody else, and holds the statements of every list against each other. */
async function steady(w: World, reader: Person, paths: string[], row: Row) {
  const lists = paths.map((path) => `${path}${path.includes('?') ? '&' : '?'}limit=50`)
  const make = async (from: number, to: number) => {
    for (let i = from; i <= to; i++) await row(i, await w.user(`p${i}`))
    await w.settled()
  }
  await make(1, 2)
  const few = await ask(w, reader, lists)
  await make(3, 12)
  const many = await ask(w, reader, lists)
  const faults: string[] = []
  for (const [path, more] of many) {
    const less = few.get(path)!
    if (more.rows - less.rows < 10) faults.push(`${path}: ${less.rows} rows, then ${more.rows}`)
    if (more.texts.length !== less.texts.length) faults.push(`${path}: ${less.texts.length} statements, then ${more.texts.length}:\n  ${repeated(more.texts).join('\n  ')}`)
  }
  assert.deepEqual(faults, [])
}

async function ask(w: World, reader: Person, lists: string[]) {
  const found = new Map<string, { rows: number; texts: string[] }>()
  for (const path of lists) {
    await w.as(reader).get(path).gives(200)
    // kept answers fall, so that the statements are those of a request that finds everything else warm
    await w.cx.write((tx) => sql`update migration set applied_at = applied_at + 1`.execute(tx))
    const texts: string[] = []
    w.app.database.onQuery = (text) => void texts.push(text)
    const { body } = await w.as(reader).get(path).gives(200)
    w.app.database.onQuery = undefined
    const list = Array.isArray(body) ? body : Object.values(body).find((one) => Array.isArray(one))
    found.set(path, { rows: (list as unknown[]).length, texts })
  }
  return found
}

function repeated(texts: string[]): string[] {
  const times = Map.groupBy(texts, (text) => text)
  return [...times].filter(([, same]) => same.length > 1).map(([text, same]) => `${same.length} × ${text.slice(0, 300)}`)
}

scenario('lists of people, organizations and teams', async (w) => {
  const root = await w.user('root', { admin: true })
  await w.org(root, 'big')
  const team = (await w.as(root).post('/orgs/big/teams', { name: 'all', permission: 'read' }).gives(201)).body
  await steady(w, root, [
    '/users/search?q=p', '/user/followers', '/user/following', '/users/root/followers', '/users/root/following', '/user/blocks', '/users/root/tokens', '/user/keys', '/users/root/keys',
    '/user/orgs', '/users/root/orgs', '/orgs', '/orgs/big/members', '/orgs/big/teams', '/orgs/big/teams/search', `/teams/${team.id}/members`, '/user/teams',
    '/admin/users', '/admin/orgs', '/admin/emails', '/admin/users/root/orgs',
  ], async (i, by) => {
    await w.as(by).put('/user/following/root').gives(204)
    await w.as(root).put(`/user/following/p${i}`).gives(204)
    await w.user(`x${i}`)
    await w.as(root).put(`/user/blocks/x${i}`).gives(204)
    await w.as(root).post('/users/root/tokens', { name: `t${i}`, scopes: ['read:user'] }).gives(201)
    await w.as(root).post('/user/keys', { title: `k${i}`, key: sshKey() }).gives(201)
    await w.org(root, `o${i}`)
    await w.as(root).post('/orgs/big/teams', { name: `t${i}`, permission: 'read' }).gives(201)
    await w.as(root).put(`/teams/${team.id}/members/p${i}`).gives(204)
  })
})

scenario('lists of repositories and of those who care for them', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'base', { auto_init: true })
  await w.org(alice, 'big')
  const team = (await w.as(alice).post('/orgs/big/teams', { name: 'some', permission: 'write' }).gives(201)).body
  const at = '/repos/alice/base'
  await steady(w, alice, [
    '/user/repos', '/users/alice/repos', '/orgs/big/repos', '/repos/search?q=r', `${at}/collaborators`, `${at}/stargazers`, `${at}/subscribers`, `${at}/forks`, `${at}/keys`,
    '/user/starred', '/users/alice/starred', '/user/subscriptions', '/users/alice/subscriptions', `/teams/${team.id}/repos`,
  ], async (i, by) => {
    await w.repo(alice, `r${i}`, { private: i % 2 === 0 })
    await w.as(alice).post('/orgs/big/repos', { name: `r${i}`, private: i % 2 === 0 }).gives(201)
    await w.as(alice).put(`/teams/${team.id}/repos/big/r${i}`).gives(204)
    await w.as(alice).put(`/repos/big/r${i}/topics`, { topics: ['a', `b${i}`] }).gives(204)
    await w.as(alice).put(`/user/starred/big/r${i}`).gives(204)
    await w.as(alice).put(`${at}/collaborators/p${i}`, { permission: 'read' }).gives(204)
    await w.as(by).put('/user/starred/alice/base').gives(204)
    await w.as(by).put(`${at}/subscription`).gives(200)
    await w.as(by).post(`${at}/forks`, {}).gives(202)
    await w.as(alice).post(`${at}/keys`, { title: `k${i}`, key: sshKey() }).gives(201)
  })
})

scenario('lists of issues and of what hangs on them', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const at = '/repos/alice/demo'
  const issue = async (by: Person, more: object) => (await w.as(by).post(`${at}/issues`, { title: 'x', ...more }).gives(201)).body
  await issue(alice, {})
  await steady(w, alice, [
    `${at}/issues`, '/repos/issues/search', `${at}/labels`, `${at}/milestones`, `${at}/issues/1/comments`, `${at}/issues/comments`, `${at}/issues/1/timeline`,
    `${at}/issues/1/labels`, `${at}/issues/1/reactions`, `${at}/issues/1/blocks`, `${at}/issues/1/dependencies`, `${at}/issues/1/times`, `${at}/times`, `${at}/issues/1/subscriptions`, `${at}/assignees`, '/user/times',
  ], async (i, by) => {
    await w.as(alice).put(`${at}/collaborators/p${i}`, { permission: 'write' }).gives(204)
    const label = (await w.as(alice).post(`${at}/labels`, { name: `l${i}`, color: '#00aabb' }).gives(201)).body
    const milestone = (await w.as(alice).post(`${at}/milestones`, { title: `m${i}` }).gives(201)).body
    const one = await issue(by, { labels: [label.id], milestone: milestone.id, assignees: [`p${i}`, 'alice'], body: `see #1` })
    await w.as(by).post(`${at}/issues/1/labels`, { labels: [label.id] }).gives(200)
    await w.as(by).post(`${at}/issues/1/comments`, { body: 'word' }).gives(201)
    await w.as(by).post(`${at}/issues/1/reactions`, { content: '+1' }).gives(201)
    await w.as(alice).post(`${at}/issues/1/times`, { time: 60 }).gives(200)
    const side = { owner: 'alice', repo: 'demo', index: one.number }
    await w.as(alice).post(`${at}/issues/1/blocks`, side).gives(201)
    await w.as(await w.user(`x${i}`)).put(`${at}/issues/1/subscriptions/x${i}`).gives(201)
    const other = await issue(by, {})
    await w.as(alice).patch(`${at}/issues/${other.number}`, { state: 'closed' }).gives(201)
    await w.as(alice).post(`${at}/issues/1/dependencies`, { ...side, index: other.number }).gives(201)
    const { id } = (await w.as(by).post(`${at}/issues/1/comments`, { body: `see #${one.number} and @alice` }).gives(201)).body
    await w.as(alice).post(`${at}/issues/comments/${id}/reactions`, { content: 'eyes' }).gives(201)
  })
})

scenario('lists of branches, tags, commits, statuses and pull requests', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const at = '/repos/alice/demo'
  const first = await commit(w, 'alice/demo', { 'a.txt': 'a\n' })
  await w.as(alice).post(`${at}/branches`, { new_branch_name: 'big' }).gives(201)
  for (let i = 0; i < 2; i++) await w.as(alice).post(`${at}/contents/big${i}`, { content: '', branch: 'big' }).gives(201)
  await w.as(alice).post(`${at}/pulls`, { head: 'big', base: 'main', title: 'big' }).gives(201)
  await steady(w, alice, [
    `${at}/branches`, `${at}/branch_protections`, `${at}/tag_protections`, `${at}/tags`, `${at}/commits?sha=big`, `${at}/statuses/${first}`, `${at}/commits/${first}/statuses`, `${at}/git/refs`, `${at}/contents?ref=big`,
    `${at}/pulls`, `${at}/pulls?state=all&sort=recentupdate`, `${at}/issues?type=pulls`, `${at}/pulls/1/reviews`, `${at}/pulls/1/commits`, `${at}/pulls/1/files`, `${at}/issues/1/timeline`,
  ], async (i, by) => {
    await w.as(alice).put(`${at}/collaborators/p${i}`, { permission: 'write' }).gives(204)
    await w.as(by).post(`${at}/branches`, { new_branch_name: `b${i}`, old_branch_name: 'main' }).gives(201)
    await w.as(alice).post(`${at}/branch_protections`, { rule_name: `b${i}`, enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: [`p${i}`] }).gives(201)
    await w.as(alice).post(`${at}/tag_protections`, { name_pattern: `t${i}`, whitelist_usernames: [`p${i}`] }).gives(201)
    await w.as(by).post(`${at}/contents/f${i}`, { content: '', branch: `b${i}` }).gives(201)
    await w.as(by).post(`${at}/contents/g${i}`, { content: '', branch: 'big' }).gives(201)
    await w.as(by).post(`${at}/tags`, { tag_name: `t${i}`, target: first, message: 'x' }).gives(201)
    await w.as(by).post(`${at}/statuses/${first}`, { state: 'success', context: `c${i}` }).gives(201)
    const { number } = (await w.as(by).post(`${at}/pulls`, { head: `b${i}`, base: 'main', title: 'x', assignees: ['alice'] }).gives(201)).body
    await w.as(alice).post(`${at}/pulls/${number}/requested_reviewers`, { reviewers: ['alice'] }).gives(201)
    await w.as(alice).post(`${at}/pulls/${number}/reviews`, { event: 'APPROVED' }).gives(200)
    await w.as(by).post(`${at}/pulls/1/reviews`, { event: 'COMMENT', body: 'x', comments: [{ path: 'big0', new_position: 0, body: 'line' }] }).gives(200)
  })
})

scenario('lists of releases, packages and projects', async (w) => {
  const alice = await w.user('alice')
  await w.org(alice, 'big')
  await w.repo(alice, 'demo', { auto_init: true })
  const at = '/repos/alice/demo'
  const octets = { 'content-type': 'application/octet-stream' }
  const release = (await w.as(alice).post(`${at}/releases`, { tag_name: 'v0' }).gives(201)).body
  const board = async (path: string) => {
    const { id } = (await w.as(alice).post(`${path}/projects`, { title: 'b', template_type: 'basic_kanban' }).gives(201)).body
    const [column] = (await w.as(alice).get(`${path}/projects/${id}/columns`).gives(200)).body
    return `${path}/projects/${id}/columns/${column.id}`
  }
  const [ours, theirs] = [await board(at), await board('/orgs/big')]
  await w.as(alice).post('/orgs/big/repos', { name: 'r' }).gives(201)
  await steady(w, alice, [
    `${at}/releases`, `${at}/releases/${release.id}/assets`, '/packages/alice', '/packages/alice/generic/tool', '/packages/alice/generic/tool/1/files',
    `${at}/projects`, '/orgs/big/projects', `${ours}/issues`, `${theirs}/issues`, ours.replace(/\/\d+$/, ''),
  ], async (i, by) => {
    await w.as(alice).put(`${at}/collaborators/p${i}`, { permission: 'write' }).gives(204)
    const { id } = (await w.as(by).post(`${at}/releases`, { tag_name: `v${i}` }).gives(201)).body
    for (const one of [id, release.id]) await w.as(by).post(`${at}/releases/${one}/assets?name=f${i}`, 'x', octets).gives(201)
    for (const name of [`tool${i}/1/f`, `tool/${i}/f`, `tool/1/f${i}`]) await w.as(alice).put(`//api/packages/alice/generic/${name}`, name, octets).gives(201)
    for (const path of [at, '/orgs/big']) await w.as(alice).post(`${path}/projects`, { title: `p${i}` }).gives(201)
    await w.as(alice).post(ours.replace(/\/\d+$/, ''), { title: `c${i}` }).gives(201)
    const issue = (await w.as(by).post(`${at}/issues`, { title: 'x', assignees: ['alice'] }).gives(201)).body
    await w.as(alice).post(`${ours}/issues/${issue.id}`).gives(201)
    const other = (await w.as(by).post('/repos/big/r/issues', { title: 'x' }).gives(201)).body
    await w.as(alice).post(`${theirs}/issues/${other.id}`).gives(201)
  })
})

scenario('lists of notifications and of what happened', async (w) => {
  const alice = await w.user('alice')
  await w.org(alice, 'big')
  await w.repo(alice, 'demo')
  await w.as(alice).post('/orgs/big/repos', { name: 'r' }).gives(201)
  const team = (await w.as(alice).post('/orgs/big/teams', { name: 'some', permission: 'write' }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/repos/big/r`).gives(204)
  await w.as(alice).put('/repos/big/r/subscription').gives(200)
  await steady(w, alice, [
    '/notifications', '/repos/alice/demo/notifications', '/users/alice/activities/feeds', '/repos/alice/demo/activities/feeds', '/orgs/big/activities/feeds', `/teams/${team.id}/activities/feeds`,
  ], async (i, by) => {
    await w.repo(alice, `r${i}`)
    for (const repo of ['alice/demo', `alice/r${i}`, 'big/r']) {
      await w.as(by).post(`/repos/${repo}/issues`, { title: 'x' }).gives(201)
      await w.as(alice).post(`/repos/${repo}/issues`, { title: 'y' }).gives(201)
      await w.as(by).post(`/repos/${repo}/issues/1/comments`, { body: '@alice' }).gives(201)
    }
  })
})

scenario('lists of runs, jobs, secrets, variables and hooks', async (w) => {
  const alice = await w.user('alice', { admin: true })
  await w.org(alice, 'big')
  await w.repo(alice, 'demo')
  await commit(w, 'alice/demo', workflow('on: push\njobs:\n  one: {runs-on: linux, steps: [{run: ls}]}\n  two: {needs: one, runs-on: linux, steps: [{run: ls}]}\n'))
  const at = '/repos/alice/demo/actions'
  await steady(w, alice, [
    `${at}/runs`, '/admin/actions/runs', '/user/actions/runs', `${at}/jobs`, '/admin/actions/jobs', '/user/actions/jobs', `${at}/workflows/build.yml/runs`,
    `${at}/secrets`, `${at}/variables`, '/orgs/big/actions/secrets', '/orgs/big/actions/variables', '/user/actions/variables', '/repos/alice/demo/hooks', '/orgs/big/hooks', '/user/hooks', '/admin/hooks?type=all',
  ], async (i, by) => {
    await w.as(alice).put(`/repos/alice/demo/collaborators/p${i}`, { permission: 'write' }).gives(204)
    await commit(w, 'alice/demo', { a: String(i) }, { by: by.name })
    for (const path of [at, '/orgs/big/actions', '/user/actions']) {
      await w.as(alice).put(`${path}/secrets/S${i}`, { data: 'x' }).gives(201)
      await w.as(alice).post(`${path}/variables/V${i}`, { value: 'x' }).gives(201)
    }
    const hook = { type: 'gitea', config: { url: `https://example.com/${i}`, content_type: 'json' }, events: ['push'] }
    for (const path of ['/repos/alice/demo', '/orgs/big', '/user', '/admin']) await w.as(alice).post(`${path}/hooks`, hook).gives(201)
  })
})
