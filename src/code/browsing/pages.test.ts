import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { isOdd, lineRows, separated } from './file-lines.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')

/** One commit with these files. */
async function fill(w: World, who: Person, repo: string, files: Record<string, string>, more: object = {}): Promise<void> {
  await w.as(who).post(`/repos/${repo}/contents`, { message: 'Put files', ...more, files: Object.entries(files).map(([path, text]) => ({ operation: 'upload', path, content: b64(text) })) }).gives(201)
}

scenario('repoHome: files, the readme with working links, what the repository is about', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { description: 'A <b>tool</b>' })
  await w.as(ada).put('/repos/ada/tool/topics', { topics: ['handy'] }).gives(204)
  await fill(w, ada, 'ada/tool', { 'README.md': '# Tool\n\nSee [guide](docs/guide.md) <script>alert(1)</script>', 'docs/guide.md': 'x', 'deep/down/here/a.ts': 'let a = 1\n', 'b.c': 'int b;' })
  const page = await w.anonymous.get('//ada/tool').gives(200)
  assert.match(page.text, /<h1 [^>]*>Tool/)
  assert.match(page.text, /href="[^"]*\/ada\/tool\/src\/branch\/main\/docs\/guide\.md"/)
  assert.match(page.text, /href="[^"]*\/ada\/tool\/src\/branch\/main\/deep\/down\/here"/)
  assert.doesNotMatch(page.text, /<script>alert|<b>tool/)
  assert.match(page.text, /Put files/)
  assert.match(page.text, /handy/)
  assert.match(page.text, /tool\.git/)
  assert.match(page.text, /archive\/main\.zip/)
  assert.match(page.text, /lang-bar/)
  await w.anonymous.get('//ada/nothing').gives(404)
  // the address one clones from, whether there is anything or not
  for (const [asked, name] of [['tool.git', 'tool'], ['tool.git/?x=1', 'tool'], ['nothing.git', 'nothing']]) {
    await w.anonymous.get(`//ada/${asked}`).gives(301).header('location', `http://localhost:80/ada/${name}`)
  }
})

scenario('repoHome: nobody sees what is hidden, and what is empty says how to begin', async (w) => {
  const [ada, eve] = [await w.user('ada'), await w.user('eve')]
  await w.repo(ada, 'secret', { private: true })
  await w.anonymous.get('//ada/secret').gives(404)
  await (await w.browsing(eve)).get('//ada/secret').gives(404)
  const own = await (await w.browsing(ada)).get('//ada/secret').gives(200)
  assert.match(own.text, /git push -u origin main/)
  assert.match(own.text, /ssh:\/\//)
  await w.as(ada).patch('/repos/ada/secret', { name: 'open', private: false }).gives(200)
  await w.anonymous.get('//ada/secret').gives(301).header('location', /\/ada\/open$/)
  assert.doesNotMatch((await w.anonymous.get('//ada/open').gives(200)).text, /git push/)
})

scenario('srcBranch, srcTag, srcCommit, srcBare: folders and files of any ref', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await fill(w, ada, 'ada/tool', { 'a b/c#d.ts': 'const x = "</td><img src=x onerror=alert(1)>"\n', 'run.sh': 'echo\n' })
  await w.as(ada).post('/repos/ada/tool/branches', { new_branch_name: 'feat/one', old_ref_name: 'main' }).gives(201)
  const tag = (await w.as(ada).post('/repos/ada/tool/tags', { tag_name: 'v1' }).gives(201)).body
  const file = await w.anonymous.get('//ada/tool/src/branch/feat/one/a%20b/c%23d.ts').gives(200)
  assert.match(file.text, /id="L1"/)
  assert.doesNotMatch(file.text, /<img src=x/)
  assert.match(file.text, /raw\/branch\/feat\/one\/a%20b\/c%23d\.ts/)
  assert.match(file.text, new RegExp(`href="[^"]*/src/commit/${tag.commit.sha}/a%20b/c%23d\\.ts" data-keys="y"`))
  await w.anonymous.get('//ada/tool/src/tag/v1/a%20b').gives(200)
  await w.anonymous.get(`//ada/tool/src/commit/${tag.commit.sha}`).gives(200)
  await w.anonymous.get(`//ada/tool/src/commit/${tag.commit.sha.slice(0, 8)}`).gives(200)
  await w.anonymous.get('//ada/tool/src/feat/one/run.sh').gives(303).header('location', /\/src\/branch\/feat\/one\/run\.sh$/)
  for (const bad of ['branch/none', 'branch/main/none', 'tag/main', 'commit/zzzz', 'branch/main/.git/config', 'branch/main/%2e%2e/%2e%2e/etc']) await w.anonymous.get(`//ada/tool/src/${bad}`).gives(404)
})

scenario('srcBranch: shows what files are', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await fill(w, ada, 'ada/tool', {
    'a.csv': 'name,"a,b"\n"x ""y""",<i>\n', 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'odd.js': 'let a = "\u202e"\n', 'a.md': '# Head\n', 'zero': '', 'bin': '\0\x01\x02',
    'large.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n',
  })
  const see = async (path: string) => (await w.anonymous.get(`//ada/tool/src/branch/main/${path}`).gives(200)).text
  assert.match(await see('a.csv'), /<th>a,b<\/th>.*<td>x &quot;y&quot;<\/td><td>&lt;i&gt;<\/td>/s)
  assert.match(await see('a.svg'), /<img src="[^"]*\/raw\/branch\/main\/a\.svg"/)
  assert.match(await see('a.svg?display=source'), /&lt;/)
  assert.match(await see('odd.js'), /U\+202E/)
  assert.doesNotMatch(await see('odd.js'), /\u202e/)
  assert.match(await see('a.md'), /<h1 [^>]*>Head/)
  assert.match(await see('a.md?display=source'), /id="L1"/)
  assert.match(await see('zero'), /empty/)
  assert.match(await see('bin'), /binary/)
  assert.match(await see('large.bin'), /not uploaded/)
})

scenario('srcBranch: where a branch has no such file, its nearest folder is shown', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await fill(w, ada, 'ada/tool', { 'src/deep/one.ts': 'x', 'README.md': 'x' })
  await w.as(ada).post('/repos/ada/tool/branches', { new_branch_name: 'old', old_ref_name: 'main' }).gives(201)
  await fill(w, ada, 'ada/tool', { 'src/deep/<two>.ts': 'x', 'new/three.ts': 'x' })
  assert.match((await w.anonymous.get('//ada/tool/src/branch/main/src/deep/%3Ctwo%3E.ts').gives(200)).text, /href="[^"]*\/src\/branch\/old\/src\/deep\/%3Ctwo%3E\.ts"/)
  const near = (await w.anonymous.get('//ada/tool/src/branch/old/src/deep/%3Ctwo%3E.ts').gives(404)).text
  assert.match(near, /There is no <code><bdi>src\/deep\/&lt;two&gt;\.ts<\/bdi><\/code> on <b><bdi>old<\/bdi><\/b>\. This is the nearest folder\./)
  assert.match(near, /href="[^"]*\/src\/branch\/old\/src\/deep\/one\.ts"/)
  const root = (await w.anonymous.get('//ada/tool/src/branch/old/new/three.ts').gives(404)).text
  assert.match(root, /There is no <code><bdi>new\/three\.ts<\/bdi>[^]*README\.md/)
  assert.match((await w.anonymous.get('//ada/tool/src/branch/old/README.md/x/y').gives(404)).text, /There is no/)
})

scenario('srcBranch: a long file is shown in parts', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await fill(w, ada, 'ada/tool', { 'long.txt': Array.from({ length: 12_000 }, (_, i) => `line ${i + 1}`).join('\n') + '\n', 'fits.txt': 'x\n'.repeat(5000) })
  const at = '//ada/tool/src/branch/main/long.txt'
  const shown = async (path: string) => {
    const { text } = await w.anonymous.get(path).gives(200)
    const ids = [...text.matchAll(/id="L(\d+)"/g)].map((found) => Number(found[1]))
    return { text, ids: [ids[0], ids.at(-1)] }
  }
  const first = await shown(at)
  assert.deepEqual(first.ids, [1, 5000])
  assert.match(first.text, /12,000 lines[^]*Lines 1 to 5,000 of 12,000[^]*href="[^"]*long\.txt\?part=2"[^]*href="[^"]*\/raw\/branch\/main\/long\.txt"/)
  assert.match(first.text, /line 5000</)
  assert.deepEqual((await shown(`${at}?part=2`)).ids, [5001, 10_000])
  const last = await shown(`${at}?part=3`)
  assert.deepEqual(last.ids, [10_001, 12_000])
  assert.doesNotMatch(last.text, /rel="next"/)
  for (const odd of ['99', '-1', 'x']) await w.anonymous.get(`${at}?part=${odd}`).gives(200)
  assert.doesNotMatch((await shown('//ada/tool/src/branch/main/fits.txt')).text, /Lines 1 to/)
})

scenario('findBranch: files by name, as a page and as a list', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await fill(w, ada, 'ada/tool', { 'src/one.ts': '1', 'src/two.ts': '2' })
  const page = await w.anonymous.get('//ada/tool/find/branch/main?q=ONE').gives(200)
  assert.match(page.text, /src\/one\.ts<\/bdi>/)
  assert.doesNotMatch(page.text, /two\.ts/)
  assert.equal((await w.anonymous.get('//ada/tool/find/branch/main?list=1').gives(200).header('content-type', /^text\/plain/)).text, 'src/one.ts\nsrc/two.ts')
  assert.equal((await w.anonymous.get('//ada/tool/find/branch/main?list=1&q=TWO').gives(200)).text, 'src/two.ts')
})

scenario('lines: marks that cannot be seen are named, and joined emoji stay', async () => {
  assert.equal(isOdd('plain\n'), false)
  assert.equal(isOdd('\ufeffbom at the start'), false)
  assert.equal(isOdd('a\u200bb'), true)
  assert.match(lineRows(['a\u200bb'], true).text, /U\+200B/)
  assert.match(lineRows(['👩\u200d💻'], true).text, /👩\u200d💻/)
  assert.deepEqual(separated('a;"b\n""c"""\r\n1;2', ';', 10), [['a', 'b\n"c"'], ['1', '2']])
  assert.equal(separated('1\n2\n3', ',', 2).length, 2)
})
