import assert from 'node:assert/strict'
import { loopback, receiver } from '../../../test/kit/receiver.ts'
import { scenario } from '../../../test/kit/world.ts'
import { secretsOf } from './verbs.ts'

scenario('webhooks have the same pages for a repository, an organization, oneself and the site', async (w) => {
  const [root, ada, bob] = [await w.user('root', { admin: true }), await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one')
  await w.org(ada, 'guild')
  const [admin, owner, other] = [await w.browsing(root), await w.browsing(ada), await w.browsing(bob)]
  for (const [browser, at, foreign] of [[owner, '/ada/one/settings/hooks', 403], [owner, '/org/guild/settings/hooks', 403], [owner, '/user/settings/hooks', 200], [admin, '/-/admin/hooks', 403]] as const) {
    await w.anonymous.get(`/${at}`).gives(303)
    await other.get(`/${at}`).gives(foreign)
    await browser.get(`/${at}/new`).gives(200)
    const refused = await browser.post(`/${at}/new`, { type: 'gitea', url: 'ftp://example.com/kept' }).gives(422).emits()
    assert.match(refused.text, /kept/)
    const made = await browser.post(`/${at}/new`, { type: 'gitea', url: 'https://example.com/hook', secret: 'sesame', events: ['push', 'issues_only'], active: 'true' }).gives(303).emits('hook.created')
    const page = new URL(made.headers.location).pathname
    const { text } = await browser.get(`/${page}`).gives(200)
    assert.doesNotMatch(text, /sesame/)
    assert.match(text, /value="issues_only" checked/)
    assert.doesNotMatch(text, /value="issue_label" checked/)
    await browser.post(`/${page}`, { url: 'https://example.com/other', events: 'release' }).gives(303).emits('hook.edited')
    assert.match((await browser.get(`/${at}`)).text, /example\.com\/other/)
    await browser.post(`/${page}/delete`).gives(303).emits('hook.removed')
  }
})

scenario('hookEditRepos: the secret can be replaced, and what is left empty is kept', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'one')
  const browser = await w.browsing(ada)
  const made = await browser.post('//ada/one/settings/hooks/new', { type: 'gitea', url: 'https://example.com/hook', secret: 'sesame', authorization_header: 'Bearer first', events: 'push', active: 'true' }).gives(303)
  const page = new URL(made.headers.location).pathname
  const held = async () => secretsOf(w.cx, await w.cx.db.selectFrom('hook').selectAll().executeTakeFirstOrThrow())
  assert.deepEqual(await held(), { secret: 'sesame', authorization: 'Bearer first' })
  const { text } = await browser.get(`/${page}`).gives(200)
  assert.match(text, /type="password" value="" [^>]*name="secret"|name="secret" type="password" value=""/)
  assert.doesNotMatch(text, /sesame|Bearer first/)
  const kept = { url: 'https://example.com/hook', events: 'push', active: 'true' }
  await browser.post(`/${page}`, { ...kept, secret: '', authorization_header: '' }).gives(303).emits('hook.edited')
  assert.deepEqual(await held(), { secret: 'sesame', authorization: 'Bearer first' })
  await browser.post(`/${page}`, { ...kept, secret: 'open' }).gives(303)
  assert.deepEqual(await held(), { secret: 'open', authorization: 'Bearer first' })
  await browser.post(`/${page}`, { ...kept, authorization_header: 'Bearer second' }).gives(303)
  assert.deepEqual(await held(), { secret: 'open', authorization: 'Bearer second' })
  await browser.post(`/${page}`, { ...kept, url: 'ftp://example.com' }).gives(422).emits()
})

scenario('hookTestRepos, hookAgainRepos: deliveries are shown and sent again', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'one', { auto_init: true })
  const far = await receiver()
  try {
    const browser = await w.browsing(ada)
    const made = await browser.post('//ada/one/settings/hooks/new', { type: 'gitea', url: far.url, events: 'push', active: 'true' }).gives(303)
    const page = new URL(made.headers.location).pathname
    await browser.post(`/${page}/test`).gives(303)
    await w.settled()
    const uuid = /name="uuid" value="([^"]+)"/.exec((await browser.get(`/${page}`)).text)![1]
    await browser.post(`/${page}/redeliver`, { uuid: 'nothing' }).gives(404)
    await browser.post(`/${page}/redeliver`, { uuid }).gives(303)
    await w.settled()
    assert.equal((await browser.get(`/${page}`)).text.match(/name="uuid"/g)!.length, 2)
  } finally {
    far.close()
  }
}, loopback)
