import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from './run.ts'
import { bench } from './transport-kit.ts'
import type { Bench } from './transport-kit.ts'

let it: Bench

before(async () => { it = await bench() })
after(() => it.close())

/** A repository with a pushed first commit and the work tree it came from. */
async function seeded(name: string, format: 'sha1' | 'sha256' = 'sha1') {
  const dir = await it.repo(name, format)
  const tree = await it.work(`${name}-tree`, format)
  const remote = `${it.url}/${name}.git`
  await it.ok(tree, ['remote', 'add', 'origin', remote])
  await it.ok(tree, ['push', '-q', 'origin', 'main'])
  return { dir, tree, remote }
}

const tip = (path: string, ref: string) => it.ok(path, ['rev-parse', ref]).then((text) => text.trim())

for (const version of ['0', '1', '2']) {
  test(`protocol ${version}: push, clone, fetch, tags`, async () => {
    const { dir, tree, remote } = await seeded(`proto${version}`)
    await it.ok(tree, ['tag', '-a', '-m', 'first', 'v1'])
    await it.ok(tree, ['-c', `protocol.version=${version}`, 'push', '-q', 'origin', 'v1'])
    const copy = join(it.folder, `copy${version}`)
    await it.ok(it.folder, ['-c', `protocol.version=${version}`, 'clone', '-q', remote, copy])
    assert.equal(await tip(copy, 'HEAD'), await tip(tree, 'HEAD'))
    assert.equal(await tip(copy, 'v1'), await tip(dir.path, 'refs/tags/v1'))
    assert.equal((await it.ok(copy, ['symbolic-ref', 'HEAD'])).trim(), 'refs/heads/main')
    const next = await it.commit(tree, 'more')
    await it.ok(tree, ['-c', `protocol.version=${version}`, 'push', '-q', 'origin', 'main'])
    await it.ok(copy, ['-c', `protocol.version=${version}`, 'pull', '-q'])
    assert.equal(await tip(copy, 'HEAD'), next)
    await it.ok(dir.path, ['fsck', '--strict'])
    assert.deepEqual(await it.quarantines(dir), [])
  })
}

test('an empty repository can be cloned, and its unborn branch is named', async () => {
  const dir = await it.repo('empty')
  await writeFile(join(dir.path, 'HEAD'), 'ref: refs/heads/trunk\n')
  await it.ok(it.folder, ['clone', '-q', `${it.url}/empty`, 'empty-copy'])
  assert.equal((await it.ok(join(it.folder, 'empty-copy'), ['symbolic-ref', 'HEAD'])).trim(), 'refs/heads/trunk')
  await it.ok(it.folder, ['-c', 'protocol.version=0', 'clone', '-q', `${it.url}/empty`, 'empty-copy0'])
})

test('shallow, deepened and partial clones', async () => {
  const { tree, remote } = await seeded('depth')
  for (const file of ['a', 'b', 'c']) await it.commit(tree, file)
  await it.ok(tree, ['push', '-q', 'origin', 'main'])
  await it.ok(it.folder, ['clone', '-q', '--depth=1', remote, 'shallow'])
  const shallow = join(it.folder, 'shallow')
  assert.equal((await it.ok(shallow, ['rev-list', '--count', 'HEAD'])).trim(), '1')
  await it.ok(shallow, ['fetch', '-q', '--deepen=1'])
  assert.equal((await it.ok(shallow, ['rev-list', '--count', 'HEAD'])).trim(), '2')
  await it.commit(shallow, 'from-shallow')
  await it.ok(shallow, ['push', '-q', 'origin', 'HEAD:shallow-work'])
  await it.ok(it.folder, ['clone', '-q', '--filter=blob:none', '--no-checkout', remote, 'partial'])
  const partial = join(it.folder, 'partial')
  const missing = (await it.ok(partial, ['rev-list', '--objects', '--all', '--missing=print'])).match(/^\?/gm)
  assert.equal(missing?.length, 5)
  await it.ok(partial, ['checkout', '-q', 'main'])
})

test('a commit that no ref names any more can be fetched by its id', async () => {
  const { tree, remote } = await seeded('byid')
  const first = await tip(tree, 'HEAD')
  await it.commit(tree, 'second')
  await it.ok(tree, ['push', '-q', 'origin', 'main'])
  await it.ok(it.folder, ['init', '-q', 'byid-copy'])
  await it.ok(join(it.folder, 'byid-copy'), ['fetch', '-q', '--depth=1', remote, first])
})

test('force push, branch deletion, many refs at once', async () => {
  const { dir, tree } = await seeded('force')
  await it.ok(tree, ['commit', '-q', '--amend', '-m', 'other'])
  const refused = await it.run(tree, ['push', 'origin', 'main'])
  assert.match(refused.stderr, /\[rejected\].*non-fast-forward/s)
  await it.ok(tree, ['push', '-q', '--force', 'origin', 'main'])
  assert.equal(await tip(dir.path, 'main'), await tip(tree, 'HEAD'))
  for (let at = 0; at < 60; at++) await it.ok(tree, ['update-ref', `refs/heads/b${at}`, 'HEAD'])
  await it.ok(tree, ['push', '-q', 'origin', 'refs/heads/*'])
  assert.equal((await it.ok(dir.path, ['for-each-ref', 'refs/heads'])).split('\n').length - 1, 61)
  await it.ok(tree, ['push', '-q', 'origin', ':b1', ':b2'])
  assert.equal((await it.run(dir.path, ['rev-parse', '-q', '--verify', 'refs/heads/b1'])).code, 1)
})

test('a large push becomes one pack, a small one loose objects', async () => {
  const { dir, tree } = await seeded('pack')
  const packs = async () => (await readdir(join(dir.path, 'objects', 'pack'))).filter((name) => name.endsWith('.pack')).length
  assert.equal(await packs(), 0)
  for (let at = 0; at < 40; at++) await writeFile(join(tree, `f${at}`), `${at}\n`.repeat(500))
  await it.commit(tree, 'last')
  const ran = await it.run(tree, ['-c', 'http.postBuffer=1000', 'push', 'origin', 'main'])
  assert.equal(ran.code, 0, ran.stderr)
  assert.equal(await packs(), 1)
  await it.ok(dir.path, ['fsck', '--strict'])
})

test('a refused ref says why and leaves the others alone; with --atomic none moves', async () => {
  const { dir, tree } = await seeded('refuse')
  it.refuse.set('refs/heads/locked', 'this branch is protected')
  try {
    await it.commit(tree, 'x')
    const ran = await it.run(tree, ['push', 'origin', 'HEAD:locked', 'HEAD:free'])
    assert.equal(ran.code, 1)
    assert.match(ran.stderr, /! \[remote rejected\] HEAD -> locked \(this branch is protected\)/)
    assert.match(ran.stderr, /\* \[new branch\] +HEAD -> free/)
    const atomic = await it.run(tree, ['push', '--atomic', 'origin', 'HEAD:locked', 'HEAD:other'])
    assert.match(atomic.stderr, /HEAD -> other \(atomic push failure\)/)
    assert.equal((await it.ok(dir.path, ['for-each-ref', '--format=%(refname:short)', 'refs/heads'])).trim(), 'free\nmain')
    const before = (await readdir(join(dir.path, 'objects'))).length
    await it.commit(tree, 'y')
    await it.run(tree, ['push', 'origin', 'HEAD:locked'])
    assert.equal((await readdir(join(dir.path, 'objects'))).length, before)
  } finally {
    it.refuse.clear()
  }
})

test('the decision sees pushed objects and options; messages reach the pusher', async () => {
  const { dir, tree } = await seeded('options')
  const commit = await it.commit(tree, 'x')
  it.messages = ['Visit http://example.org/pull/1']
  it.pushes.length = 0
  const plan = it.plan
  let seen = ''
  it.plan = (repo) => ({ ...plan(repo), decide: async (commands, push) => {
    seen = (await it.run(dir.path, ['cat-file', '-t', commit], push.env)).stdout.trim()
    return plan(repo).decide(commands, push)
  } })
  try {
    const ran = await it.run(tree, ['push', '-o', 'title=hello world', '-o', 'draft', 'origin', 'main'])
    assert.match(ran.stderr, /remote: Visit http:\/\/example\.org\/pull\/1/)
    assert.equal(seen, 'commit')
    assert.deepEqual(it.pushes[0].options, ['title=hello world', 'draft'])
  } finally {
    it.messages = []
    it.plan = plan
  }
})

test('names and namespaces that nobody may push', async () => {
  const { tree } = await seeded('names')
  const id = await tip(tree, 'HEAD')
  for (const ref of [`refs/heads/${id}`, 'refs/pull/1/head', 'refs/codestead/x', 'refs/replace/x', 'refs/keep/x', 'refs/heads/-x']) {
    const ran = await it.run(tree, ['push', 'origin', `HEAD:${ref}`])
    assert.equal(ran.code, 1, ref)
    assert.match(ran.stderr, /remote rejected/, ref)
  }
})

test('internal refs are not shown, pull refs are shown to fetchers only', async () => {
  const { dir, tree, remote } = await seeded('hidden')
  const id = await tip(tree, 'HEAD')
  for (const ref of ['refs/pull/1/head', 'refs/codestead/keep']) await it.ok(dir.path, ['update-ref', ref, id])
  for (const version of ['0', '2']) {
    const shown = await it.ok(tree, ['-c', `protocol.version=${version}`, 'ls-remote', remote])
    assert.match(shown, /refs\/pull\/1\/head/)
    assert.doesNotMatch(shown, /codestead/)
  }
  const forPush = await (await fetch(`${remote}/info/refs?service=git-receive-pack`)).text()
  assert.doesNotMatch(forPush, /refs\/(pull|codestead)/)
  assert.match(forPush, /refs\/heads\/main/)
})

test('a repository with SHA-256 objects', async () => {
  const { dir, tree, remote } = await seeded('sha256', 'sha256')
  assert.equal((await tip(dir.path, 'main')).length, 64)
  for (const version of ['0', '2']) {
    const copy = `sha256-copy${version}`
    await it.ok(it.folder, ['-c', `protocol.version=${version}`, 'clone', '-q', remote, copy])
    assert.equal(await tip(join(it.folder, copy), 'HEAD'), await tip(tree, 'HEAD'))
  }
})

test('listing refs starts no git and asks for one prefix only', async () => {
  const { tree, remote } = await seeded('quiet')
  await it.ok(tree, ['push', '-q', 'origin', 'HEAD:refs/heads/other', 'HEAD:refs/tags/t'])
  const shown = await it.ok(tree, ['ls-remote', '--tags', remote])
  assert.match(shown, /^[0-9a-f]{40}\trefs\/tags\/t\n$/)
})

test('an error of ours reaches the client as a sentence and us as an error', async () => {
  const { dir, tree, remote } = await seeded('fault')
  const plan = it.plan
  it.plan = (repo) => ({ ...plan(repo), decide: async () => { throw new Error('no database') } })
  await it.commit(tree, 'x')
  const ran = await it.run(tree, ['push', 'origin', 'main'])
  it.plan = plan
  assert.match(ran.stderr, /remote rejected.*the server could not complete this push/)
  assert.deepEqual(it.errors.splice(0).map((error) => error.message), ['no database'])
  assert.deepEqual(await it.quarantines(dir), [])
  it.plan = (repo) => ({ ...plan(repo), decide: () => Promise.reject(new GitError('cat-file', 128, 'fatal: not a git repository')) })
  assert.match((await it.run(tree, ['push', 'origin', 'main'])).stderr, /the server could not complete this push/)
  it.plan = plan
  assert.deepEqual(it.errors.splice(0).map((error) => error.name), ['GitError'])
  const garbage = await fetch(`${remote}/git-upload-pack`, {
    method: 'POST', body: 'not gzip at all',
    headers: { 'Content-Type': 'application/x-git-upload-pack-request', 'Content-Encoding': 'gzip', 'Git-Protocol': 'version=2' },
  })
  assert.match(await garbage.text(), /^....ERR bad request$/)
  assert.deepEqual(it.errors, [])
})

test('eight pushers on one ref: one wins, the others are told', async () => {
  const { dir, remote } = await seeded('race')
  const trees = await Promise.all(Array.from({ length: 8 }, async (_, at) => {
    await it.ok(it.folder, ['clone', '-q', remote, `racer${at}`])
    const tree = join(it.folder, `racer${at}`)
    return { tree, id: await it.commit(tree, `f${at}`) }
  }))
  const ran = await Promise.all(trees.map(({ tree }) => it.run(tree, ['push', 'origin', 'main'])))
  const winners = ran.flatMap((result, at) => result.code === 0 ? [trees[at].id] : [])
  assert.deepEqual(winners, [await tip(dir.path, 'main')])
  for (const result of ran.filter((one) => one.code !== 0)) assert.match(result.stderr, /remote rejected|fetch first/)
  assert.deepEqual(await it.quarantines(dir), [])
})

test('the old protocol reads plain files, and only those it should', async () => {
  const { dir, tree, remote } = await seeded('dumb')
  await it.commit(tree, 'x')
  await it.ok(tree, ['push', '-q', 'origin', 'main'])
  await it.ok(dir.path, ['update-ref', 'refs/codestead/x', 'main'])
  await it.ok(dir.path, ['repack', '-q', '-d'])
  await it.ok(it.folder, ['clone', '-q', remote, 'dumb-copy'], { GIT_SMART_HTTP: '0' })
  assert.equal(await tip(join(it.folder, 'dumb-copy'), 'HEAD'), await tip(tree, 'HEAD'))
  assert.doesNotMatch(await (await fetch(`${remote}/info/refs`)).text(), /codestead/)
  for (const path of ['config', 'objects/info/alternates', 'objects/pack/../../config', 'objects/ab/..%2f..%2fconfig', 'refs/heads/main']) {
    assert.equal((await fetch(`${remote}/${path}`)).status, 404, path)
  }
})
