import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

/** A clone of alice/demo as that person pushes to it. */
async function cloned(w: World, person: Person, format = 'sha1'): Promise<string> {
  const cwd = await workTree(w, person, 'alice/demo', 'main', format)
  await git(cwd, ['fetch', '-q', 'origin'])
  await git(cwd, ['reset', '-q', '--hard', 'origin/main'])
  return cwd
}

/** What the pusher is told, whether or not it went well. */
async function push(cwd: string, ...args: string[]): Promise<string> {
  const done = await promisify(execFile)('git', ['push', 'origin', ...args], { cwd, env: { PATH: process.env.PATH!, HOME: '/nonexistent', GIT_TERMINAL_PROMPT: '0' } }).catch((error) => error)
  return String(done.stderr)
}

for (const format of ['sha1', 'sha256']) {
  scenario(`refs/for: whoever may read proposes a change by a push, adds to it and has it merged (${format})`, async (w) => {
    const [alice, bob] = [await w.user('alice'), await w.user('bob')]
    await w.repo(alice, 'demo', { auto_init: true, object_format_name: format })
    const cwd = await cloned(w, bob, format)
    const first = await commit(cwd, 'a', 'a\n', 'add a\n\nbecause it was missing')
    const told = await push(cwd, 'HEAD:refs/for/main/fix/a', '-o', 'unknown=1')
    assert.match(told, /remote: Pull request #1:\s+remote: +http:\/\/\S+\/alice\/demo\/pulls\/1/)
    const at = '/repos/alice/demo/pulls/1'
    await w.as(alice).get(at).gives(200, { title: 'add a', body: 'because it was missing', user: { login: 'bob' }, mergeable: true, base: { ref: 'main' }, head: { label: 'bob:fix/a', ref: 'refs/pull/1/head', sha: first } })
    await w.as(alice).get('/repos/alice/demo').gives(200, { branch_count: 1 })
    assert.match(await push(cwd, 'HEAD:refs/for/main/fix/a'), /#1 is up to date already/)
    const second = await commit(cwd, 'b', 'b\n')
    assert.match(await push(cwd, 'HEAD:refs/for/main', '-o', 'topic=fix/a', '-o', 'title=Add both', '-o', `description={base64}${Buffer.from('two\nlines').toString('base64')}`), /Pull request #1 has new commits/)
    await w.as(alice).get(at).gives(200, { title: 'Add both', body: 'two\nlines', head: { sha: second } })
    await git(cwd, ['commit', '-q', '--amend', '-m', 'add b better'])
    const third = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
    assert.match(await push(cwd, 'HEAD:refs/for/main/fix/a'), /would be left behind/)
    assert.match(await push(cwd, 'HEAD:refs/for/main/fix/a', '-o', 'force-push=true'), /has new commits/)
    await w.settled()
    await w.as(alice).get(at).gives(200, { head: { sha: third }, mergeable: true })
    const names = (await w.cx.db.selectFrom('fact').select('name').where('name', 'like', 'pull.%').orderBy('id').execute()).map((one) => one.name)
    assert.deepEqual(names, ['pull.opened', 'pull.synchronized', 'pull.synchronized'])
    await w.as(alice).post(`${at}/update`).gives(403)
    await w.as(alice).post(`${at}/merge`, { Do: 'merge', delete_branch_after_merge: true }).gives(200)
    await w.as(alice).get(at).gives(200, { merged: true, head: { sha: third } })
    await (await w.browsing(alice)).get('//alice/demo/pulls/1').gives(200)
    const next = await commit(cwd, 'c', 'c\n')
    assert.match(await push(cwd, 'HEAD:refs/for/main/fix/a'), /Pull request #2:/)
    await w.as(alice).get('/repos/alice/demo/pulls/2').gives(200, { head: { sha: next } })
  })
}

scenario('refs/for: what is not a proposal is refused, and nobody moves what is another\'s', async (w) => {
  const [alice, bob, carol] = [await w.user('alice'), await w.user('bob'), await w.user('carol')]
  await w.repo(alice, 'demo', { auto_init: true })
  const [his, hers] = [await cloned(w, bob), await cloned(w, carol)]
  for (const cwd of [his, hers]) await commit(cwd, cwd === his ? 'a' : 'b', 'x\n')
  for (const [refspec, why] of [
    ['HEAD:refs/for/main', /name a topic/], ['HEAD:refs/for/nothing/x', /no such branch/], ['HEAD~1:refs/for/main/x', /has all of this already/],
    ['HEAD:refs/pull/1/head', /not allowed/], ['HEAD:refs/heads/bob/x', /you may not push/],
  ] as const) assert.match(await push(his, refspec), why, refspec)
  assert.match(await push(his, 'HEAD:refs/for/main/x'), /Pull request #1:/)
  assert.match(await push(hers, 'HEAD:refs/for/main/x'), /Pull request #2:/)
  await w.as(alice).get('/repos/alice/demo/pulls/1').gives(200, { user: { login: 'bob' }, head: { label: 'bob:x' } })
  await w.as(alice).get('/repos/alice/demo/pulls/2').gives(200, { user: { login: 'carol' }, head: { label: 'carol:x' } })
  await w.as(alice).put('/user/blocks/bob').gives(204)
  await commit(his, 'a', 'y\n')
  assert.match(await push(his, 'HEAD:refs/for/main/x'), /blocked by the owner/)
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  await commit(hers, 'b', 'y\n')
  assert.match(await push(hers, 'HEAD:refs/for/main/x'), /not found/i)
  const token = (await w.as(alice).post('/repos/alice/demo/keys', { title: 't', key_type: 'token', read_only: false }).gives(201)).body.token
  const url = (await git(his, ['remote', 'get-url', 'origin'])).trim().replace(/\/\/[^@]+@/, `//x:${token}@`)
  await git(his, ['remote', 'set-url', 'origin', url])
  assert.match(await push(his, 'HEAD:refs/for/main/y'), /proposed by a person/)
})

scenario('refs/for: workflows of a proposal are trusted no more than those of a fork', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  const mine = await cloned(w, alice)
  await commit(mine, '.codestead/workflows/ci.yml', 'on: [pull_request]\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: echo\n')
  await git(mine, ['push', '-q', 'origin', 'main'])
  const cwd = await cloned(w, bob)
  await commit(cwd, 'a', 'a\n')
  assert.match(await push(cwd, 'HEAD:refs/for/main/x'), /Pull request #1:/)
  await w.settled()
  const { workflow_runs: runs } = (await w.as(alice).get('/repos/alice/demo/actions/runs').gives(200)).body
  assert.deepEqual(runs.map((one: any) => [one.event, one.status]), [['pull_request', 'waiting']])
  assert.deepEqual(await w.cx.db.selectFrom('run').select(['is_fork_pull', 'approval']).execute(), [{ is_fork_pull: true, approval: 'needed' }])
})

scenario('a push tells where its branch becomes a pull request, and which one it is in', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  const cwd = await cloned(w, alice)
  await commit(cwd, 'a', 'a\n')
  assert.doesNotMatch(await push(cwd, 'HEAD:main'), /pull request/)
  await commit(cwd, 'b', 'b\n')
  assert.match(await push(cwd, 'HEAD:fix/b'), /remote: Create a pull request for 'fix\/b':\s+remote: +http:\/\/\S+\/alice\/demo\/compare\/main\.\.\.fix\/b\s/)
  await w.as(alice).post('/repos/alice/demo/pulls', { head: 'fix/b', base: 'main', title: 'b' }).gives(201)
  await commit(cwd, 'c', 'c\n')
  const told = await push(cwd, 'HEAD:fix/b')
  assert.match(told, /remote: View pull request #1:\s+remote: +http:\/\/\S+\/alice\/demo\/pulls\/1\s/)
  assert.doesNotMatch(told, /Create a pull request/)
  assert.doesNotMatch(await push(cwd, ':fix/b'), /pull request/)
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  await w.settled()
  const fork = await workTree(w, bob, 'bob/demo')
  await git(fork, ['pull', '-q', 'origin', 'main'])
  await commit(fork, 'd', 'd\n')
  assert.match(await push(fork, 'HEAD:d'), /Create a pull request for 'd':\s+remote: +http:\/\/\S+\/alice\/demo\/compare\/main\.\.\.bob\/demo%3Ad\s/)
})
