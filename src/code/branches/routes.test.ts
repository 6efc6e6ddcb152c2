import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { WRITE } from '../../access/index.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

async function started(w: World, alice: Person) {
  await w.repo(alice, 'demo', { auto_init: true })
  const at = '/repos/alice/demo/branches'
  return { at, first: (await w.as(alice).get(`${at}/main`).gives(200)).body.commit.id as string }
}

scenario('createReposBranches, listReposBranches, getReposBranchesByBranch: branches with slashes, sources, order and search', async (w) => {
  const alice = await w.user('alice')
  const { at, first } = await started(w, alice)
  const make = (body: object) => w.as(alice).post(at, body)
  await make({ new_branch_name: 'feature/one' }).gives(201, { name: 'feature/one', commit: { id: first, added: null, author: { username: 'alice' } }, protected: false, user_can_push: true, status_check_contexts: [] }).emits('ref.created')
  await make({ new_branch_name: 'from-sha', old_ref_name: first.slice(0, 8) }).gives(201, { commit: { id: first } })
  await make({ new_branch_name: 'from-branch', old_branch_name: 'feature/one' }).gives(201)
  await make({ new_branch_name: 'x', old_ref_name: 'nothing' }).gives(404).empty().emits()
  await make({ new_branch_name: 'x', old_branch_name: 'nothing' }).gives(404)
  await make({ new_branch_name: 'feature/one' }).gives(409).says('already exists')
  await make({ new_branch_name: 'feature' }).gives(409).says('same name')
  await make({ new_branch_name: 'feature/one/more' }).gives(409).says('same name')
  await make({ new_branch_name: 'Feature/ONE' }).gives(201)
  for (const odd of ['', '-x', 'a..b', 'a b', 'x.lock', '@{u}', 'a'.repeat(40).replaceAll('a', 'f'), '../../x', 'refs~1', 'x'.repeat(101)]) await make({ new_branch_name: odd }).gives(422)
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'taken' }).gives(201)
  await make({ new_branch_name: 'taken' }).gives(409).says('same tag')
  await w.as(alice).post('/repos/alice/demo/contents/new.txt', { content: '', branch: 'from-sha', dates: { committer: '2090-01-01T00:00:00Z' } }).gives(201)
  const list = await w.anonymous.get(`${at}?limit=2`).gives(200).header('x-total-count', '5').header('link', /rel="next"/)
  assert.deepEqual(list.body.map((one: any) => one.name), ['from-sha', 'Feature/ONE'])
  assert.equal(list.body[0].user_can_push, false)
  assert.deepEqual((await w.anonymous.get(`${at}?q=FEATURE`).gives(200)).body.map((one: any) => one.name), ['Feature/ONE', 'feature/one'])
  await w.anonymous.get(`${at}/feature%2Fone`).gives(200, { name: 'feature/one' })
  for (const odd of ['nothing', '--help', '..%2F..%2FHEAD', 'refs%2Fheads%2Fmain', first]) await w.anonymous.get(`${at}/${odd}`).gives(404).empty()
  await w.repo(alice, 'bare')
  await w.anonymous.get('/repos/alice/bare/branches').gives(200, null).header('x-total-count', '0')
  await w.as(alice).post('/repos/alice/bare/branches', { new_branch_name: 'x' }).gives(404)
})

scenario('editReposBranchesByBranch: renaming moves the default branch and says so before the refs', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  const { at, first } = await started(w, alice)
  const { id } = (await w.as(alice).get('/repos/alice/demo')).body
  await w.cx.db.insertInto('collaboration').values({ repo_id: id, account_id: bob.id, level: WRITE, created_at: 0 }).execute()
  await w.as(alice).post(at, { new_branch_name: 'side' }).gives(201)
  await w.as(alice).patch(`${at}/side`, { name: 'side' }).gives(422)
  await w.as(alice).patch(`${at}/side`, { name: 'main' }).gives(422)
  await w.as(alice).patch(`${at}/nothing`, { name: 'x' }).gives(404)
  await w.as(alice).patch(`${at}/side`, { name: 'a..b' }).gives(422)
  await w.as(alice).patch(`${at}/side`, { name: 'topic/a' }).gives(204).emits('branch.renamed', 'ref.deleted', 'ref.created')
  await w.anonymous.get(`${at}/side`).gives(404)
  await w.anonymous.get(`${at}/topic/a`).gives(200, { commit: { id: first } })
  await w.as(bob).patch(`${at}/topic/a`, { name: 'topic/b' }).gives(204)
  await w.as(bob).patch(`${at}/main`, { name: 'trunk' }).gives(403).emits()
  await w.as(alice).patch(`${at}/main`, { name: 'trunk' }).gives(204)
  await w.as(alice).get('/repos/alice/demo').gives(200, { default_branch: 'trunk', branch_count: 2 })
  const facts = await w.cx.db.selectFrom('fact').select(['name', 'data']).orderBy('id').execute()
  assert.deepEqual(facts.slice(-3).map((one) => one.name), ['branch.renamed', 'ref.deleted', 'ref.created'])
  assert.deepEqual(JSON.parse(facts.at(-3)!.data), { old_name: 'main', new_name: 'trunk' })
  const copy = await workTree(w, alice, 'alice/demo', 'x')
  assert.match(await git(copy, ['ls-remote', '--symref', 'origin', 'HEAD']), /^ref: refs\/heads\/trunk\tHEAD/)
})

scenario('editReposBranchesByBranch: the old name is nothing to the API, and the pages lead to the new one', async (w) => {
  const alice = await w.user('alice')
  const { at } = await started(w, alice)
  const rename = (from: string, to: string) => w.as(alice).patch(`${at}/${from}`, { name: to }).gives(204)
  await w.anonymous.get('/repos/alice/demo/raw/README.md?ref=main').gives(200)
  await w.anonymous.get('/repos/alice/demo/raw/README.md?ref=odd').gives(200)
  await rename('main', 'trunk/a')
  for (const path of ['raw/README.md?ref=main', 'media/README.md?ref=main', 'contents/README.md?ref=main', 'branches/main', 'commits?sha=main']) await w.anonymous.get(`/repos/alice/demo/${path}`).gives(404).empty()
  await w.anonymous.get('/repos/alice/demo/raw/README.md?ref=odd').gives(200)
  await w.anonymous.get('//alice/demo/src/branch/main').gives(307).header('location', /\/alice\/demo\/src\/branch\/trunk\/a$/)
  await rename('trunk/a', 'b')
  await w.anonymous.get('//alice/demo/src/branch/main/README.md?display=source').gives(307).header('location', /\/alice\/demo\/src\/branch\/b\/README\.md\?display=source$/)
  await w.anonymous.get('//alice/demo/commits/branch/trunk/a/README.md').gives(307).header('location', /\/alice\/demo\/commits\/branch\/b\/README\.md$/)
  await w.anonymous.get('//alice/demo/src/branch/nothing').gives(404)
  await w.anonymous.get('//alice/demo/src/tag/main').gives(404)
  // whoever bears the name now is meant by it
  await rename('b', 'main')
  await w.anonymous.get('/repos/alice/demo/raw/README.md?ref=main').gives(200)
  await w.anonymous.get('//alice/demo/src/branch/main').gives(200)
  await w.anonymous.get('//alice/demo/src/branch/b').gives(307).header('location', /\/src\/branch\/main$/)
})

scenario('putReposBranchesByBranch: forward, forced, and only from where the caller thinks it is', async (w) => {
  const alice = await w.user('alice')
  const { at, first } = await started(w, alice)
  const second = (await w.as(alice).post('/repos/alice/demo/contents/a.txt', { content: '' }).gives(201)).body.commit.sha
  await w.as(alice).post(at, { new_branch_name: 'side', old_ref_name: first }).gives(201)
  const move = (body: object, name = 'side') => w.as(alice).put(`${at}/${name}`, body)
  await move({}).gives(422).says('[NewCommitID]: Required')
  await move({ new_commit_id: second }, 'nothing').gives(404)
  await move({ new_commit_id: '0'.repeat(40) }).gives(422)
  await move({ new_commit_id: second, old_commit_id: second }).gives(422)
  await move({ new_commit_id: second, old_commit_id: first }).gives(204).emits('ref.pushed')
  await move({ new_commit_id: second }).gives(204).emits()
  await move({ new_commit_id: first }).gives(422)
  await move({ new_commit_id: first, force: true }).gives(204).emits('ref.pushed')
  await w.anonymous.get(`${at}/side`).gives(200, { commit: { id: first } })
})

scenario('deleteReposBranchesByBranch and the others: who may, and what stays', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  const { at } = await started(w, alice)
  await w.as(alice).post(at, { new_branch_name: 'a/b' }).gives(201)
  const calls = [
    (who: Person | null) => w.as(who).post(at, { new_branch_name: 'n' }), (who: Person | null) => w.as(who).patch(`${at}/a/b`, { name: 'n' }),
    (who: Person | null) => w.as(who).put(`${at}/a/b`, { new_commit_id: 'x' }), (who: Person | null) => w.as(who).delete(`${at}/a/b`),
  ]
  for (const call of calls) {
    await call(null).gives(401)
    await call(bob).gives(403)
  }
  await w.as(alice).delete(`${at}/main`).gives(403)
  await w.as(alice).delete(`${at}/a/b`).gives(204).emits('ref.deleted')
  await w.as(alice).delete(`${at}/a/b`).gives(404).empty()
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  for (const call of calls) await call(alice).gives(423)
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  await w.as(bob).get('/repos/alice/secret/branches').gives(404).empty()
  await w.anonymous.get('/repos/alice/secret/branches/main').gives(404).empty()
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] })).body.sha1
  await w.as(alice, { token }).get('/repos/alice/secret/branches/main').gives(200)
  await w.as(alice, { token }).post('/repos/alice/secret/branches', { new_branch_name: 'n' }).gives(403)
})

scenario('a first push of several branches keeps the default branch where it is', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'a.txt', 'one\n')
  await git(cwd, ['branch', 'aaa'])
  await git(cwd, ['push', '-q', 'origin', '--all'])
  await w.anonymous.get('/repos/alice/demo').gives(200, { default_branch: 'main', branch_count: 2 })
})
