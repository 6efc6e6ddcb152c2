import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const subjects = ['/branches', '/branches/edit', '/tags', '/lfs', '/lfs/locks']

scenario('rules, large files and locks are shown to those who administer the repository', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'open', { auto_init: true })
  await w.repo(ada, 'secret', { private: true })
  const [owner, other] = [await w.browsing(ada), await w.browsing(bob)]
  for (const one of subjects) {
    await owner.get(`//ada/open/settings${one}`).gives(200)
    await owner.get(`//ada/secret/settings${one}`).gives(200)
    await other.get(`//ada/open/settings${one}`).gives(403)
    await other.get(`//ada/secret/settings${one}`).gives(404)
    await w.anonymous.get(`//ada/open/settings${one}`).gives(303).header('location', /user\/login/)
  }
})

scenario('repoSettingsBranchRule: everything the form says reaches the rule, and comes back', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild')
  await w.as(ada).post('/orgs/guild/repos', { name: 'one', auto_init: true, default_branch: 'main' }).gives(201)
  const { id } = (await w.as(ada).post('/orgs/guild/teams', { name: 'crew', permission: 'write', units: ['repo.code', 'repo.pulls'] }).gives(201)).body
  await w.as(ada).put(`/teams/${id}/members/bob`).gives(204)
  await w.as(ada).put(`/teams/${id}/repos/guild/one`).gives(204)
  const browser = await w.browsing(ada)
  const at = '//guild/one/settings/branches'
  assert.match((await browser.get(`${at}/edit`).gives(200)).text, /name="rule_name" type="text" value="main"[^]*<option value="bob">[^]*<option value="crew">/)
  const sent = {
    rule_name: ' main ', push: 'list', push_people: 'ada, bob,', push_teams: 'crew', push_keys: 'true', force: 'nobody', merge: 'list', merge_people: 'bob', bypass: 'list', bypass_people: 'ada', approve: 'list', approve_teams: 'crew',
    required_approvals: '2', checks: 'list', contexts: 'ci/*\r\n\r\nlint', block_on_rejected_reviews: 'true', require_signed_commits: 'true', protected_file_patterns: '*.lock', unprotected_file_patterns: 'docs/**',
  }
  await browser.post(`${at}/edit`, sent).gives(303).header('location', /settings\/branches$/).emits('protection.created')
  await w.as(ada).get('/repos/guild/one/branch_protections/main').gives(200, {
    rule_name: 'main', enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: ['ada', 'bob'], push_whitelist_teams: ['crew'], push_whitelist_deploy_keys: true, enable_force_push: false, enable_merge_whitelist: true,
    merge_whitelist_usernames: ['bob'], enable_bypass_allowlist: true, bypass_allowlist_usernames: ['ada'], enable_approvals_whitelist: true, approvals_whitelist_teams: ['crew'], required_approvals: 2, enable_status_check: true,
    status_check_contexts: ['ci/*', 'lint'], block_on_rejected_reviews: true, require_signed_commits: true, dismiss_stale_approvals: false, protected_file_patterns: '*.lock', unprotected_file_patterns: 'docs/**',
  })
  const shown = (await browser.get(`${at}/edit?rule_name=main`).gives(200)).text
  assert.match(shown, /value="list" checked[^]*value="ada, bob"/)
  assert.match(shown, /\nci\/\*\nlint<\/textarea>/)
  assert.match(shown, /name="block_on_rejected_reviews" value="true" checked/)
  assert.doesNotMatch(shown, /name="rule_name"/)
  await browser.post(`${at}/edit?rule_name=main`, { push: 'nobody', merge: 'writers', approve: 'writers', bypass: 'nobody', checks: 'all', required_approvals: '' }).gives(303).emits('protection.changed')
  await w.as(ada).get('/repos/guild/one/branch_protections/main').gives(200, { enable_push: false, enable_merge_whitelist: false, enable_bypass_allowlist: false, required_approvals: 0, enable_status_check: true, status_check_contexts: [], block_on_rejected_reviews: false, require_signed_commits: false, protected_file_patterns: '' })
  await browser.get(`${at}/edit?rule_name=none`).gives(404)
  const bobs = await w.browsing(bob)
  await bobs.post(`${at}/edit?rule_name=main`, { push: 'writers' }).gives(403).emits()
})

scenario('repoSettingsBranchRule: refused forms keep what was typed', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'one', { auto_init: true })
  const browser = await w.browsing(ada)
  const at = '//ada/one/settings/branches/edit'
  assert.match((await browser.post(at, { rule_name: 'release/*', push: 'list', push_people: 'nobody-here' }).gives(422).emits()).text, /nobody-here\][^]*value="release\/\*"[^]*value="nobody-here"/)
  assert.match((await browser.post(at, { rule_name: ' ', required_approvals: '7' }).gives(422).emits()).text, /which branches[^]*value="7"/)
  await browser.post(at, { rule_name: 'release/*' }).gives(303)
  assert.match((await browser.post(at, { rule_name: 'release/*' }).gives(403)).text, /already exist/)
  await browser.post(at, { rule_name: 'x' }, { origin: 'http://evil.example' }).gives(403).emits()
})

scenario('repoSettingsBranches, repoSettingsBranchRuleMove, repoSettingsBranchRuleRemove: in their order', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'one', { auto_init: true, default_branch: 'main' })
  await w.as(ada).post('/repos/ada/one/branches', { new_branch_name: 'release/1.0' }).gives(201)
  const browser = await w.browsing(ada)
  const at = '//ada/one/settings/branches'
  assert.match((await browser.get(at).gives(200)).text, /No branch is protected/)
  assert.match((await browser.get('//ada/one/branches').gives(200)).text, /settings\/branches\/edit\?for=release%2F1\.0"/)
  assert.match((await browser.get(`${at}/edit?for=release%2F1.0`).gives(200)).text, /value="release\/1\.0"/)
  for (const rule_name of ['main', 'release/*', '<b>']) await browser.post(`${at}/edit`, { rule_name, push: 'nobody' }).gives(303)
  const order = async () => (await w.as(ada).get('/repos/ada/one/branch_protections').gives(200)).body.map((one: any) => one.rule_name)
  const text = (await browser.get(at).gives(200)).text
  assert.match(text, /<bdi>main<\/bdi>[^]*src\/branch\/main"[^]*release\/\*[^]*src\/branch\/release\/1\.0"[^]*&lt;b&gt;[^]*Fits no branch/)
  await browser.post(`${at}/move`, { rule_name: '<b>', way: 'up' }).gives(303)
  assert.deepEqual(await order(), ['main', '<b>', 'release/*'])
  await browser.post(`${at}/move`, { rule_name: 'main', way: 'up' }).gives(303)
  await browser.post(`${at}/move`, { rule_name: 'main', way: 'down' }).gives(303)
  assert.deepEqual(await order(), ['<b>', 'main', 'release/*'])
  await browser.post(`${at}/delete`, { rule_name: 'release/*' }).gives(303).emits('protection.removed')
  assert.deepEqual(await order(), ['<b>', 'main'])
  await browser.post(`${at}/delete`, { rule_name: 'release/*' }).gives(404).emits()
})
