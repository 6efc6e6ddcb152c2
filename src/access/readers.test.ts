import assert from 'node:assert/strict'
import { scenario } from '../../test/kit/world.ts'
import { accountAccess, canRead, findAccount, findRepo, readersOf } from './index.ts'

scenario('readersOf says of many accounts what accountAccess says of each', async (w) => {
  const owner = await w.user('owner')
  const people = [owner, await w.user('root', { admin: true }), await w.user('plain'), await w.user('bound', { restricted: true }), await w.user('friend'), await w.user('member'), await w.user('coder')]
  const [, , , , friend, member, coder] = people
  const org = await w.org(owner, 'crew', { visibility: 'private' })
  await w.repo(owner, 'open')
  await w.repo(owner, 'closed', { private: true })
  for (const [name, hidden] of [['shown', false], ['hidden', true]] as const) await w.as(owner).post('/orgs/crew/repos', { name, private: hidden }).gives(201)
  const team = (name: string, units: object) => w.as(owner).post('/orgs/crew/teams', { name, permission: 'read', includes_all_repositories: true, units_map: units }).gives(201)
  const readers = (await team('readers', { 'repo.issues': 'read', 'repo.code': 'read' })).body.id
  const coders = (await team('coders', { 'repo.code': 'read' })).body.id
  await w.as(owner).put(`/teams/${readers}/members/${member.name}`).gives(204)
  await w.as(owner).put(`/teams/${coders}/members/${coder.name}`).gives(204)
  const now = w.cx.now()
  const closed = (await findRepo(w.cx.db, 'owner', 'closed'))!
  await w.cx.write((tx) => tx.insertInto('collaboration').values({ repo_id: closed.id, account_id: friend.id, level: 1, created_at: now }).execute())
  assert.ok(org.id)
  for (const [at, name] of [['owner', 'open'], ['owner', 'closed'], ['crew', 'shown'], ['crew', 'hidden']]) {
    const repo = (await findRepo(w.cx.db, at, name))!
    for (const unit of ['issues', 'code'] as const) {
      const expected: string[] = []
      for (const one of people) if (canRead(await accountAccess(w.cx.db, (await findAccount(w.cx.db, one.id))!, repo), unit)) expected.push(one.name)
      const got = (await readersOf(w.cx.db, repo, unit, people.map((one) => one.id))).map((one) => one.name)
      assert.deepEqual(got.sort(), expected.sort(), `${at}/${name} ${unit}`)
    }
  }
  assert.deepEqual(await readersOf(w.cx.db, { ...closed, has_issues: false }, 'issues', [owner.id]), [])
})
