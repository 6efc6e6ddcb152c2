// The index: found by it, brought up to date after pushes, never ahead of what the asker may see.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRepo } from '../../access/index.ts'
import { gitDir } from '../../repos/index.ts'
import { figures } from '../trigrams/verbs.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** As some time after a push. */
async function indexed(w: World): Promise<void> {
  w.later(60)
  await w.settled()
}

async function put(w: World, by: Person, repo: string, files: Record<string, string | null>, more: object = {}): Promise<void> {
  const shas = new Map<string, string>()
  for (const path of Object.keys(files)) {
    const there = await w.as(by).get(`/repos/${repo}/contents/${path}`)
    if (there.status === 200) shas.set(path, there.body.sha)
  }
  const list = Object.entries(files).map(([path, content]) => ({ path, sha: shas.get(path), operation: content === null ? 'delete' : shas.has(path) ? 'update' : 'create', content: base64(content ?? '') }))
  await w.as(by).post(`/repos/${repo}/contents`, { message: 'Change', files: list, ...more }).gives(201)
}

async function paths(w: World, by: Person | null, at: string, indexed?: boolean): Promise<string[]> {
  const { body } = await w.as(by).get(at).gives(200, indexed === undefined ? {} : { indexed })
  return body.items.map((one: any) => (at.startsWith('/search') ? `${one.repository.full_name}:${one.path}` : one.path))
}

async function folderOf(w: World, owner: string, name: string): Promise<string> {
  return join(gitDir(w.cx, (await findRepo(w.cx.db, owner, name))!).path, 'trigrams')
}

scenario('listReposSearchCode: the index is built after a push and follows changes, renames, removals and force pushes', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  const at = '/repos/ada/tool/search/code'
  await put(w, ada, 'ada/tool', { 'src/a.ts': 'const Needle = 1\nneedle\n', 'src/b.go': 'func needle() {}\n', 'doc.md': 'Straße und NADEL\n' })
  assert.deepEqual(await paths(w, null, `${at}?q=func%20need`, false), ['src/b.go'], 'before there is an index, everything is read')
  await indexed(w)
  assert.deepEqual(await paths(w, null, `${at}?q=needle`, true), ['src/a.ts', 'src/b.go'])
  assert.deepEqual((await w.anonymous.get(`${at}?q=needle`)).body.items[0].lines, [{ line: 1, text: 'const Needle = 1' }, { line: 2, text: 'needle' }])
  assert.deepEqual(await paths(w, null, `${at}?q=Needle&case=true`, true), ['src/a.ts'])
  assert.deepEqual(await paths(w, null, `${at}?q=STRA%C3%9FE`, true), ['doc.md'])
  assert.deepEqual(await paths(w, null, `${at}?q=need&word=true`, true), [])
  assert.deepEqual(await paths(w, null, `${at}?q=ne`, false), ['src/a.ts', 'src/b.go'], 'two letters are too few for the index')
  // the files since then are read, the others are known
  await put(w, ada, 'ada/tool', { 'src/a.ts': 'nothing here\n', 'src/b.go': null, 'new.txt': 'a needle again\n' })
  assert.deepEqual(await paths(w, null, `${at}?q=needle`, true), ['new.txt'])
  await indexed(w)
  assert.deepEqual(await paths(w, null, `${at}?q=needle`, true), ['new.txt'])
  assert.deepEqual(await paths(w, null, `${at}?q=nothing%20here`, true), ['src/a.ts'])
  const first = (await w.anonymous.get('/repos/ada/tool/commits?limit=50').gives(200)).body.at(-1).sha
  await w.as(ada).patch('/repos/ada/tool/git/refs/heads/main', { sha: first, force: true }).gives(200)
  assert.deepEqual(await paths(w, null, `${at}?q=needle`, true), [])
  await indexed(w)
  assert.deepEqual(await paths(w, null, `${at}?q=needle%20again`, true), [])
})

scenario('listReposSearchCode: filters of paths and languages, in the words or beside them', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  const at = '/repos/ada/tool/search/code?q='
  await put(w, ada, 'ada/tool', { 'src/deep/a.ts': 'needle', 'src/b.go': 'needle', 'lib/c.ts': 'needle path:lib', 'lib/Makefile': 'needle' })
  const all: [string, string[]][] = [
    ['needle&path=src', ['src/b.go', 'src/deep/a.ts']], ['needle%20path:SRC/', ['src/b.go', 'src/deep/a.ts']], ['path:*.ts%20needle', ['lib/c.ts', 'src/deep/a.ts']], ['needle%20path:src/**/*.ts', ['src/deep/a.ts']], ['needle%20path:lib/**/C.*', ['lib/c.ts']], ['needle%20path:*/?.go', ['src/b.go']],
    ['needle&language=go', ['src/b.go']], ['needle%20language:TypeScript%20path:lib', ['lib/c.ts']], ['needle%20ext:ts', ['lib/c.ts', 'src/deep/a.ts']], ['needle&extension=.go', ['src/b.go']], ['needle&language=makefile', ['lib/Makefile']],
    ['%22needle%20path:lib%22', ['lib/c.ts']], ['needle&path=/lib', ['lib/Makefile', 'lib/c.ts']],
  ]
  for (const [query, found] of all) assert.deepEqual(await paths(w, null, at + query, false), found, query)
  await indexed(w)
  for (const [query, found] of all) assert.deepEqual(await paths(w, null, at + query.replaceAll('needle', 'NEEDLE'), true), found, query)
  await w.anonymous.get(`${at}path:src`).gives(422)
  await w.anonymous.get(`${at}needle%20path:{a,*`).gives(200, { total_count: 0 })
  await w.anonymous.get(`${at}needle&path=${'x'.repeat(201)}`).gives(422)
})

scenario('listReposSearchCode, listSearchCode: by a regular expression, which git matches in bounded time', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  const long = `${'x'.repeat(5000)} needle9 ${'y'.repeat(5000)}`
  await put(w, ada, 'ada/tool', { 'a.ts': 'const needle7 = 1\nNEEDLE8\n', 'b.go': 'func need() {}\n', 'c.txt': 'Grüße an Ötzi\n', 'long.txt': long })
  const at = '/repos/ada/tool/search/code?regexp=true&q='
  const all: [string, string[]][] = [
    ['needle%5B0-9%5D', ['a.ts', 'long.txt']], ['needle%5B0-8%5D&case=true', ['a.ts']], ['%5Efunc%20%5Ba-z%5D%2B%5C(', ['b.go']], ['need(le)%3F%5C(', ['b.go']], ['func%20nothing.*', []],
    ['needle.%20%3D%7C%5Efunc%20', ['a.ts', 'b.go']], ['Gr%5B%C3%BC%C3%B6%5D.e%20an%20%C3%B6tzi%24', ['c.txt']], ['needle%5B0-9%5D%20path:*.ts', ['a.ts']], ['needle%5B0-9%5D%20language:go', []], ['need&word=true', ['b.go']],
  ]
  for (const [query, found] of all) assert.deepEqual(await paths(w, null, at + query, false), found, query)
  await indexed(w)
  const narrowed = (query: string) => !query.includes('%7C')
  // nothing is kept of the answers before, since the address differs
  for (const [query, found] of all) assert.deepEqual(await paths(w, null, `${at}${query}&extension=${found[0]?.split('.')[1] ?? 'ts'}`, narrowed(query)), found.filter((one) => one.endsWith(found[0].slice(1))), query)
  const { lines } = (await w.anonymous.get(`${at}needle9%3F%20y`).gives(200)).body.items[0]
  assert.match(lines[0].text, /^x{99} needle9 y+$/)
  await put(w, ada, 'ada/tool', { 'd.md': 'needle5', 'a.ts': null })
  assert.deepEqual(await paths(w, null, `${at}needle%5B0-9%5D`, true), ['d.md', 'long.txt'], 'what came after the index counts too')
  assert.deepEqual(await paths(w, ada, '/search/code?regexp=true&q=needle%5B5%5D'), ['ada/tool:d.md'])
  for (const q of ['(a', '%5Bz-a%5D', '(a)%5C1', '((a%7B1,255%7D)%7B1,255%7D)%7B1,255%7D', '']) {
    await w.anonymous.get(at + q).gives(422)
    await w.as(ada).get(`/search/code?regexp=true&q=${q}`).gives(422)
  }
  await w.anonymous.get(`${at}--open-files-in-pager`).gives(200, { total_count: 0 })
})

scenario('listReposSearchCode: large, binary, generated and vendored files are left out, with the index and without', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  const files = { '.gitattributes': 'gen/** linguist-generated\n/third/* linguist-vendored=true\n', 'gen/x/a.ts': 'needle', 'third/b.ts': 'needle', 'c.bin': 'needle\0', 'd.txt': `${'x\n'.repeat(600_000)}needle`, 'e.txt': 'needle', 'f.txt': `${'x\n'.repeat(400_000)}needle` }
  await put(w, ada, 'ada/tool', files)
  const at = '/repos/ada/tool/search/code'
  assert.deepEqual(await paths(w, null, `${at}?q=needle`, false), ['e.txt', 'f.txt'])
  await indexed(w)
  assert.deepEqual(await paths(w, null, `${at}?q=Needle`, true), ['e.txt', 'f.txt'])
  await put(w, ada, 'ada/tool', { 'gen/y.ts': 'a needle', 'g.txt': 'a needle', 'h.txt': 'h'.repeat(1_100_000) + ' a needle' })
  assert.deepEqual(await paths(w, null, `${at}?q=a%20needle`, true), ['g.txt'], 'the same is true of what came after')
})

scenario('listSearchCode: only what the asker may read, though the index knows all of it', async (w) => {
  const [ada, bob, eve] = [await w.user('ada'), await w.user('bob'), await w.user('eve')]
  for (const [name, more] of [['open', {}], ['secret', { private: true }], ['off', {}]] as const) {
    await w.repo(ada, name, { auto_init: true, ...more })
    await put(w, ada, `ada/${name}`, { 'a.txt': `needle in ${name}` })
  }
  await indexed(w)
  const see = (who: Person, more = '') => paths(w, who, `/search/code?q=needle${more}`, true).then((list) => list.sort())
  assert.deepEqual(await see(ada), ['ada/off:a.txt', 'ada/open:a.txt', 'ada/secret:a.txt'])
  assert.deepEqual(await see(eve), ['ada/off:a.txt', 'ada/open:a.txt'])
  assert.deepEqual(await see(eve, '%20in%20secret'), [])
  await w.as(ada).put('/repos/ada/secret/collaborators/bob', { permission: 'read' }).gives(204)
  assert.deepEqual(await see(bob, '%20in%20secret'), ['ada/secret:a.txt'])
  await w.as(ada).delete('/repos/ada/secret/collaborators/bob').gives(204)
  assert.deepEqual(await see(bob, '%20in%20secret'), [])
  assert.deepEqual(await see(ada, '&repo=ada/secret'), ['ada/secret:a.txt'])
  assert.deepEqual(await see(eve, '&repo=ada/secret'), [])
  assert.deepEqual(await see(ada, '%20repo:open'), ['ada/open:a.txt'])
  assert.deepEqual(await see(ada, '&owner=eve'), [])
  assert.deepEqual(await see(ada, '&owner=nobody'), [])
  // hidden, shut, renamed, handed on: at once
  await w.as(ada).patch('/repos/ada/open', { private: true }).gives(200)
  assert.deepEqual(await see(eve), ['ada/off:a.txt'])
  await w.as(ada).patch('/repos/ada/off', { has_code: false }).gives(200)
  assert.deepEqual(await see(eve), [])
  assert.deepEqual(await see(ada), ['ada/open:a.txt', 'ada/secret:a.txt'])
  await w.as(ada).patch('/repos/ada/open', { private: false, name: 'renamed' }).gives(200)
  assert.deepEqual(await see(eve), ['ada/renamed:a.txt'])
  const limited = (await w.as(ada).post('/users/ada/tokens', { name: 'p', scopes: ['read:repository', 'public-only'] }).gives(201)).body.sha1
  assert.equal((await w.as(ada, { token: limited }).get('/search/code?q=needle').gives(200)).body.total_count, 1)
  await w.as(ada).delete('/repos/ada/renamed').gives(204)
  assert.deepEqual(await see(eve), [])
})

scenario('listSearchCode: a push counts before its index is made', async (w) => {
  const ada = await w.user('ada')
  for (const name of ['one', 'two']) {
    await w.repo(ada, name, { auto_init: true })
    await put(w, ada, `ada/${name}`, { 'a.txt': 'haystack' })
  }
  await indexed(w)
  assert.deepEqual(await paths(w, ada, '/search/code?q=freshly', true), [])
  await put(w, ada, 'ada/two', { 'b.txt': 'freshly pushed' })
  assert.deepEqual(await paths(w, ada, '/search/code?q=freshly', true), ['ada/two:b.txt'])
  await w.repo(ada, 'three', { auto_init: true })
  await put(w, ada, 'ada/three', { 'c.txt': 'freshly made' })
  assert.deepEqual(await paths(w, ada, '/search/code?q=freshly', false), ['ada/three:c.txt', 'ada/two:b.txt'])
  await indexed(w)
  assert.deepEqual((await paths(w, ada, '/search/code?q=freshl', true)).sort(), ['ada/three:c.txt', 'ada/two:b.txt'])
})

scenario('the index goes with its repository, is made anew when its files are gone, and follows the default branch', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true, object_format_name: 'sha256' })
  await put(w, ada, 'ada/tool', { 'a.txt': 'needle' })
  await put(w, ada, 'ada/tool', { 'b.txt': 'needle' }, { new_branch: 'next' })
  assert.deepEqual(await figures(w.cx.db), { indexed: 0, bytes: 0, behind: 1 })
  await indexed(w)
  const folder = await folderOf(w, 'ada', 'tool')
  assert.equal(readdirSync(folder).length, 2)
  const counted = await figures(w.cx.db)
  assert.deepEqual([counted.indexed, counted.behind, counted.bytes], [1, 0, readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)])
  const at = '/repos/ada/tool/search/code'
  rmSync(folder, { recursive: true })
  assert.deepEqual(await paths(w, null, `${at}?q=eedl`, false), ['a.txt'])
  await w.settled()
  assert.deepEqual(await paths(w, null, `${at}?q=needle`, true), ['a.txt'])
  assert.deepEqual(await paths(w, null, `${at}?q=needle&ref=next`, true), ['a.txt', 'b.txt'], 'a branch near the default one is known but for a few files')
  await w.as(ada).patch('/repos/ada/tool', { default_branch: 'next' }).gives(200)
  assert.deepEqual(await paths(w, null, `${at}?q=needl`, true), ['a.txt', 'b.txt'])
  assert.ok(await w.cx.jobs.runCron(w.cx, 'update_code_index'))
  await w.settled()
  const { commit_oid } = await w.cx.db.selectFrom('code_index').select('commit_oid').executeTakeFirstOrThrow()
  assert.equal(commit_oid, (await w.anonymous.get('/repos/ada/tool/branches/next').gives(200)).body.commit.id)
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'rubbish')
  assert.deepEqual(await paths(w, null, `${at}?q=need`, false), ['a.txt', 'b.txt'])
  await w.settled()
  assert.deepEqual(await paths(w, null, `${at}?q=eedle`, true), ['a.txt', 'b.txt'])
  const [before] = await w.cx.db.selectFrom('repo').select('size').execute()
  assert.ok(before.size > 0)
  await w.as(ada).delete('/repos/ada/tool').gives(204)
  await w.settled()
  assert.ok(!existsSync(folder))
  assert.deepEqual(await w.cx.db.selectFrom('code_index').select('repo_id').execute(), [])
})

scenario('many pushes are merged into few files, and what nobody holds any more is forgotten', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  for (let i = 0; i < 14; i++) {
    await put(w, ada, 'ada/tool', { [`file-${i}.txt`]: `needle number-${i}-\n`, 'same.txt': `version-${i}-\n` })
    await indexed(w)
  }
  const at = '/repos/ada/tool/search/code'
  assert.equal((await paths(w, null, `${at}?q=needle`, true)).length, 14)
  assert.deepEqual(await paths(w, null, `${at}?q=number-3-`, true), ['file-3.txt'])
  assert.deepEqual(await paths(w, null, `${at}?q=version-3-`, true), [])
  assert.deepEqual(await paths(w, null, `${at}?q=version-13-`, true), ['same.txt'])
  const folder = await folderOf(w, 'ada', 'tool')
  const names = readdirSync(folder)
  assert.ok(names.length <= 11, names.join(' '))
  const row = await w.cx.db.selectFrom('code_index').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(names.sort(), [...JSON.parse(row.segments), row.listing].sort(), 'no file is left over')
  assert.equal(row.files, 16)
})

scenario('code_index=false: everything is read, as before', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  await put(w, ada, 'ada/tool', { 'a.txt': 'needle' })
  await indexed(w)
  assert.deepEqual(await paths(w, null, '/repos/ada/tool/search/code?q=needle', false), ['a.txt'])
  assert.deepEqual(await paths(w, ada, '/search/code?q=needle', false), ['ada/tool:a.txt'])
  assert.ok(!existsSync(await folderOf(w, 'ada', 'tool')))
}, { code_index: 'false' })
