import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { mirrorEditors, repoStore, type MirrorEditor } from '../index.ts'

const subjects = ['', '/collaboration', '/keys']

scenario('settings are for those who administer the repository', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'open', { auto_init: true })
  await w.repo(ada, 'secret', { private: true })
  const [owner, other] = [await w.browsing(ada), await w.browsing(bob)]
  for (const one of subjects) {
    await owner.get(`//ada/open/settings${one}`).gives(200)
    await other.get(`//ada/open/settings${one}`).gives(403)
    await other.get(`//ada/secret/settings${one}`).gives(404)
    await w.anonymous.get(`//ada/open/settings${one}`).gives(303).header('location', /user\/login/)
  }
})

scenario('repoSettingsGeneral: what is not ticked is off, and a refusal keeps what was typed', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'one', { auto_init: true })
  const browser = await w.browsing(ada)
  const all = { name: 'two', description: 'what it is', topics: 'git forge', has_issues: 'true', has_pull_requests: 'true', allow_squash_merge: 'true', default_merge_style: 'squash', enable_time_tracker: 'true' }
  await browser.post('//ada/one/settings', all).gives(303).header('location', /\/ada\/two\/settings$/)
  await w.as(ada).get('/repos/ada/two').gives(200, { description: 'what it is', topics: ['forge', 'git'], has_issues: true, has_projects: false, allow_merge_commits: false, allow_squash_merge: true, default_merge_style: 'squash', internal_tracker: { enable_time_tracker: true, enable_issue_dependencies: false } })
  const refused = await browser.post('//ada/two/settings', { ...all, name: 'a b', description: 'kept words' }).gives(422)
  assert.match(refused.text, /kept words/)
})

scenario('the danger zone: visibility, archive, transfer, delete', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one', { auto_init: true })
  const [owner, other] = [await w.browsing(ada), await w.browsing(bob)]
  await other.post('//ada/one/settings/delete', { confirm: 'ada/one' }).gives(403).emits()
  await owner.post('//ada/one/settings/archive', { archived: 'true' }).gives(303)
  assert.match((await owner.get('//ada/one/settings')).text, /archived/)
  await owner.post('//ada/one/settings/archive', { archived: 'false' }).gives(303)
  await owner.post('//ada/one/settings/transfer', { new_owner: 'bob' }).gives(303)
  assert.match((await other.get('//ada/one/stars')).text, /offers you this repository/)
  await other.post('//ada/one/transfer/accept').gives(303).header('location', /\/bob\/one$/)
  await other.post('//bob/one/settings/visibility', { private: 'true' }).gives(303)
  await owner.get('//bob/one/settings').gives(404)
  await other.post('//bob/one/settings/delete', { confirm: 'one' }).gives(422).emits()
  await other.post('//bob/one/settings/delete', { confirm: 'bob/one' }).gives(303).emits('repo.removed')
})

scenario('repoSettingsAccess, repoSettingsKeys: people, teams and machines', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild')
  await w.as(ada).post('/orgs/guild/repos', { name: 'one', private: true }).gives(201)
  await w.as(ada).post('/orgs/guild/teams', { name: 'crew', permission: 'write' }).gives(201)
  const browser = await w.browsing(ada)
  await browser.post('//guild/one/settings/collaboration', { name: 'bob', permission: 'read' }).gives(303)
  await w.as(bob).get('/repos/guild/one').gives(200, { permissions: { push: false } })
  assert.match((await browser.post('//guild/one/settings/collaboration', { name: 'nobody' })).text, /nobody/)
  // what was granted, whatever else bob may be
  assert.match((await browser.get('//guild/one/settings/collaboration').gives(200)).text, /value="bob"[^]*?<option value="read" selected>/)
  await browser.post('//guild/one/settings/collaboration/delete', { name: 'bob' }).gives(303)
  await browser.post('//guild/one/settings/collaboration/team', { name: 'crew' }).gives(303).emits('team.repo.added')
  assert.match((await browser.get('//guild/one/settings/collaboration')).text, /<bdi>crew<\/bdi>/)
  const made = await browser.post('//guild/one/settings/keys', { title: 'ci', key_type: 'token' }).gives(200)
  assert.match(made.text, /data-copy="[0-9a-f]{40}"/)
  assert.doesNotMatch((await browser.get('//guild/one/settings/keys')).text, /data-copy="[0-9a-f]{40}"/)
})

scenario('repoTransferCancel, repoTransferAccept: an offer is seen by those it is for, and can be taken back', async (w) => {
  const [ada, bob, cy] = [await w.user('ada'), await w.user('bob'), await w.user('cy')]
  await w.repo(ada, 'one')
  await w.org(bob, 'guild')
  const [adas, bobs, cys] = [await w.browsing(ada), await w.browsing(bob), await w.browsing(cy)]
  const give = (to: string) => adas.post('//ada/one/settings/transfer', { new_owner: to }).gives(303).emits('repo.transfer.asked')
  await give('cy')
  assert.match((await cys.get('//ada/one').gives(200)).text, /ada offers you this repository/)
  assert.match((await adas.get('//ada/one').gives(200)).text, /cy has been asked to take it over[^]*Take the offer back/)
  assert.doesNotMatch((await bobs.get('//ada/one').gives(200)).text, /offers|has been asked/)
  assert.equal((await adas.get('//ada/one/settings').gives(200)).text.match(/has been asked to take it over/g)!.length, 1)
  await bobs.post('//ada/one/settings/transfer/cancel').gives(403).emits()
  await adas.post('//ada/one/settings/transfer/cancel').gives(303).emits('repo.transfer.rejected')
  await adas.post('//ada/one/settings/transfer/cancel').gives(404).emits()
  assert.doesNotMatch((await cys.get('//ada/one').gives(200)).text, /offers you/)
  await give('guild')
  assert.match((await bobs.get('//ada/one').gives(200)).text, /ada offers guild this repository/)
  assert.doesNotMatch((await cys.get('//ada/one').gives(200)).text, /offers/)
  await bobs.post('//ada/one/transfer/accept').gives(303).header('location', /\/guild\/one$/).emits('repo.transferred')
})

scenario('repoSettingsGeneral: a tracker and a wiki elsewhere stay there, and a mirror is told how to sign in', async (w) => {
  const ada = await w.user('ada')
  const { id } = await w.repo(ada, 'one')
  const external = { has_issues: true, external_tracker: { external_tracker_url: 'https://t.example' }, has_wiki: true, external_wiki: { external_wiki_url: 'https://w.example' } }
  await w.as(ada).patch('/repos/ada/one', external).gives(200)
  const browser = await w.browsing(ada)
  const sent = { name: 'one', description: 'new words', has_issues: 'true', has_wiki: 'true' }
  await browser.post('//ada/one/settings', sent).gives(303)
  await w.as(ada).get('/repos/ada/one').gives(200, { description: 'new words', external_tracker: { external_tracker_url: 'https://t.example' }, external_wiki: { external_wiki_url: 'https://w.example' } })
  assert.doesNotMatch((await browser.get('//ada/one/settings').gives(200)).text, /mirror_password/)
  await w.cx.write((tx) => repoStore.update(tx, id, { is_mirror: true, mirror_interval: 3600 }))
  const told: object[] = []
  const editor: MirrorEditor = async (_cx, _tx, _repo, change) => void told.push(change)
  mirrorEditors.push(editor)
  try {
    assert.match((await browser.get('//ada/one/settings').gives(200)).text, /name="mirror_password"/)
    await browser.post('//ada/one/settings', { ...sent, mirror_interval: '2h', mirror_username: 'bot', mirror_password: 'secret word' }).gives(303)
    await browser.post('//ada/one/settings', { ...sent, mirror_interval: '2h', mirror_username: '', mirror_password: '' }).gives(303)
  } finally {
    mirrorEditors.splice(mirrorEditors.indexOf(editor), 1)
  }
  assert.deepEqual(told.map((one) => JSON.stringify(one)), ['{"username":"bot","password":"secret word"}', '{}'])
})
