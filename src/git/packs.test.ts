import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { remove } from './init.ts'
import { delim, encode, flush } from './pktline.ts'
import { bench, type Bench } from './transport-kit.ts'

let it: Bench
let started = 0
let copies = 0

function counting(on: Bench): Bench {
  const begin = on.git.link.start.bind(on.git.link)
  on.git.link.start = (spec) => {
    if (spec.args[0] === 'upload-pack') started++
    return begin(spec)
  }
  return on
}
before(async () => { it = counting(await bench()) })
after(() => it.close())

const kept = async (on = it) => (await readdir(join(on.folder, 'packs')).catch(() => [])).sort()

async function seeded(name: string, on = it, format: 'sha1' | 'sha256' = 'sha1') {
  const dir = await on.repo(name, format)
  const tree = await on.work(`${name}-tree`, format)
  for (const file of ['a', 'b']) await on.commit(tree, file)
  await on.ok(tree, ['remote', 'add', 'origin', `${on.url}/${name}.git`])
  await on.ok(tree, ['push', '-q', 'origin', 'main'])
  return { dir, tree, remote: `${on.url}/${name}.git` }
}

/** A whole clone that git finds sound; gives its tip, and how many gits the server needed. */
async function clone(remote: string, args: string[] = [], on = it): Promise<{ tip: string; gits: number; path: string }> {
  const path = join(on.folder, `copy-${++copies}`)
  const before = started
  await on.ok(on.folder, ['clone', '-q', '--bare', ...args, remote, path])
  const gits = started - before
  if (!args.includes('--filter=blob:none')) await on.ok(path, ['fsck', '--strict'])
  return { tip: (await on.ok(path, ['rev-parse', 'HEAD'])).trim(), gits, path }
}

for (const format of ['sha1', 'sha256'] as const) {
  test(`${format}: the second clone is the first one's answer, the one after a push is not`, async () => {
    const { tree, remote } = await seeded(`twice-${format}`, it, format)
    const [first, second] = [await clone(remote), await clone(remote)]
    assert.deepEqual([first.gits, second.gits], [1, 0])
    assert.equal(second.tip, first.tip)
    assert.equal(await it.ok(second.path, ['rev-list', '--objects', '--all']), await it.ok(first.path, ['rev-list', '--objects', '--all']))
    const next = await it.commit(tree, 'c')
    await it.ok(tree, ['push', '-q', 'origin', 'main'])
    const third = await clone(remote)
    assert.deepEqual([third.gits, third.tip], [1, next])
    await it.ok(first.path, ['fetch', '-q', remote, 'main'])
    assert.equal((await it.ok(first.path, ['rev-parse', 'FETCH_HEAD'])).trim(), next, 'who has something already is answered by git')
  })
}

test('depth and filter are answers of their own, and a new tag changes what comes with them', async () => {
  const { tree, remote } = await seeded('kinds')
  const kinds = [[], ['--depth=1'], ['--depth=2'], ['--filter=blob:none'], ['--no-tags', '--single-branch']]
  for (const args of kinds) assert.deepEqual([(await clone(remote, args)).gits, (await clone(remote, args)).gits], [1, 0], args.join(' '))
  const { path } = await clone(remote, ['--depth=1'])
  assert.equal((await it.ok(path, ['rev-list', '--count', 'HEAD'])).trim(), '1')
  await it.ok(tree, ['tag', '-a', '-m', 'one', 'v1', 'HEAD~1'])
  await it.ok(tree, ['push', '-q', 'origin', 'v1'])
  const tagged = await clone(remote, ['--single-branch'])
  assert.equal((await it.ok(tagged.path, ['cat-file', '-t', 'v1'])).trim(), 'tag')
  assert.equal((await clone(remote, ['--no-tags', '--single-branch'])).gits, 0, 'without tags it is what it was')
})

function ask(remote: string, args: string[]): Promise<Buffer> {
  const body = Buffer.concat([encode('command=fetch\n'), encode('object-format=sha1\n'), delim, ...args.map((one) => encode(`${one}\n`)), flush])
  const headers = { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' }
  return new Promise((resolve, reject) => {
    const sent = request(`${remote}/git-upload-pack`, { method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts))).on('error', reject)
    })
    sent.on('error', reject).end(body)
  })
}

test('what no ref shows any more is refused, though its answer is still kept', async () => {
  const { dir, tree, remote } = await seeded('hidden')
  const secret = await it.commit(tree, 'secret')
  await it.ok(tree, ['push', '-q', 'origin', 'main'])
  const wants = [`want ${secret}`, 'ofs-delta', 'no-progress', 'done']
  const pack = await ask(remote, wants)
  assert.match(pack.toString('latin1'), /packfile/)
  assert.deepEqual(await ask(remote, wants), pack)
  await it.ok(tree, ['reset', '-q', '--hard', 'HEAD~1'])
  await it.ok(tree, ['push', '-q', '--force', 'origin', 'main'])
  const before = started
  await ask(remote, wants)
  assert.equal(started, before + 1, 'git decides whether it may be had')
  await it.ok(dir.path, ['gc', '--quiet', '--prune=now'])
  assert.match((await ask(remote, wants)).toString('latin1'), /not our ref/)
  const tip = (await it.ok(dir.path, ['rev-parse', 'HEAD'])).trim()
  await ask(remote, [`want ${tip}`, 'done'])
  await it.ok(dir.path, ['update-ref', 'refs/codestead/keep', tip])
  await it.ok(dir.path, ['update-ref', '-d', 'refs/heads/main'])
  const again = started
  await ask(remote, [`want ${tip}`, 'done'])
  assert.equal(started, again + 1, 'what only we point at is not shown')
})

test('many who ask at once share one git', async () => {
  const { remote } = await seeded('many')
  const before = started
  const found = await Promise.all(Array.from({ length: 12 }, () => clone(remote)))
  assert.equal(new Set(found.map((one) => one.tip)).size, 1)
  assert.equal(started - before, 1)
})

test('a client that leaves in the middle leaves nothing, and the next gets it whole', async () => {
  const { tree, remote } = await seeded('leaving')
  await writeFile(join(tree, 'big'), randomBytes(4 << 20))
  await it.commit(tree, 'more')
  await it.ok(tree, ['push', '-q', 'origin', 'main'])
  const before = await kept()
  const tip = (await it.ok(tree, ['rev-parse', 'HEAD'])).trim()
  const body = Buffer.concat([encode('command=fetch\n'), encode('object-format=sha1\n'), delim, encode(`want ${tip}\n`), encode('done\n'), flush])
  await new Promise<void>((resolve) => {
    const sent = request(`${remote}/git-upload-pack`, { method: 'POST', headers: { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' } }, (answer) => {
      answer.once('data', () => { answer.destroy(); resolve() })
    })
    sent.on('error', () => {}).end(body)
  })
  // git may have ended before it heard that nobody listens: then the answer is whole and stays, otherwise its draft goes
  while ((await kept()).some((name) => name.includes('-'))) await pause(5)
  assert.ok((await kept()).length <= before.length + 1)
  assert.equal((await clone(remote)).tip, tip)
})

test('what was kept is let go when there is no more room, with the repository, and when it was damaged', async () => {
  const small = counting(await bench({ kept: 400_000 }))
  try {
    const repos = []
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const repo = await seeded(name, small)
      await writeFile(join(repo.tree, 'noise'), randomBytes(90_000))
      await small.commit(repo.tree, 'x')
      await small.ok(repo.tree, ['push', '-q', 'origin', 'main'])
      assert.equal((await clone(repo.remote, [], small)).gits, 1)
      repos.push(repo)
    }
    const packs = join(small.folder, 'packs')
    const sizes = await Promise.all((await kept(small)).map(async (name) => (await stat(join(packs, name))).size))
    assert.equal(sizes.length, 4)
    assert.ok(sizes.reduce((a, b) => a + b) <= 400_000)
    assert.deepEqual([(await clone(repos[4].remote, [], small)).gits, (await clone(repos[0].remote, [], small)).gits], [0, 1], 'the oldest went first')
    const before = await kept(small)
    await remove(small.git, repos[4].dir)
    while ((await kept(small)).length === before.length) await pause(5)
    for (const name of await kept(small)) await truncate(join(packs, name), 1000)
    assert.equal((await clone(repos[0].remote, [], small)).gits, 1, 'half of an answer is none')
    await rm(packs, { recursive: true })
    await writeFile(packs, 'not a folder')
    assert.equal((await clone(repos[0].remote, [], small)).gits, 1)
    assert.equal((await clone(repos[0].remote, [], small)).gits, 1, 'without a folder nothing is kept and everything works')
  } finally {
    await small.close()
  }
})

test('a cache that somebody cleared away is begun anew', async () => {
  const { remote } = await seeded('cleared')
  await clone(remote)
  await rm(join(it.folder, 'packs'), { recursive: true })
  const [anew, again] = [await clone(remote), await clone(remote)]
  assert.deepEqual([anew.gits, again.gits], [1, 0])
})

test('what an earlier process left is not used', async () => {
  const later = counting(await bench())
  try {
    await mkdir(join(later.folder, 'packs'))
    await writeFile(join(later.folder, 'packs', 'a'.repeat(64)), 'half')
    const { remote } = await seeded('later', later)
    await clone(remote, [], later)
    assert.ok(!(await kept(later)).includes('a'.repeat(64)))
    assert.equal((await kept(later)).length, 1)
  } finally {
    await later.close()
  }
})
