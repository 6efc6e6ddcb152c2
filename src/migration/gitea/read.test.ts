import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { openWorld, scenario } from '../../../test/kit/world.ts'
import { placeOf } from './client.ts'

const near = { outbound_allow: '127.0.0.1/32' }

scenario('createReposMigrate: service gitea brings labels, milestones, issues, comments, pull requests and releases', async (w) => {
  const there = await openWorld()
  try {
    const [ann, eve] = [await there.user('ann'), await there.user('eve')]
    await there.repo(ann, 'source', { private: true })
    const tree = await workTree(there, ann, 'ann/source')
    await commit(tree, 'README.md', 'one\n')
    await git(tree, ['push', '-q', 'origin', 'main', 'main:refs/tags/v1'])
    for (const [branch, file] of [['left', 'l.txt'], ['right', 'r.txt']]) {
      await git(tree, ['checkout', '-q', '-b', branch, 'main'])
      await commit(tree, file, 'x\n')
      await git(tree, ['push', '-q', 'origin', branch])
    }
    await there.as(ann).put('/repos/ann/source/collaborators/eve', { permission: 'write' }).gives(204)
    const at = '/repos/ann/source'
    const label = (await there.as(ann).post(`${at}/labels`, { name: 'bug', color: '#ff0000', description: 'wrong' }).gives(201)).body
    const milestone = (await there.as(ann).post(`${at}/milestones`, { title: 'one', due_on: '2030-01-02T00:00:00Z' }).gives(201)).body
    await there.as(ann).post(`${at}/issues`, { title: 'first', body: 'needle in it', labels: [label.id], milestone: milestone.id }).gives(201)
    await there.as(eve).post(`${at}/issues`, { title: 'second' }).gives(201)
    await there.as(eve).post(`${at}/issues/1/comments`, { body: 'a word' }).gives(201)
    await there.as(ann).patch(`${at}/issues/2`, { state: 'closed' }).gives(201)
    await there.as(ann).delete(`${at}/issues/2`).gives(204)
    await there.as(eve).post(`${at}/issues`, { title: 'third' }).gives(201)
    await there.as(ann).patch(`${at}/issues/3`, { state: 'closed' }).gives(201)
    await there.as(eve).post(`${at}/pulls`, { title: 'left', head: 'left', base: 'main', labels: [label.id] }).gives(201)
    await there.as(eve).post(`${at}/pulls`, { title: 'right', head: 'right', base: 'main' }).gives(201)
    await there.as(ann).post(`${at}/pulls/4/merge`, { Do: 'merge' }).gives(200)
    const release = (await there.as(ann).post(`${at}/releases`, { tag_name: 'v1', name: 'One', body: 'notes' }).gives(201)).body
    await there.as(ann).post(`${at}/releases/${release.id}/assets?name=tool.bin`, Buffer.from('bytes'), { 'content-type': 'application/octet-stream' }).gives(201)
    await there.settled()
    const source = { clone_addr: `${await there.listening()}/ann/source.git`, repo_name: 'copy', service: 'gitea', auth_username: 'ann', auth_password: ann.password }

    const bob = await w.user('bob')
    await w.as(bob).post('/repos/migrate', { ...source, issues: true, pull_requests: true, labels: true, milestones: true, releases: true })
      .gives(201, { open_issues_count: 1, open_pr_counter: 1, release_counter: 1, branch_count: 3, original_url: source.clone_addr })
      .emits('repo.created')
    await w.settled()
    const get = (path: string) => w.as(bob).get(`/repos/bob/copy${path}`)
    const first = await get('/issues/1').gives(200, {
      title: 'first', body: 'needle in it', state: 'open', original_author: 'ann', original_author_id: ann.id, comments: 1, labels: [{ name: 'bug', color: 'ff0000', description: 'wrong' }],
      milestone: { title: 'one', open_issues: 1, closed_issues: 0 }, user: { login: 'Ghost' },
    })
    const told = await there.as(ann).get(`${at}/issues/1`).gives(200)
    assert.deepEqual([first.body.created_at, first.body.updated_at], [told.body.created_at, told.body.updated_at])
    await get('/issues/2').gives(404)
    await get('/issues/3').gives(200, { title: 'third', state: 'closed', original_author: 'eve' })
    await get('/issues/1/comments').gives(200, [{ body: 'a word', original_author: 'eve', original_author_id: eve.id }])
    await get('/issues?q=needle').gives(200, [{ number: 1 }])
    const merged = (await there.as(ann).get(`${at}/pulls/4`).gives(200)).body
    await get('/pulls/4').gives(200, {
      title: 'left', state: 'closed', merged: true, merge_commit_sha: merged.merge_commit_sha, merged_at: merged.merged_at, head: { label: 'left', sha: merged.head.sha }, base: { ref: 'main' }, changed_files: 1,
      labels: [{ name: 'bug' }],
    })
    await get('/pulls/5').gives(200, { title: 'right', state: 'open', merged: false, mergeable: true, changed_files: 1, additions: 1, head: { ref: 'right' } })
    await get('/pulls/5/files').gives(200, [{ filename: 'r.txt' }])
    const [shown] = (await get('/releases').gives(200, [{ tag_name: 'v1', name: 'One', body: 'notes', draft: false, assets: [{ name: 'tool.bin', size: 5 }] }])).body
    const file = await w.as(bob).get(`/${new URL(shown.assets[0].browser_download_url).pathname}`).gives(200)
    assert.equal(file.text, 'bytes')
    await get('/labels').gives(200, [{ name: 'bug' }])
    await w.as(bob).get('/notifications').gives(200, [])
    await get('/activities/feeds').gives(200, [])
    // numbers go on where they ended, and what came over can be worked with
    await w.as(bob).post('/repos/bob/copy/issues', { title: 'mine' }).gives(201, { number: 6 })
    await w.as(bob).post('/repos/bob/copy/pulls/5/merge', { Do: 'merge' }).gives(200)

    // what is not asked for stays there
    await w.as(bob).post('/repos/migrate', { ...source, repo_name: 'bare' }).gives(201, { open_issues_count: 0, release_counter: 0 })
    await w.as(bob).post('/repos/migrate', { ...source, repo_name: 'mirror', mirror: true, issues: true, labels: true }).gives(201, { open_issues_count: 0, mirror: true })
    await w.as(bob).get('/repos/bob/mirror/labels').gives(200, [])
    await w.as(bob).post('/repos/migrate', { ...source, repo_name: 'issues', issues: true }).gives(201, { open_issues_count: 1, open_pr_counter: 0 })
    await w.as(bob).get('/repos/bob/issues/issues/1').gives(200, { labels: [], milestone: null, comments: 1 })
  } finally {
    await there.close()
  }
}, near)

scenario('createReposMigrate: a source that tells nonsense leaves nothing behind', async (w) => {
  const there = await openWorld()
  let answer: unknown = []
  const ann = await there.user('ann')
  await there.repo(ann, 'source', { auto_init: true })
  const origin = await there.listening()
  const server = createServer(async (request, reply) => {
    if (request.url!.startsWith('/api/')) return void reply.writeHead(200, { 'content-type': 'application/json' }).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    const parts = request.method === 'POST' ? ((await Array.fromAsync(request)) as Buffer[]) : []
    const got = await fetch(origin + request.url, { method: request.method, headers: request.headers as Record<string, string>, body: parts.length > 0 ? Buffer.concat(parts) : undefined })
    reply.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' }).end(Buffer.from(await got.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const bob = await w.user('bob')
    const clone_addr = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ann/source.git`
    const post = () => w.as(bob).post('/repos/migrate', { clone_addr, repo_name: 'x', service: 'gitea', issues: true, labels: true, milestones: true, pull_requests: true, releases: true })
    answer = '<html>'
    await post().gives(422).says('JSON').emits()
    // files of releases are held to the same rules as everything else
    answer = [{ id: 1, number: 1, tag_name: 'v0', draft: true, assets: [{ name: 'a', size: 1, browser_download_url: 'http://127.0.0.2:9/x' }] }]
    await post().gives(422).emits()
    assert.deepEqual(await w.cx.db.selectFrom('import_intention').selectAll().execute(), [])
    assert.deepEqual(await Array.fromAsync(w.cx.blobs.list('attachments')), [])
    answer = [{ id: -1, number: 7, title: 5, body: ['x'], state: 'closed', user: null, labels: ['x', null, { id: 'y' }], milestone: 3, created_at: 'yesterday', issue_url: '/x', head: 4, name: 'a\0b', color: 'red', tag_name: '../../x' }, 4, null]
    await post().gives(201)
    await w.as(bob).get('/repos/bob/x/issues/7').gives(200, { title: '', state: 'closed', original_author: 'Ghost' })
    await w.as(bob).get('/repos/bob/x').gives(200, { release_counter: 0 })
  } finally {
    server.close()
    server.closeAllConnections()
    await there.close()
  }
}, near)

test('the API of a site lies beside its repositories', () => {
  assert.deepEqual(placeOf('https://code.example.com/ann/source.git'), { api: 'https://code.example.com/api/v1', owner: 'ann', name: 'source' })
  assert.deepEqual(placeOf('https://example.com/git/ann/source'), { api: 'https://example.com/git/api/v1', owner: 'ann', name: 'source' })
  assert.throws(() => placeOf('https://example.com/source'))
})
