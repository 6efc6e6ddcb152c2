import assert from 'node:assert/strict'
import { scenario } from '../kit/world.ts'
import { repoStore, repoView } from '../../src/repos/index.ts'
import { accessTo, accessToMany, actorFor, anonymous, findAccount, READ, repoVisibleTo, type Actor } from '../../src/access/index.ts'

scenario('what a query shows is what is allowed one by one, for everybody', async (w) => {
  const people = [await w.user('alice'), await w.user('bob'), await w.user('carl'), await w.user('dora'), await w.user('guest', { restricted: true }), await w.user('root', { admin: true })]
  const [alice, bob, carl] = people
  const hermit = await w.user('hermit', { visibility: 'private' })
  const shy = await w.user('shy', { visibility: 'limited' })
  for (const owner of [alice, hermit, shy]) for (const hidden of [true, false]) await w.repo(owner, hidden ? 'hidden' : 'open', { private: hidden })
  for (const visibility of ['public', 'limited', 'private']) {
    await w.org(alice, `o-${visibility}`, { visibility })
    for (const hidden of [true, false]) await w.as(alice).post(`/orgs/o-${visibility}/repos`, { name: hidden ? 'hidden' : 'open', private: hidden }).gives(201)
    const all = (await w.as(alice).post(`/orgs/o-${visibility}/teams`, { name: 'readers', permission: 'read', units: ['repo.issues'], includes_all_repositories: true }).gives(201)).body
    await w.as(alice).put(`/teams/${all.id}/members/bob`).gives(204)
    const some = (await w.as(alice).post(`/orgs/o-${visibility}/teams`, { name: 'writers', permission: 'write', units: ['repo.code'] }).gives(201)).body
    await w.as(alice).put(`/teams/${some.id}/members/carl`).gives(204)
    await w.as(alice).put(`/teams/${some.id}/repos/o-${visibility}/hidden`).gives(204)
  }
  await w.as(hermit).put('/repos/hermit/hidden/collaborators/dora', { permission: 'read' }).gives(204)
  await w.as(hermit).put('/repos/hermit/open/collaborators/guest', { permission: 'write' }).gives(204)
  const ids = (await w.cx.db.selectFrom('repo').select('id').orderBy('id').execute()).map((row) => row.id)
  const repos = await repoStore.listWithOwners(w.cx.db, ids)
  const actors: Actor[] = [anonymous]
  for (const { id } of [...people, hermit, shy]) {
    const actor = actorFor((await findAccount(w.cx.db, id))!)
    actors.push(actor, { ...actor, publicOnly: true })
  }
  actors.push({ ...anonymous, deploy: { id: 1, repo_id: ids[0], read_only: true } }, { ...anonymous, job: { task_id: 1, repo_id: ids[0], units: { code: READ } } })
  let seen = 0
  for (const actor of actors) {
    const name = `${actor.account?.name}${actor.publicOnly ? ' public-only' : ''}`
    const many = await accessToMany(w.cx.db, actor, repos)
    const shown = new Set((await w.cx.db.selectFrom('repo').select('repo.id').where(repoVisibleTo(actor)).execute()).map((row) => row.id))
    for (const repo of repos) {
      const one = await accessTo(w.cx.db, actor, repo)
      assert.deepEqual(many.get(repo.id), one, `${name} in ${repo.owner.name}/${repo.name}`)
      assert.equal(shown.has(repo.id), one.level >= READ, `${name} sees ${repo.owner.name}/${repo.name}`)
    }
    seen += shown.size
  }
  assert.ok(seen > 60)
  const bobs = await accessToMany(w.cx.db, actorFor((await findAccount(w.cx.db, bob.id))!), repos)
  const inPrivate = repos.find((one) => one.owner.name === 'o-private' && one.is_private)!
  assert.deepEqual([bobs.get(inPrivate.id)!.units.issues, bobs.get(inPrivate.id)!.units.code], [1, 0])
  const carls = await accessToMany(w.cx.db, actorFor((await findAccount(w.cx.db, carl.id))!), repos)
  assert.equal(carls.get(inPrivate.id)!.units.code, 2)
})

scenario('a list of repositories costs the same number of queries whatever its length', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'guild')
  for (let i = 0; i < 6; i++) {
    await w.as(alice).post('/orgs/guild/repos', { name: `r${i}` }).gives(201)
    await w.as(bob).post(`/repos/guild/r${i}/forks`, {}).gives(202)
  }
  const ids = (await w.cx.db.selectFrom('repo').select('id').orderBy('id').execute()).map((row) => row.id)
  const repos = await repoStore.listWithOwners(w.cx.db, ids)
  const carl = actorFor((await findAccount(w.cx.db, (await w.user('carl')).id))!)
  const queries = async (count: number) => {
    let seen = 0
    const db = w.cx.db.withPlugin({
      transformQuery: ({ node }) => {
        seen++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    assert.equal((await repoView.many({ ...w.cx, root: 'http://x', db }, repos.slice(0, count), carl)).length, count)
    return seen
  }
  const few = await queries(2)
  assert.ok(few > 0 && few <= 7, `${few} queries`)
  assert.equal(await queries(12), few)
})
