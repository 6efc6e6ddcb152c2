import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('boards of a repository, an organization and a person: made, filled, moved, closed', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild')
  await w.repo(ada, 'one')
  await w.as(ada).post('/orgs/guild/repos', { name: 'two' }).gives(201)
  const [browser, other] = [await w.browsing(ada), await w.browsing(bob)]
  for (const [at, repo] of [['/ada/one/projects', 'ada/one'], ['/guild/-/projects', 'guild/two'], ['/ada/-/projects', 'ada/one']]) {
    const issue = (await w.as(ada).post(`/repos/${repo}/issues`, { title: `Card <b> of ${at}` }).gives(201)).body
    await w.anonymous.get(`/${at}`).gives(200)
    await other.get(`/${at}/new`).gives(404)
    await browser.post(`/${at}/new`, { title: '' }).gives(422)
    const made = await browser.post(`/${at}/new`, { title: 'Plan', template_type: 'basic_kanban' }).gives(303)
    const board = new URL(made.headers.location).pathname
    const { text } = await browser.get(`/${board}`).gives(200)
    const [first, second] = [...text.matchAll(/data-column="(\d+)"/g)].map((match) => match[1])
    const offered = (await browser.get(`/${board}/add?column=${first}`).gives(200)).text
    assert.match(offered, /Card &lt;b&gt; of/)
    assert.match(offered, new RegExp(`/cards/${issue.id}/add`))
    await other.post(`/${board}/cards/${issue.id}/add`, { column_id: first }).gives(at === '/ada/one/projects' ? 403 : 404).emits()
    await browser.post(`/${board}/cards/${issue.id}/add`, { column_id: first }).gives(303)
    assert.doesNotMatch((await browser.get(`/${board}/add?column=${first}`).gives(200)).text, new RegExp(`/cards/${issue.id}/add`), 'what is on the board is not offered again')
    await browser.post(`/${board}/cards/${issue.id}/move`, { column_id: second, sorting: 0, quiet: 1 }).gives(204)
    const seen = (await w.anonymous.get(`/${board}`).gives(200)).text
    assert.match(seen.slice(seen.indexOf(`data-column="${second}"`)), /Card &lt;b&gt; of/)
    assert.doesNotMatch(seen, /draggable/)
    await browser.post(`/${board}/columns`, { title: 'Later', color: '#aa3311' }).gives(303)
    assert.match((await browser.get(`/${board}`)).text, /\.c-aa3311\{/)
    await browser.post(`/${board}/columns/${second}`, { title: 'Doing' }).gives(303)
    await browser.post(`/${board}/columns/${second}/default`).gives(303)
    await browser.post(`/${board}/columns/arrange`, { ids: 'x' }).gives(422)
    await browser.post(`/${board}/cards/${issue.id}/remove`, { column_id: second }).gives(303)
    await browser.post(`/${board}/columns/${first}/delete`).gives(303)
    await browser.post(`/${board}/edit`, { title: 'Plan B' }).gives(303)
    await browser.post(`/${board}/state`, { state: 'closed' }).gives(303)
    assert.match((await browser.get(`/${at}?state=closed`)).text, /Plan B/)
    await browser.post(`/${board}/delete`).gives(303)
    await browser.get(`/${board}`).gives(404)
  }
})

scenario('titles with code are shown as code on boards, on the front page, in the feed and in the inbox', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'engine')
  const { id } = (await w.as(ada).post('/repos/ada/engine/projects', { title: 'Plan' }).gives(201)).body
  await w.as(ada).post('/repos/ada/engine/projects/' + id + '/columns', { title: 'Soon' }).gives(201)
  await w.as(bob).post('/repos/ada/engine/issues', { title: 'Use `a<b>` here', body: '@ada' }).gives(201)
  await w.as(ada).patch('/repos/ada/engine/issues/1', { assignees: ['ada'] }).gives(201)
  await w.settled()
  const hers = await w.browsing(ada)
  const column = /add\?column=(\d+)/.exec((await hers.get(`//ada/engine/projects/${id}`).gives(200)).text)![1]
  const shown = /Use <code>a&lt;b&gt;<\/code> here/
  assert.match((await hers.get(`//ada/engine/projects/${id}/add?column=${column}`).gives(200)).text, shown)
  const { id: issue } = (await w.as(ada).get('/repos/ada/engine/issues/1').gives(200)).body
  await hers.post(`//ada/engine/projects/${id}/cards/${issue}/add`, { column_id: column }).gives(303)
  for (const path of [`//ada/engine/projects/${id}`, '//notifications', '//ada/engine/issues']) assert.match((await hers.get(path).gives(200)).text, shown, path)
  assert.equal((await hers.get('//').gives(200)).text.match(new RegExp(shown, 'g'))!.length, 2)
})

scenario('a board of a hidden repository is not there', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'secret', { private: true })
  const { id } = (await w.as(ada).post('/repos/ada/secret/projects', { title: 'Plan' }).gives(201)).body
  const other = await w.browsing(bob)
  for (const path of ['', '/new', `/${id}`, `/${id}/add?column=1`]) await other.get(`//ada/secret/projects${path}`).gives(404)
})

scenario('projectNewOwner: a board is made where the address says, or not at all', async (w) => {
  const [ada, eve] = [await w.user('ada'), await w.user('eve')]
  const hers = await w.browsing(eve)
  await hers.post(`//${ada.name}/-/projects/new`, { title: 'Not there' }).gives(404)
  await hers.post('//eve/-/projects/new', { title: 'Here' }).gives(303)
  const { text } = await hers.get('//eve/-/projects').gives(200)
  assert.match(text, /<bdi>Here</)
  assert.doesNotMatch(text, /Not there/)
})
