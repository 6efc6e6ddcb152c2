import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commit, git } from '../../../test/kit/git.ts'
import { demo, openSide } from '../../../test/kit/pulls.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { parseOwners } from './lines.ts'

test('lines of CODEOWNERS: expressions for whole paths, the others, escapes and comments', () => {
  const lines = parseOwners('# nothing\n.*\\.md @ann @acme/crew # words\n!src/.* @bob\na\\ b\\#c @cy\n( @dan\nlonely\n.* nobody\n')
  assert.deepEqual(lines.map((one) => [one.people, one.teams]), [[['ann'], [{ org: 'acme', name: 'crew' }]], [['bob'], []], [['cy'], []]])
  const covered = (path: string) => lines.map((one) => one.covers(path))
  assert.deepEqual(covered('docs/x.md'), [true, true, false])
  assert.deepEqual(covered('src/x.c'), [false, false, false])
  assert.deepEqual(covered('a b#c'), [false, true, true])
  assert.deepEqual(parseOwners('\n'.repeat(10_000)), [])
})

const at = '/repos/ann/engine'
const asked = async (w: World, who: Person) => (await w.as(who).get(`${at}/pulls/1/reviews`).gives(200)).body.filter((one: any) => one.state === 'REQUEST_REVIEW').map((one: any) => one.user.login).sort()

async function owned(w: World, file: string) {
  const s = await demo(w)
  const dan = await w.user('dan')
  await git(s.cwd, ['switch', '-q', 'main'])
  await commit(s.cwd, 'docs/CODEOWNERS', file)
  await git(s.cwd, ['push', '-q', 'origin', 'main'])
  await git(s.cwd, ['switch', '-q', 'side'])
  return { ...s, dan }
}

scenario('createReposPulls, editReposPullsByIndex: owners of what changes are asked, once it is no draft', async (w) => {
  const { ann, bob, cy, cwd } = await owned(w, 'b\\.txt @ann @bob @nobody\nc\\.txt @cy\n')
  await openSide(w, bob, { title: 'WIP: Work' })
  assert.deepEqual(await asked(w, bob), [])
  await w.as(bob).patch(`${at}/pulls/1`, { title: 'Work' }).gives(201)
  await w.settled()
  // never the author
  assert.deepEqual(await asked(w, bob), ['ann'])
  await w.as(ann).post(`${at}/pulls/1/reviews`, { event: 'APPROVED' }).gives(200)
  await commit(cwd, 'c.txt', 'c\n')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  await w.settled()
  assert.deepEqual(await asked(w, cy), ['cy'])
})

scenario('createReposPullsMergeByIndex: a rule may wait for the owners', async (w) => {
  const { ann, bob, cy, dan } = await owned(w, 'b\\.txt @cy\n.* @dan @ann\nother @dan\n')
  await w.as(ann).post(`${at}/branch_protections`, { rule_name: 'main', block_on_codeowner_reviews: true }).gives(201)
  await openSide(w, bob)
  assert.deepEqual(await asked(w, bob), ['ann', 'cy', 'dan'])
  const merge = (who: Person) => w.as(who).post(`${at}/pulls/1/merge`, { do: 'merge' })
  await merge(ann).gives(405).says('owners of what it changes have not approved')
  await w.as(cy).post(`${at}/pulls/1/reviews`, { event: 'APPROVED' }).gives(200)
  await merge(ann).gives(405).says('owners')
  await w.as(dan).post(`${at}/pulls/1/reviews`, { event: 'REQUEST_CHANGES', body: 'no' }).gives(200)
  await merge(ann).gives(405).says('owners')
  await w.as(dan).post(`${at}/pulls/1/reviews`, { event: 'APPROVED' }).gives(200)
  await merge(ann).gives(200)
})

scenario('createReposPulls: teams own too, those of the same organization', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.org(ann, 'acme')
  await w.org(ann, 'other')
  await w.as(ann).post('/orgs/acme/repos', { name: 'engine', auto_init: true }).gives(201)
  const team = (await w.as(ann).post('/orgs/acme/teams', { name: 'crew', permission: 'write', includes_all_repositories: true, units: ['repo.code', 'repo.pulls'] }).gives(201)).body
  await w.as(ann).post('/orgs/other/teams', { name: 'strangers', permission: 'write', units: ['repo.code'] }).gives(201)
  await w.as(ann).put(`/teams/${team.id}/members/bob`).gives(204)
  const at = '/repos/acme/engine'
  await w.as(ann).post(`${at}/contents/CODEOWNERS`, { content: Buffer.from('.* @ACME/crew @other/strangers\n').toString('base64') }).gives(201)
  await w.as(ann).post(`${at}/contents/a.txt`, { content: '', new_branch: 'side' }).gives(201)
  await w.as(ann).post(`${at}/branch_protections`, { rule_name: 'main', block_on_codeowner_reviews: true }).gives(201)
  const pull = (await w.as(ann).post(`${at}/pulls`, { head: 'side', base: 'main', title: 'Work' }).gives(201)).body
  assert.deepEqual(pull.requested_reviewers_teams.map((one: any) => one.name), ['crew'])
  await w.as(ann).post(`${at}/pulls/1/merge`, { do: 'merge' }).gives(405)
  await w.as(bob).post(`${at}/pulls/1/reviews`, { event: 'APPROVED' }).gives(200)
  await w.as(ann).post(`${at}/pulls/1/merge`, { do: 'merge' }).gives(200)
})
