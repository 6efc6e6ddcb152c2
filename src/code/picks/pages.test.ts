import assert from 'node:assert/strict'
import { by, commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const text = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('')
const ten = Array.from({ length: 10 }, (_, i) => `line ${i}`)
const eve = by('Eve', 'eve@example.com', '2026-01-02T10:00:00+03:00')

async function tool(w: World) {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'tool')
  const cwd = await workTree(w, ada, 'ada/tool')
  const first = await commit(cwd, 'a.txt', text(ten), 'first')
  await git(cwd, ['branch', 'stable'])
  const changed = await commit(cwd, 'a.txt', text(ten.with(2, 'two')), 'Change two\n\nBecause.', eve)
  const later = await commit(cwd, 'a.txt', text(ten.with(2, 'two').with(8, 'eight')), 'Change eight')
  await git(cwd, ['push', '-q', 'origin', 'main', 'stable'])
  const read = async (branch: string) => Buffer.from((await w.as(ada).get(`/repos/ada/tool/contents/a.txt?ref=${branch}`).gives(200)).body.content, 'base64').toString()
  return { ada, bob, cwd, first, changed, later, read }
}
const tip = async (w: World, who: Person, branch: string) => (await w.as(who).get(`/repos/ada/tool/git/commits/${branch}`).gives(200)).body

scenario('revertPage: a commit is undone on a branch, whatever came after it', async (w) => {
  const { ada, first, changed, read } = await tool(w)
  const mine = await w.browsing(ada)
  assert.match((await mine.get(`//ada/tool/commit/${changed}`).gives(200)).text, new RegExp(`/ada/tool/_revert/${changed}/main"`))
  const at = `//ada/tool/_revert/${changed}/main`
  const shown = (await mine.get(at).gives(200)).text
  assert.match(shown, /placeholder="Revert &quot;Change two&quot;"/)
  assert.match(shown, new RegExp(`This reverts commit ${changed}\\.`))
  const done = await mine.post(at, { message: '', details: `This reverts commit ${changed}.`, target: 'direct' }).gives(303).emits('ref.pushed')
  assert.equal(await read('main'), text(ten.with(8, 'eight')))
  const made = await tip(w, ada, 'main')
  assert.equal(made.commit.message, `Revert "Change two"\n\nThis reverts commit ${changed}.\n`)
  assert.deepEqual([made.author.login, made.committer.login, made.commit.verification.verified], ['ada', 'ada', true])
  assert.ok(String(done.headers.location).endsWith(`/ada/tool/commit/${made.sha}`))
  // what is undone is not undone twice
  assert.match((await mine.get(at).gives(200)).text, /nothing of that commit to undo/)
  await mine.post(at, { target: 'direct' }).gives(422).emits()
  // the first commit of all has nothing before it; what came after it is in the way
  const root = (await mine.get(`//ada/tool/_revert/${first}/main`).gives(200)).text
  assert.match(root, /other changes are in its way/)
  assert.match(root, /a\.txt/)
  assert.match(root, new RegExp(`git revert ${first}`))
  await mine.post(`//ada/tool/_revert/${first}/main`, { target: 'direct' }).gives(409).emits()
}, { signing: 'true' })

scenario('cherryPickPage: a commit is taken over to another branch, or to a new one, with its author', async (w) => {
  const { ada, later, changed, read } = await tool(w)
  const mine = await w.browsing(ada)
  const at = `//ada/tool/_cherrypick/${changed}/stable`
  const shown = (await mine.get(at).gives(200)).text
  assert.match(shown, /placeholder="Change two"/)
  assert.match(shown, new RegExp(`Because\\.\\s+\\(cherry picked from commit ${changed}\\)`))
  assert.match((await mine.get(`//ada/tool/_cherrypick/${changed}/main`).gives(200)).text, /has everything of that commit already/)
  await mine.post(at, { message: 'Two', details: 'x\r\ny', target: 'direct' }).gives(303).emits('ref.pushed')
  assert.equal(await read('stable'), text(ten.with(2, 'two')))
  const made = await tip(w, ada, 'stable')
  assert.equal(made.commit.message, 'Two\n\nx\ny\n')
  assert.deepEqual(made.commit.author, { name: 'Eve', email: 'eve@example.com', date: '2026-01-02T10:00:00+03:00' })
  assert.equal(made.committer.login, 'ada')
  const to = await mine.post(`//ada/tool/_cherrypick/${later.slice(0, 9)}/stable`, { target: 'new', new_branch: 'fix/eight' }).gives(303).emits('ref.created')
  assert.match(String(to.headers.location), /\/ada\/tool\/compare\/stable\.\.\.fix\/eight$/)
  assert.equal(await read('fix/eight'), text(ten.with(2, 'two').with(8, 'eight')))
  assert.equal(await read('stable'), text(ten.with(2, 'two')))
})

scenario('revertPage, cherryPickPage: of a merge, what it brought; refused to those who may not write', async (w) => {
  const { ada, bob, cwd, changed, read } = await tool(w)
  await git(cwd, ['switch', '-qc', 'side', 'stable'])
  await commit(cwd, 'a.txt', text(ten.with(5, 'five')), 'Change five')
  await git(cwd, ['switch', '-q', 'main'])
  await git(cwd, ['merge', '-q', '--no-ff', '-m', 'merge side', 'side'])
  const merged = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const mine = await w.browsing(ada)
  await mine.post(`//ada/tool/_revert/${merged}/main`, { target: 'direct' }).gives(303)
  assert.equal(await read('main'), text(ten.with(2, 'two').with(8, 'eight')))
  await mine.post(`//ada/tool/_cherrypick/${merged}/stable`, { target: 'direct' }).gives(303)
  assert.equal(await read('stable'), text(ten.with(5, 'five')))

  for (const odd of [`_revert/${'0'.repeat(40)}/main`, '_revert/main/main', `_revert/${changed}/none`, `_cherrypick/${changed}/main/a.txt`, `_cherrypick/--help/main`]) {
    await mine.get(`//ada/tool/${odd}`).gives(404)
    await mine.post(`//ada/tool/${odd}`, { target: 'direct' }).gives(404).emits()
  }
  await mine.post(`//ada/tool/_cherrypick/${merged}/main`, { target: 'new', new_branch: 'a..b' }).gives(422).emits()
  const theirs = await w.browsing(bob)
  assert.doesNotMatch((await theirs.get(`//ada/tool/commit/${changed}`).gives(200)).text, /_revert/)
  assert.match((await theirs.get(`//ada/tool/_revert/${changed}/main`).gives(200)).text, /copy of your own/)
  await theirs.post(`//ada/tool/_revert/${changed}/main`, { target: 'direct' }).gives(403).emits()
  await w.anonymous.get(`//ada/tool/_revert/${changed}/main`).gives(303)
  // a branch that nobody may push to
  await w.as(ada).post('/repos/ada/tool/branch_protections', { rule_name: 'main', enable_push: false }).gives(201)
  await mine.post(`//ada/tool/_revert/${changed}/main`, { target: 'direct' }).gives(403).emits()
  await mine.post(`//ada/tool/_revert/${changed}/main`, { target: 'new', new_branch: 'undo' }).gives(303).emits('ref.created')
  await w.as(ada).patch('/repos/ada/tool', { private: true }).gives(200)
  await theirs.get(`//ada/tool/_revert/${changed}/main`).gives(404)
  await w.as(ada).patch('/repos/ada/tool', { archived: true }).gives(200)
  await mine.post(`//ada/tool/_revert/${changed}/undo`, { target: 'direct' }).gives(403).emits()
})
