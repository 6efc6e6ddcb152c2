import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git, remote, workTree } from '../../test/kit/git.ts'
import { loopback, receiver } from '../../test/kit/receiver.ts'
import { scenario } from '../../test/kit/world.ts'

const W = '/repos/ann/engine/wiki'
const b64 = (text: string) => Buffer.from(text).toString('base64')

scenario('createReposWikiNew, getReposWikiPageByPageName: pages and their addresses', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  for (const path of ['page/Home', 'pages', 'revisions/Home']) await w.anonymous.get(`${W}/${path}`).gives(404).empty()
  await w.as(ann).delete(`${W}/page/Home`).gives(404)
  const home = await w.as(ann).post(`${W}/new`, { title: ' Home ', content_base64: b64('# Hello') })
    .gives(201, { title: 'Home', sub_url: 'Home', content_base64: b64('# Hello'), commit_count: 1, sidebar: '', footer: '', last_commit: { author: { name: 'ann' }, message: 'Add "Home"\n' } }).emits('wiki.created')
  assert.match(home.body.html_url, /\/ann\/engine\/wiki\/Home$/)
  assert.match(home.body.last_commit.sha, /^[0-9a-f]{40}$/)
  assert.deepEqual(Object.keys(home.body.last_commit), ['sha', 'author', 'commiter', 'message'])
  for (const [title, sub_url, ...asked] of [['My Page', 'My-Page', 'My-Page', 'My%20Page'], ['a-b c', 'a-b+c.-', 'a-b+c.-'], ['x/y', 'x%2Fy', 'x%2Fy'], ['Größe', 'Gr%C3%B6%C3%9Fe', 'Gr%C3%B6%C3%9Fe']]) {
    await w.as(ann).post(`${W}/new`, { title, content_base64: b64(title), message: 'why' }).gives(201, { title, sub_url, last_commit: { message: 'why\n' } })
    for (const name of asked) await w.anonymous.get(`${W}/page/${name}`).gives(200, { title, sub_url, content_base64: b64(title) })
  }
  await w.as(ann).post(`${W}/new`, { title: '_Sidebar', content_base64: b64('side') }).gives(201)
  await w.as(ann).post(`${W}/new`, { title: '_Footer', content_base64: b64('foot') }).gives(201)
  await w.anonymous.get(`${W}/page/Home`).gives(200, { sidebar: b64('side'), footer: b64('foot'), commit_count: 1 })
  await w.anonymous.get(`${W}/page/None`).gives(404).empty()
})

scenario('createReposWikiNew: what is refused', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  const make = (who: typeof ann | null, body: unknown) => w.as(who).post(`${W}/new`, body)
  await make(ann, {}).gives(422).says('[Title]: Required').emits()
  await make(ann, { title: '  ' }).gives(422).emits()
  await make(ann, { title: 'x'.repeat(300) }).gives(422).emits()
  await make(ann, { title: 'Bad', content_base64: '?' }).gives(400).emits()
  for (const title of ['_pages', '_new', '_edit', 'raw']) await make(ann, { title }).gives(400).emits()
  await make(ann, { title: 'Home' }).gives(201)
  await make(ann, { title: 'Home' }).gives(400).says('exists').emits()
  await make(null, { title: 'x' }).gives(401).emits()
  await make(bob, { title: 'x' }).gives(403).emits()
  await w.as(ann).post('/repos/ann/none/wiki/new', { title: 'x' }).gives(404)
  await w.as(ann).patch('/repos/ann/engine', { has_wiki: false }).gives(200)
  await make(ann, { title: 'x' }).gives(404).emits()
  await w.as(ann).get(`${W}/page/Home`).gives(404).empty()
  await w.as(ann).patch('/repos/ann/engine', { has_wiki: true }).gives(200)
  await w.as(ann).get(`${W}/page/Home`).gives(200)
  await w.as(ann).patch('/repos/ann/engine', { archived: true }).gives(200)
  await make(ann, { title: 'x' }).gives(423)
  await w.anonymous.patch(`${W}/page/Home`, { title: 'Home' }).gives(423)
  await w.anonymous.delete(`${W}/page/Home`).gives(423)
})

scenario('editReposWikiPageByPageName, deleteReposWikiPageByPageName: changing, moving, removing', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'other')
  await w.as(ann).post(`${W}/new`, { title: 'One', content_base64: b64('1') }).gives(201)
  await w.as(ann).post(`${W}/new`, { title: 'Two', content_base64: b64('2') }).gives(201)
  const edit = (name: string, body: unknown) => w.as(ann).patch(`${W}/page/${name}`, body)
  await edit('One', { content_base64: b64('x') }).gives(422).says('[Title]: Required').emits()
  await edit('One', { title: 'One', content_base64: '%' }).gives(400).emits()
  await edit('One', { title: 'One', content_base64: b64('11') }).gives(200, { content_base64: b64('11'), commit_count: 2, last_commit: { message: 'Update "One"\n' } }).emits('wiki.edited')
  await edit('One', { title: 'One', content_base64: b64('11') }).gives(200, { commit_count: 2 }).emits()
  await edit('One', { title: 'Two', content_base64: b64('new'), message: 'moved' }).gives(200, { title: 'Two', content_base64: b64('new') }).emits('wiki.edited')
  await w.anonymous.get(`${W}/page/One`).gives(404)
  await edit('Two', { title: 'Three' }).gives(200, { title: 'Three', content_base64: b64('new') })
  await edit('Four', { title: 'Four', content_base64: b64('4') }).gives(200, { title: 'Four' }).emits('wiki.created')
  await w.anonymous.patch(`${W}/page/Four`, { title: 'Four' }).gives(401)
  await w.as(bob).patch(`${W}/page/Four`, { title: 'Four' }).gives(403).emits()
  await w.anonymous.delete(`${W}/page/Four`).gives(401)
  await w.as(bob).delete(`${W}/page/Four`).gives(403).emits()
  await w.as(ann).delete('/repos/ann/other/wiki/page/Four').gives(404).empty()
  await w.as(ann).delete(`${W}/page/Four`).gives(204).empty().emits('wiki.removed')
  await w.as(ann).delete(`${W}/page/Four`).gives(404).empty().emits()
  await w.as(ann).delete(`${W}/page/Three`).gives(204)
  await w.anonymous.get(`${W}/pages`).gives(200, [])
})

scenario('listReposWikiPages, listReposWikiRevisionsByPageName: what there is and how it came to be', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  for (const title of ['C', 'A', 'B']) await w.as(ann).post(`${W}/new`, { title, content_base64: b64(title) }).gives(201)
  const work = w.folder()
  await git(work, ['clone', '-q', await remote(w, ann, 'ann/engine.wiki'), '.'])
  await commit(work, 'B2.png', 'x')
  await commit(work, 'docs/Deep.md', 'deep')
  const last = await commit(work, 'A.md', 'more', 'By hand')
  await git(work, ['push', '-q', 'origin', 'HEAD'])
  await w.anonymous.get(`${W}/pages`).gives(200, [{ title: 'A', sub_url: 'A', last_commit: { sha: last, message: 'By hand\n', author: { name: 'Author' } } }, { title: 'B' }, { title: 'C' }]).header('x-total-count', '5').header('link', undefined)
  await w.anonymous.get(`${W}/pages?limit=2&page=2`).gives(200, [{ title: 'C' }]).header('link', /rel="next"/)
  await w.anonymous.get(`${W}/pages?limit=1`).gives(200, [{ title: 'A' }, { title: 'B' }, { title: 'C' }])
  await w.anonymous.get(`${W}/pages?page=9`).gives(200, [])
  await w.anonymous.get(`${W}/page/docs%2FDeep`).gives(200, { title: 'docs/Deep', content_base64: b64('deep') })
  await w.anonymous.get(`${W}/revisions/A`).gives(200, { count: 2, commits: [{ sha: last }, { message: 'Add "A"\n' }] }).header('x-total-count', '2')
  await w.anonymous.get(`${W}/revisions/A?page=2`).gives(200, { count: 2, commits: [] })
  await w.anonymous.get(`${W}/revisions/None`).gives(404).empty()
  await w.as(ann).patch('/repos/ann/engine', { private: true }).gives(200)
  for (const path of ['pages', 'page/A', 'revisions/A']) {
    await w.anonymous.get(`${W}/${path}`).gives(404).empty()
    await w.as(bob).get(`${W}/${path}`).gives(404).empty()
  }
  const token = (await w.as(ann).post('/users/ann/tokens', { name: 'i', scopes: ['write:issue'] }).gives(201)).body.sha1
  await w.as(ann, { token }).get(`${W}/pages`).gives(403)
})

scenario('pages written at once all stand, and those pushed are read', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  const titles = Array.from({ length: 6 }, (_, at) => `P${at}`)
  await Promise.all(titles.map((title) => w.as(ann).post(`${W}/new`, { title }).gives(201)))
  const { body } = await w.anonymous.get(`${W}/pages`).gives(200)
  assert.deepEqual(body.map((one: { title: string }) => one.title), titles)
  await w.repo(ann, 'pushed')
  const work = await workTree(w, ann, 'ann/pushed.wiki', 'master')
  await commit(work, 'Hand Made.md', 'words')
  await git(work, ['push', '-q', 'origin', 'master'])
  const P = '/repos/ann/pushed/wiki'
  await w.anonymous.get(`${P}/page/Hand-Made`).gives(200, { title: 'Hand Made', content_base64: b64('words') })
  await w.as(ann).patch(`${P}/page/Hand-Made`, { title: 'Hand Made', content_base64: b64('other') }).gives(200, { title: 'Hand Made', commit_count: 2 })
  await git(work, ['pull', '-q', 'origin', 'master'])
  assert.equal((await git(work, ['show', 'HEAD:Hand Made.md'])), 'other')
})

scenario('wiki webhooks: created, edited, deleted', async (w) => {
  const there = await receiver()
  try {
    const ann = await w.user('ann')
    await w.repo(ann, 'engine')
    await w.as(ann).post('/repos/ann/engine/hooks', { type: 'gitea', active: true, events: ['wiki'], config: { url: there.url, content_type: 'json' } }).gives(201)
    await w.as(ann).post(`${W}/new`, { title: 'My Page', message: 'first' }).gives(201)
    await w.as(ann).patch(`${W}/page/My-Page`, { title: 'My Page', content_base64: b64('x') }).gives(200)
    await w.as(ann).delete(`${W}/page/My-Page`).gives(204)
    await w.settled()
    assert.deepEqual(there.seen.map(({ headers, body }) => [headers['x-gitea-event'], body.action, body.page, body.comment, body.sender.login, body.repository.full_name]), [
      ['wiki', 'created', 'My-Page', 'first', 'ann', 'ann/engine'], ['wiki', 'edited', 'My-Page', 'Update "My-Page"', 'ann', 'ann/engine'], ['wiki', 'deleted', 'My-Page', 'Delete "My Page"', 'ann', 'ann/engine'],
    ])
    assert.deepEqual(Object.keys(there.seen[0].body), ['action', 'repository', 'sender', 'page', 'comment'])
  } finally {
    there.close()
  }
}, loopback)

scenario('a wiki is cloned and pushed over HTTP and SSH', async (w) => {
  await w.listening()
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await assert.rejects(git(w.folder(), ['clone', '-q', await remote(w, bob, 'ann/engine.wiki'), '.']), /not found/i)
  const key = join(w.folder('keys'), 'key')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(ann).post('/user/keys', { title: 'laptop', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  const url = (await w.as(ann).get('/repos/ann/engine').gives(200)).body.ssh_url.replace(/\.git$/, '.wiki.git')
  const ssh = { GIT_SSH_COMMAND: `ssh -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` }
  const work = w.folder()
  await git(work, ['clone', '-q', url, '.'], ssh)
  await commit(work, 'Home.md', 'by hand')
  await git(work, ['push', '-q', 'origin', 'HEAD:refs/heads/pages'], ssh)
  await w.anonymous.get(`${W}/page/Home`).gives(200, { content_base64: b64('by hand') })
  await w.as(ann).patch(`${W}/page/Home`, { title: 'Home', content_base64: b64('in the browser') }).gives(200)
  const copy = w.folder()
  await git(copy, ['clone', '-q', await remote(w, bob, 'ann/engine.wiki'), '.'])
  assert.equal(readFileSync(join(copy, 'Home.md'), 'utf8'), 'in the browser')
})
