import assert from 'node:assert/strict'
import { join } from 'node:path'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

for (const format of ['sha1', 'sha256']) {
  scenario(`git over HTTP: push, clone, force, delete with stock git (${format})`, async (w) => {
    const alice = await w.user('alice')
    await w.repo(alice, 'demo', { object_format_name: format })
    const work = await workTree(w, alice, 'alice/demo', 'trunk', format)
    await commit(work, 'a.txt', 'one\n', 'add a.txt')
    await git(work, ['push', '-q', 'origin', 'trunk'])
    await w.as(alice).get('/repos/alice/demo').gives(200, { empty: false, default_branch: 'trunk', branch_count: 1 })
    const copy = w.folder()
    await git(copy, ['clone', '-q', await remote(w, null, 'alice/demo'), 'x'])
    assert.equal(await git(join(copy, 'x'), ['log', '--format=%s']), 'add a.txt\n')
    await commit(work, 'b.txt', 'two\n')
    await git(work, ['tag', '-a', 'v1', '-m', 'first'])
    await git(work, ['push', '-q', 'origin', 'trunk', 'v1', 'trunk:side'])
    await w.as(alice).get('/repos/alice/demo').gives(200, { branch_count: 2 })
    await git(work, ['commit', '-q', '--amend', '-m', 'rewritten'])
    await git(work, ['push', '-q', '--force', 'origin', 'trunk'])
    await git(work, ['push', '-q', 'origin', ':side'])
    await assert.rejects(git(work, ['push', '-q', 'origin', ':trunk']), /default branch cannot be deleted/)
    const listed = await git(work, ['ls-remote', await remote(w, null, 'alice/demo')])
    assert.match(listed, /refs\/heads\/trunk/)
    assert.match(listed, /refs\/tags\/v1\^\{\}/)
    assert.doesNotMatch(listed, /side/)
    const facts = await w.cx.db.selectFrom('fact').select(['name', 'data']).where('name', 'like', 'ref.%').orderBy('id').execute()
    assert.deepEqual(facts.map((one) => `${one.name} ${JSON.parse(one.data).ref} ${JSON.parse(one.data).forced ?? ''}`.trim()), [
      'ref.created refs/heads/trunk', 'ref.pushed refs/heads/trunk false', 'ref.created refs/tags/v1', 'ref.created refs/heads/side', 'ref.pushed refs/heads/trunk true', 'ref.deleted refs/heads/side',
    ])
  })
}

scenario('git over HTTP: hidden and missing repositories look the same, and writing needs the right', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'open')
  await w.repo(alice, 'secret', { private: true })
  const refs = (path: string, service = 'git-upload-pack') => `//${path}/info/refs?service=${service}`
  await w.anonymous.get(refs('alice/open.git')).gives(200).header('content-type', 'application/x-git-upload-pack-advertisement')
  for (const path of ['alice/secret.git', 'alice/missing.git', 'nobody/x.git']) {
    await w.anonymous.get(refs(path)).gives(401).header('www-authenticate', /^Basic /)
    await w.as(bob).get(refs(path)).gives(404)
  }
  await w.anonymous.get(refs('alice/open.git', 'git-receive-pack')).gives(401)
  // who may read may propose changes, and push nothing else
  await w.as(bob).get(refs('alice/open.git', 'git-receive-pack')).gives(200)
  const work = await workTree(w, bob, 'alice/open')
  await commit(work, 'a', 'a\n')
  await assert.rejects(git(work, ['push', '-q', 'origin', 'main']), /you may not push to this repository/)
  await w.as(alice).patch('/repos/alice/open', { has_pull_requests: false }).gives(200)
  await w.as(bob).get(refs('alice/open.git', 'git-receive-pack')).gives(403)
  await w.as(bob).post('//alice/open.git/git-receive-pack', '', { 'content-type': 'application/x-git-receive-pack-request' }).gives(403)
  await w.as(alice).get(refs('alice/open.git', 'git-evil-pack')).gives(400)
  await w.as(alice).post('//alice/open.git/git-upload-pack', '0000', { 'content-type': 'text/plain' }).gives(400)
  await w.as({ ...alice, password: 'wrong' }).get(refs('alice/open.git')).gives(401).header('www-authenticate', /^Basic /)
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] })).body.sha1
  await w.as(alice, { token }).get(refs('alice/secret.git')).gives(200)
  await w.as(alice, { token }).get(refs('alice/secret.git', 'git-receive-pack')).gives(403)
  const narrow = (await w.as(alice).post('/users/alice/tokens', { name: 'm', scopes: ['read:misc'] })).body.sha1
  await w.as(alice, { token: narrow }).get(refs('alice/secret.git')).gives(403)
})

scenario('gitInfoRefs, gitHead, gitInfoPacks, gitPack, gitObject: old clients read plain files, and no others', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  const copy = w.folder()
  await git(copy, ['clone', '-q', await remote(w, null, 'alice/demo'), 'smart'])
  await git(copy, ['clone', '-q', await remote(w, null, 'alice/demo'), 'dumb'], { GIT_SMART_HTTP: '0' })
  const oid = (await git(join(copy, 'smart'), ['rev-parse', 'HEAD'])).trim()
  assert.equal((await git(join(copy, 'dumb'), ['rev-parse', 'HEAD'])).trim(), oid)
  await w.anonymous.get('//alice/demo.git/HEAD').gives(200).says('ref: refs/heads/main')
  await w.anonymous.get('//alice/demo.git/info/refs').gives(200).says(oid)
  await w.anonymous.get('//alice/demo.git/objects/info/packs').gives(200)
  await w.anonymous.get(`//alice/demo.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`).gives(200)
  assert.ok(await w.cx.jobs.runCron(w.cx, 'git_gc_repos'))
  const pack = /^P (\S+)/.exec((await w.anonymous.get('//alice/demo.git/objects/info/packs').gives(200)).text)![1]
  await w.anonymous.get(`//alice/demo.git/objects/pack/${pack}`).gives(200)
  for (const odd of ['objects/pack/x.keep', 'objects/pack/..%2F..%2Fconfig', 'objects/..%2F..%2Fconfig', 'objects/ab/..%2F..%2F..%2Fconfig', 'config', 'objects/info/alternates']) {
    const { status } = await w.anonymous.get(`//alice/demo.git/${odd}`)
    assert.ok(status === 404, `${odd} gave ${status}`)
  }
  for (const path of ['HEAD', 'info/refs', 'objects/info/packs', `objects/pack/${pack}`, `objects/${oid.slice(0, 2)}/${oid.slice(2)}`]) await w.anonymous.get(`//alice/secret.git/${path}`).gives(401)
})

scenario('git over HTTP: a wiki is pushed to and read beside the code, by its own unit', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo')
  const work = await workTree(w, alice, 'alice/demo.wiki')
  const page = await commit(work, 'Home.md', '# Home\n')
  await git(work, ['push', '-q', 'origin', 'main'])
  await w.as(alice).get('/repos/alice/demo').gives(200, { empty: true, branch_count: 0 })
  assert.match(await git(work, ['ls-remote', await remote(w, null, 'alice/demo.wiki')]), new RegExp(`${page}\trefs/heads/main`))
  assert.equal(await git(work, ['ls-remote', await remote(w, null, 'alice/demo')]), '')
  await git(work, ['remote', 'set-url', 'origin', await remote(w, bob, 'alice/demo.wiki')])
  await commit(work, 'Home.md', '# Mine\n')
  await assert.rejects(git(work, ['push', '-q', 'origin', 'main']), /403/)
  await w.as(alice).patch('/repos/alice/demo', { has_wiki: false }).gives(200)
  await w.as(alice).get('//alice/demo.wiki.git/info/refs?service=git-upload-pack').gives(403).says('this repository has no wiki')
})

scenario('git-upload-pack: with too many git commands waiting a client is told when to come again', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const { stream } = w.cx.git.lanes
  const enough = new AbortController()
  const places: (() => void)[] = []
  for (let full = false; !full; ) {
    void stream.enter(enough.signal).then((leave) => places.push(leave), () => {})
    try {
      stream.needPlace()
    } catch {
      full = true
    }
  }
  const asked = () => w.anonymous.post('//alice/demo.git/git-upload-pack', '0000', { 'content-type': 'application/x-git-upload-pack-request' })
  await asked().gives(503).says('too many git commands are waiting').header('retry-after', /^\d+$/)
  enough.abort(new Error('enough'))
  for (const leave of places) leave()
  await asked().gives(200)
})
