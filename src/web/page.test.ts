import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scenario } from '../../test/kit/world.ts'
import { saidCookie } from './said.ts'

const tokenOf = async (client: { post: (path: string, body?: unknown) => PromiseLike<{ body: any }> }, name: string, scopes: string[]): Promise<string> =>
  (await client.post(`/users/${name}/tokens`, { name: scopes.join(), scopes })).body.sha1

scenario('pages: a token that is limited reads what its scopes name, not what pages show beside', async (w) => {
  const [ada, root] = [await w.user('ada'), await w.user('root', { admin: true })]
  await w.repo(ada, 'tool', { auto_init: true })
  const narrow = { token: await tokenOf(w.as(root), 'root', ['read:misc', 'read:repository']) }
  for (const path of ['//-/admin', '//-/admin/config', '//-/admin/monitor/queue', '//ada/tool/settings/lfs', '//ada/tool']) await w.as(root, narrow).get(path).gives(403)
  const open = { token: await tokenOf(w.as(root), 'root', ['public-only', 'all']) }
  await w.as(root, open).get('//-/admin/config').gives(403)
  // readers of feeds have tokens
  await w.as(ada, { token: await tokenOf(w.as(ada), 'ada', ['read:repository', 'read:user']) }).get('//ada/tool.atom').gives(200)
  await w.as(root, { token: await tokenOf(w.as(root), 'root', ['all']) }).get('//-/admin').gives(200)
})

scenario('pages: nobody acts for others in a browser', async (w) => {
  const [ada, root] = [await w.user('ada'), await w.user('root', { admin: true })]
  const [boss, mine] = [await w.browsing(root), await w.browsing(ada)]
  for (const headers of [{}, { sudo: 'ada' }] as Record<string, string>[]) assert.match((await boss.get('//user/settings?sudo=ada', headers).gives(200)).text, /data-viewer="root"/)
  assert.match((await mine.get('//explore/repos?sudo=root').gives(200)).text, /data-viewer="ada"/)
})

scenario('pages: redirects hold whatever was typed', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  const mine = await w.browsing(ada)
  await mine.post('//ada/tool/star', { back: '/explore/repos?q=日本 &x="' }).gives(303).header('location', /\/explore\/repos\?q=%E6%97%A5%E6%9C%AC%20&x=%22$/)
  await mine.post('//ada/tool/star', { back: '/x\u007f\u0085y' }).gives(303).header('location', /\/x%7F%C2%85y$/)
  // the Kelvin sign is a small k like any other
  await w.user('kim')
  await mine.post('//\u212aim/-/follow', {}).gives(303).header('location', /^[\x21-\x7e]+$/)
})

scenario('pages: what only some may see is kept by no cache between', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true, private: true })
  const mine = await w.browsing(ada)
  const [{ sha }] = (await w.as(ada).get('/repos/ada/tool/commits').gives(200)).body
  for (const path of [`//ada/tool/commit/${sha}.diff`, '//ada/tool', '//ada/tool.atom', '//-/palette?q=tool', '//ada/tool/find/branch/main?list=1']) await mine.get(path).gives(200).header('cache-control', /private|no-store/)
  await w.as(ada).patch('/repos/ada/tool', { name: 'works' }).gives(200)
  assert.match(String((await mine.get('//ada/tool')).headers['cache-control']), /private|no-store/)
})

test('a sentence that is cut in the middle of a letter is still one', () => {
  assert.match(saidCookie({ root: 'http://x' }, `${'x'.repeat(299)}😀`), /^codestead_said=x{299}%EF%BF%BD; /)
})

scenario('pages: lists bear any number of a page', async (w) => {
  const ada = await w.user('ada', { admin: true })
  await w.repo(ada, 'tool', { auto_init: true })
  const { body: hook } = await w.as(ada).post('/repos/ada/tool/hooks', { type: 'gitea', config: { url: 'http://127.0.0.1:9/', content_type: 'json' }, events: ['push'], active: true }).gives(201)
  await w.as(ada).post('/repos/ada/tool/branches', { new_branch_name: 'two' }).gives(201)
  await w.as(ada).post('/repos/ada/tool/contents/a', { content: 'YQ==', message: 'a', branch: 'two' }).gives(201)
  await w.as(ada).post('/repos/ada/tool/pulls', { head: 'two', base: 'main', title: 'x' }).gives(201)
  const mine = await w.browsing(ada)
  const lists = ['ada/tool/commits/branch/main?', 'ada/tool/graph?', 'ada/tool/branches?', 'ada/tool/tags?', 'ada/tool/search?q=tool&', 'ada/tool/pulls/1/commits?', 'ada/tool/actions?', 'ada/tool/issues?', 'ada/tool/pulls?', 'ada/tool/projects?', 'ada/tool/settings/lfs?',
    `ada/tool/settings/hooks/${hook.id}?`, 'issues?', 'milestones?', 'explore/repos?', 'notifications?', '-/admin/users?', 'ada?', '?']
  for (const path of lists) for (const page of ['1e300', '-1', '1.5', 'x', '9007199254740993', 'Infinity']) await mine.get(`//${path}page=${page}`).gives(200)
})
