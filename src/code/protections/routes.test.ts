import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

const at = '/repos/alice/demo/branch_protections'

async function stage(w: World) {
  const [alice, bob, cy] = [await w.user('alice'), await w.user('bob'), await w.user('cy')]
  await w.repo(alice, 'demo', { auto_init: true })
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', { permission: 'write' }).gives(204)
  return { alice, bob, cy }
}

scenario('createReposBranchProtections, getReposBranchProtectionsByName: what is given comes back, what hangs on another switch falls with it', async (w) => {
  const { alice } = await stage(w)
  const bare = (await w.as(alice).post(at, { rule_name: 'main' }).gives(201).emits('protection.created')).body
  assert.deepEqual([bare.branch_name, bare.rule_name, bare.priority, bare.enable_push, bare.required_approvals, bare.status_check_contexts], ['main', 'main', 1, false, 0, null])
  assert.deepEqual([bare.push_whitelist_usernames, bare.approvals_whitelist_username, bare.bypass_allowlist_teams], [[], [], []])
  await w.as(alice).get(`${at}/main`).gives(200, bare)
  await w.as(alice).post(at, { branch_name: 'main' }).gives(403).says('Branch protection already exist').emits()
  await w.as(alice).post(at, {}).gives(400)
  await w.as(alice).post(at, { rule_name: '', branch_name: 'old' }).gives(201, { rule_name: 'old', priority: 2 })
  await w.as(alice).post(at, {
    rule_name: 'release/**', enable_push: true, enable_push_whitelist: true, push_whitelist_deploy_keys: true, enable_force_push: true, enable_force_push_allowlist: true, force_push_allowlist_deploy_keys: true,
    push_whitelist_usernames: ['BOB'], force_push_allowlist_usernames: ['alice', 'cy'], merge_whitelist_usernames: ['cy'], approvals_whitelist_username: ['cy', 'bob'], bypass_allowlist_usernames: ['bob'],
    push_whitelist_teams: ['ignored here'], status_check_contexts: ['ci/*'], enable_status_check: true, required_approvals: -3, priority: 7, protected_file_patterns: '*.lock; docs/**',
  }).gives(201, {
    branch_name: '', priority: 7, enable_push_whitelist: true, push_whitelist_deploy_keys: true, force_push_allowlist_deploy_keys: true, required_approvals: 0, status_check_contexts: ['ci/*'],
    // cy may only look: no list for pushing takes the name, and what is open to everybody is no name to be shown
    push_whitelist_usernames: ['bob'], force_push_allowlist_usernames: ['alice'], merge_whitelist_usernames: [], approvals_whitelist_username: ['bob'], bypass_allowlist_usernames: [],
    push_whitelist_teams: [], protected_file_patterns: '*.lock; docs/**',
  })
  await w.as(alice).get(`${at}/release/**`).gives(200, { rule_name: 'release/**' })
  await w.as(alice).get(`${at}/release%2F%2A%2A`).gives(200, { rule_name: 'release/**' })
  const closed = { enable_push_whitelist: true, push_whitelist_deploy_keys: true, enable_force_push: true, enable_force_push_allowlist: true }
  await w.as(alice).post(at, { rule_name: 'x', ...closed }).gives(201, { enable_push_whitelist: false, push_whitelist_deploy_keys: false, enable_force_push: false, enable_force_push_allowlist: false, priority: 8 })
  // the place after the last one there can be
  await w.as(alice).post(at, { rule_name: 'far', priority: 2 ** 60 }).gives(201)
  for (const rule_name of ['farther', 'farthest']) await w.as(alice).post(at, { rule_name }).gives(201, { priority: Number.MAX_SAFE_INTEGER })
  await w.as(alice).post(at, { rule_name: 'y', enable_push: true, push_whitelist_usernames: ['nobody'] }).gives(422).says('nobody').emits()
  await w.as(alice).post(at, { rule_name: 'y', enable_push: 'yes' }).gives(422)
  await w.as(alice).get(`${at}/y`).gives(404).empty()
})

scenario('editReposBranchProtectionsByName: absent members stay, switches pull others with them, lists are replaced', async (w) => {
  const { alice } = await stage(w)
  await w.as(alice).post(at, { rule_name: 'main', enable_push: true, enable_push_whitelist: true, push_whitelist_deploy_keys: true, push_whitelist_usernames: ['bob'], required_approvals: 2, enable_bypass_allowlist: true, bypass_allowlist_usernames: ['bob'] }).gives(201)
  await w.as(alice).patch(`${at}/main`, { block_on_rejected_reviews: true, status_check_contexts: [], required_approvals: -1 }).gives(200, {
    enable_push: true, enable_push_whitelist: true, push_whitelist_deploy_keys: true, push_whitelist_usernames: ['bob'], required_approvals: 2, block_on_rejected_reviews: true, status_check_contexts: [], bypass_allowlist_usernames: ['bob'],
  }).emits('protection.changed')
  await w.as(alice).patch(`${at}/main`, { enable_push_whitelist: false, push_whitelist_deploy_keys: false }).gives(200, { enable_push_whitelist: true, push_whitelist_deploy_keys: true })
  await w.as(alice).patch(`${at}/main`, { enable_push: true, enable_push_whitelist: true, push_whitelist_deploy_keys: false }).gives(200, { enable_push_whitelist: true, push_whitelist_deploy_keys: false })
  await w.as(alice).patch(`${at}/main`, { enable_push: false }).gives(200, { enable_push: false, enable_push_whitelist: false, push_whitelist_usernames: ['bob'] })
  await w.as(alice).patch(`${at}/main`, { enable_force_push: true, enable_force_push_allowlist: true, force_push_allowlist_deploy_keys: true }).gives(200, { enable_push: false, enable_force_push: true, force_push_allowlist_deploy_keys: true })
  await w.as(alice).patch(`${at}/main`, { enable_force_push: true, enable_force_push_allowlist: false }).gives(200, { enable_force_push: true, enable_force_push_allowlist: false, force_push_allowlist_deploy_keys: false })
  await w.as(alice).patch(`${at}/main`, { push_whitelist_usernames: [], enable_bypass_allowlist: false, rule_name: 'other', priority: 5 }).gives(200, { rule_name: 'main', priority: 5, push_whitelist_usernames: [], bypass_allowlist_usernames: [] })
  await w.as(alice).patch(`${at}/main`, { merge_whitelist_usernames: ['nobody'] }).gives(422).emits()
  await w.as(alice).patch(`${at}/Main`, {}).gives(404).empty()
  // a name whose holder lost the repository is no longer shown
  await w.as(alice).patch(`${at}/main`, { merge_whitelist_usernames: ['bob'] }).gives(200, { merge_whitelist_usernames: ['bob'] })
  await w.as(alice).delete('/repos/alice/demo/collaborators/bob').gives(204)
  await w.as(alice).get(`${at}/main`).gives(200, { merge_whitelist_usernames: [] })
})

scenario('listReposBranchProtections, createReposBranchProtectionsPriority: the order in which rules are asked', async (w) => {
  const { alice } = await stage(w)
  const names = async () => (await w.as(alice).get(at).gives(200)).body.map((one: any) => one.rule_name)
  for (const [rule_name, priority] of [['m*', 3], ['main', 3], ['**', 1], ['dev', 2]] as const) await w.as(alice).post(at, { rule_name, priority }).gives(201)
  assert.deepEqual(await names(), ['**', 'dev', 'main', 'm*'])
  const effective = async () => (await w.as(alice).get('/repos/alice/demo/branches/main').gives(200)).body.effective_branch_protection_name
  assert.equal(await effective(), '**')
  const ids = new Map((await w.cx.db.selectFrom('protection').select(['id', 'rule_name']).execute()).map((row) => [row.rule_name, row.id]))
  await w.repo(alice, 'other')
  await w.as(alice).post('/repos/alice/other/branch_protections', { rule_name: 'main', priority: 9 }).gives(201)
  const foreign = (await w.cx.db.selectFrom('protection').select('id').where('priority', '=', 9).executeTakeFirstOrThrow()).id
  await w.as(alice).post(`${at}/priority`, { ids: [ids.get('m*'), 99_999, foreign, ids.get('main')] }).gives(204)
  assert.deepEqual((await w.as(alice).get(at).gives(200)).body.map((one: any) => [one.rule_name, one.priority]), [['m*', 1], ['**', 1], ['dev', 2], ['main', 4]])
  assert.equal(await effective(), 'm*')
  await w.as(alice).get('/repos/alice/other/branch_protections/main').gives(200, { priority: 9 })
  await w.as(alice).post(`${at}/priority`, {}).gives(204).emits()
  await w.as(alice).post(`${at}/priority`, { ids: ['x'] }).gives(422)
})

scenario('deleteReposBranchProtectionsByName and the others: who may, archived repositories, other repositories', async (w) => {
  const { alice, bob, cy } = await stage(w)
  await w.as(alice).post(at, { rule_name: 'a/*' }).gives(201)
  const calls = [
    (c: ReturnType<World['as']>) => c.get(at), (c: ReturnType<World['as']>) => c.get(`${at}/a/*`), (c: ReturnType<World['as']>) => c.post(at, { rule_name: 'b' }),
    (c: ReturnType<World['as']>) => c.patch(`${at}/a/*`, { priority: 3 }), (c: ReturnType<World['as']>) => c.post(`${at}/priority`, { ids: [] }), (c: ReturnType<World['as']>) => c.delete(`${at}/a/*`),
  ]
  for (const call of calls) {
    await call(w.anonymous).gives(401)
    await call(w.as(bob)).gives(403)
    await call(w.as(cy)).gives(403)
  }
  await w.repo(alice, 'secret', { private: true })
  await w.as(bob).get('/repos/alice/secret/branch_protections').gives(404).empty()
  await w.as(alice).get('/repos/alice/secret/branch_protections/a/*').gives(404)
  await w.as(alice).delete('/repos/alice/secret/branch_protections/a/*').gives(404)
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await w.as(alice).get(at).gives(200)
  await w.as(alice).post(at, { rule_name: 3 }).gives(422)
  for (const call of calls.slice(2)) await call(w.as(alice)).gives(423)
  await w.as(alice).patch('/repos/alice/demo', { archived: false }).gives(200)
  await w.as(alice).delete(`${at}/a/*`).gives(204).emits('protection.removed')
  await w.as(alice).delete(`${at}/a/*`).gives(404).empty().emits()
})

scenario('createReposBranchProtections: teams of an organization, known ones only, shown while they reach the repository', async (w) => {
  const { alice, bob, cy } = await stage(w)
  await w.org(alice, 'acme')
  await w.as(alice).post('/orgs/acme/repos', { name: 'engine', auto_init: true }).gives(201)
  const rules = '/repos/acme/engine/branch_protections'
  const team = (await w.as(alice).post('/orgs/acme/teams', { name: 'Crew', permission: 'write', units: ['repo.code', 'repo.pulls'] }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(alice).post(rules, { rule_name: 'main', push_whitelist_teams: ['nobody'] }).gives(422).says('nobody')
  await w.as(alice).post(rules, { rule_name: 'main', enable_push: true, enable_push_whitelist: true, push_whitelist_teams: ['crew'] }).gives(201, { push_whitelist_teams: [] })
  await w.as(alice).put(`/teams/${team.id}/repos/acme/engine`).gives(204)
  await w.as(alice).patch(`${rules}/main`, { push_whitelist_teams: ['crew'], merge_whitelist_teams: ['crew'], enable_merge_whitelist: true }).gives(200, { push_whitelist_teams: ['Crew'], merge_whitelist_teams: ['Crew'] })
  const branch = '/repos/acme/engine/branches/main'
  await w.as(bob).get(branch).gives(200, { protected: true, user_can_push: true, user_can_merge: true, effective_branch_protection_name: '' })
  await w.as(alice).get(branch).gives(200, { user_can_push: false, user_can_merge: false, effective_branch_protection_name: 'main' })
  await w.as(cy).get(branch).gives(200, { user_can_push: false, user_can_merge: false })
  await w.as(alice).delete(`/teams/${team.id}`).gives(204)
  await w.as(alice).get(`${rules}/main`).gives(200, { push_whitelist_teams: [], merge_whitelist_teams: [] })
})

scenario('getReposBranchesByBranch, listReposBranches: what a rule says of a branch', async (w) => {
  const { alice, bob } = await stage(w)
  await w.as(alice).post('/repos/alice/demo/branches', { new_branch_name: 'free' }).gives(201, { protected: false, status_check_contexts: [], user_can_push: true })
  // a plain name is the same in any case of letters
  await w.as(alice).post(at, { rule_name: 'MAIN', required_approvals: 2, enable_status_check: true, enable_push: true }).gives(201)
  await w.as(bob).get('/repos/alice/demo/branches/main').gives(200, { protected: true, required_approvals: 2, enable_status_check: true, status_check_contexts: null, user_can_push: true, user_can_merge: true, effective_branch_protection_name: '' })
  await w.as(alice).patch(`${at}/MAIN`, { status_check_contexts: ['ci'], enable_push: false }).gives(200)
  const list = (await w.as(alice).get('/repos/alice/demo/branches').gives(200)).body
  assert.deepEqual(list.map((one: any) => [one.name, one.protected, one.user_can_push, one.user_can_merge, one.status_check_contexts, one.effective_branch_protection_name]), [['free', false, true, true, [], ''], ['main', true, false, true, ['ci'], 'MAIN']])
  await w.anonymous.get('/repos/alice/demo/branches/main').gives(200, { protected: true, user_can_push: false, user_can_merge: false })
})
