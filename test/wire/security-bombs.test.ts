// A few hundred bytes of trees that stand for ten thousand million files: whatever reads a tree must end soon, and say so.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { scenario, type World } from '../kit/world.ts'
import { git, workTree } from '../kit/git.ts'

const written = (cwd: string, args: string[], content: string) => new Promise<string>((resolve, reject) => {
  execFile('git', args, { cwd }, (error, stdout) => (error ? reject(error) : resolve(stdout.trim()))).stdin!.end(content)
})
const TEN = Array.from({ length: 10 }, (_, i) => i)

/** A commit whose folders hold the same folder ten times each, ten deep. */
async function bomb(cwd: string, text: string, parent?: string): Promise<string> {
  const file = await written(cwd, ['hash-object', '-w', '--stdin'], text)
  let tree = await written(cwd, ['mktree'], TEN.map((i) => `100644 blob ${file}\tf${i}.ts\n`).join(''))
  for (let level = 0; level < 9; level++) tree = await written(cwd, ['mktree'], TEN.map((i) => `040000 tree ${tree}\td${i}\n`).join(''))
  return (await git(cwd, ['commit-tree', '-m', `bomb ${text}`, ...(parent ? ['-p', parent] : []), tree])).trim()
}

async function stage(w: World) {
  const alice = await w.user('alice')
  await w.repo(alice, 'r', {})
  const cwd = await workTree(w, alice, 'alice/r')
  let tip = await bomb(cwd, 'x')
  const first = tip
  for (const text of ['y', 'z', 'u', 'v']) tip = await bomb(cwd, text, tip)
  await git(cwd, ['push', '-q', 'origin', `${tip}:refs/heads/main`, `${first}:refs/heads/first`])
  return { alice, as: w.as(alice), first, tip }
}

/** Far below what git would take, and enough for a machine that does other things. */
const SOON = 30_000

scenario('listReposCommits and everything else that reads a tree ends soon where there are too many files in it', async (w) => {
  const { alice, as, first, tip } = await stage(w)
  const browser = await w.browsing(alice)
  const at = '/repos/alice/r'
  const slow: string[] = []
  const ask = async (path: string, expected: number[]) => {
    const began = performance.now()
    const got = await (path.startsWith('//') ? browser : as).get(path)
    const took = performance.now() - began
    assert.ok(expected.includes(got.status), `${path}: ${got.status} ${got.text.slice(0, 200)}`)
    if (took > SOON) slow.push(`${path}: ${took.toFixed(0)} ms`)
    return got
  }
  const list = (await ask(`${at}/commits?sha=main&limit=30`, [200])).body
  assert.deepEqual(list.map((one: any) => [one.commit.message, one.files, one.stats]), ['v', 'u', 'z', 'y', 'x'].map((text) => [`bomb ${text}\n`, [], { total: 0, additions: 0, deletions: 0 }]))
  assert.deepEqual((await ask(`${at}/git/commits/${first}`, [200])).body.files, [])
  await ask(`${at}/commits?sha=main&path=d0/d1`, [200])
  await ask(`${at}/commits?sha=main&path=d0/d1/d2/d3/d4/d5/d6/d7/d8/f1.ts&follow=true`, [200])
  const listed = (await ask(`${at}/git/trees/main?recursive=1&per_page=5`, [200])).body
  assert.deepEqual([listed.tree.length, listed.truncated], [5, true])
  await ask(`${at}/contents/d0/d1`, [200])
  await ask(`${at}/languages`, [200])
  await ask(`${at}/search/code?q=nothing%20of%20it`, [200])
  for (const end of ['diff', 'patch']) await ask(`${at}/git/commits/${tip}.${end}`, [413])
  assert.equal((await ask(`${at}/compare/first...main`, [200])).body.total_commits, 4)
  await ask(`${at}/compare/first...main?output=diff`, [413])
  for (const end of ['zip', 'tar.gz']) await ask(`${at}/archive/main.${end}`, [413])
  await ask(`${at}/archive/main.zip?path=d0/d1/d2/d3/d4/d5/d6/d7`, [413])
  assert.match((await ask(`//alice/r/commit/${tip}`, [200])).text, /too many files/i)
  assert.match((await ask('//alice/r/compare/first...main', [200])).text, /too many files/i)
  for (const page of ['//alice/r', '//alice/r/src/branch/main/d0', '//alice/r/commits/branch/main', '//alice/r/blame/branch/main/d0/d1/d2/d3/d4/d5/d6/d7/d8/f1.ts']) await ask(page, [200])
  assert.deepEqual(slow, [])
  // a file still comes in and out, and what is protected cannot be changed unseen
  await as.post(`${at}/contents/new.txt`, { content: 'eA==', branch: 'main' }).gives(201)
  await as.post(`${at}/branch_protections`, { rule_name: 'kept', enable_push: true, protected_file_patterns: 'd0/**' }).gives(201)
  // of a client that has none of the others, since it would compare all of them
  const apart = await workTree(w, alice, 'alice/r')
  const further = await bomb(apart, 'w')
  await assert.rejects(git(apart, ['push', '-q', 'origin', `${further}:refs/heads/kept`]), /too many files/)
  // what goes by folders is fetched at once, what goes by paths is not to be had
  const reader = await workTree(w, alice, 'alice/r')
  await git(reader, ['fetch', '-q', 'origin', 'first:had'])
  await git(reader, ['fetch', '-q', 'origin', 'main:all'])
  const empty = await workTree(w, alice, 'alice/r')
  await git(empty, ['fetch', '-q', '--filter=blob:none', 'origin', 'first'])
  await assert.rejects(git(await workTree(w, alice, 'alice/r'), ['fetch', '-q', `--filter=sparse:oid=${first}`, 'origin', 'first']), /filter/)
  await as.post(`${at}/pulls`, { head: 'main', base: 'first', title: 'all of it' }).gives(413)
  w.later(60)
  await w.settled()
})
