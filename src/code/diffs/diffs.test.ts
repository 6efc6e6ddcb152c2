import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { marked } from './ink.ts'
import { sides } from './rows.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')
const put = async (w: World, who: Person, files: Record<string, string>, message = 'Change') =>
  (await w.as(who).post('/repos/ada/tool/contents', { message, files: Object.entries(files).map(([path, text]) => ({ operation: 'upload', path, content: b64(text) })) }).gives(201)).body.commit.sha as string

test('marks never cross the tags of coloured text', () => {
  const html = '<span class="k">let</span> a = &lt;b&gt;'
  assert.equal(marked(html, [{ text: 'let a', changed: false }, { text: ' = <', changed: true }, { text: 'b>', changed: false }]), '<span class="k">let</span> a<mark> = &lt;</mark>b&gt;')
  assert.equal(marked(html, [{ text: 'le', changed: false }, { text: 't a', changed: true }, { text: ' = <b>', changed: false }]), '<span class="k">le<mark>t</mark></span><mark> a</mark> = &lt;b&gt;')
  assert.equal(marked('a', [{ text: 'a', changed: false }]), 'a')
})

test('beside each other, removed lines stand next to the added ones that follow', () => {
  const line = (kind: 'context' | 'added' | 'removed', text: string) => ({ kind, text, old: 1, new: 1 }) as never
  const pairs = sides([line('context', 'a'), line('removed', 'b'), line('removed', 'c'), line('added', 'd'), line('removed', 'e'), line('context', 'f')])
  assert.deepEqual(pairs.map((pair) => pair.map((one) => one?.text)), [['a', 'a'], ['b', 'd'], ['c', undefined], ['e', undefined], ['f', 'f']])
})

scenario('commitPage: words that changed are marked, lines have anchors, and nothing becomes markup', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await put(w, ada, { 'a.ts': 'const one = 1\nconst two = 2\n', 'b.txt': '<x>\n' })
  const sha = await put(w, ada, { 'a.ts': 'const one = 1\nconst two = 22\n', 'b.txt': '<img src=x onerror=alert(1)>\n' }, 'Title <i>here</i>\n\nMore of it')
  const page = await w.anonymous.get(`//ada/tool/commit/${sha}`).gives(200)
  assert.match(page.text, /id="diff-0L2"/)
  assert.match(page.text, /id="diff-0R2"/)
  assert.match(page.text, /<mark>22<\/mark>/)
  assert.match(page.text, /Title &lt;i&gt;here/)
  assert.match(page.text, /More of it/)
  assert.doesNotMatch(page.text, /<img src=x|<i>here/)
  assert.match(page.text, /2 changed files/)
  assert.match((await w.anonymous.get(`//ada/tool/commit/${sha.slice(0, 9)}.diff`).gives(200).header('content-type', /^text\/plain/)).text, /^diff --git/)
  assert.match((await w.anonymous.get(`//ada/tool/commit/${sha}.patch`).gives(200)).text, /^From /)
  await w.anonymous.get('//ada/tool/commit/ffffffff').gives(404)
  await w.anonymous.get('//ada/tool/commit/main').gives(404)
})

scenario('commitPage: split is remembered, and one file can be asked for alone', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  const long = Array.from({ length: 1600 }, (_, i) => `line ${i}`).join('\n')
  const sha = await put(w, ada, { 'long.txt': long, 'go.sum': 'a\n', 'c.txt': 'c\n' })
  const split = await w.anonymous.get(`//ada/tool/commit/${sha}?style=split`).gives(200)
  assert.match(split.text, /diff-lines beside/)
  const cookie = String(split.headers['set-cookie']).split(';')[0]
  assert.match((await w.anonymous.get(`//ada/tool/commit/${sha}`, { cookie }).gives(200)).text, /diff-lines beside/)
  const plain = await w.anonymous.get(`//ada/tool/commit/${sha}`).gives(200)
  assert.match(plain.text, /diff-lines stacked/)
  assert.match(plain.text, /changed a lot/)
  assert.match(plain.text, /looks generated/)
  assert.doesNotMatch(plain.text, /line 1599/)
  const alone = await w.anonymous.get(`//ada/tool/commit/${sha}?file=long.txt`).gives(200)
  assert.match(alone.text, /line 1599/)
  assert.match(alone.text, /id="diff-2"/)
})

scenario('commitPage: whitespace can be left out', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await put(w, ada, { 'a.txt': 'one\n', 'b.txt': 'one\n' })
  const sha = await put(w, ada, { 'a.txt': '  one\n', 'b.txt': 'two\n' })
  const page = await w.anonymous.get(`//ada/tool/commit/${sha}?whitespace=ignore-all`).gives(200)
  assert.match(page.text, /Only whitespace changed/)
  assert.match(page.text, /id="diff-1R1"/)
  assert.doesNotMatch(page.text, /id="diff-0R1"/)
})

scenario('commitsBranch, commitsHome: history of a branch and of a file, searched', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  await put(w, ada, { 'a.txt': '1\n' }, 'First of all')
  await put(w, ada, { 'b.txt': '1\n' }, 'Second [thing]')
  await w.anonymous.get('//ada/tool/commits').gives(303).header('location', /\/commits\/branch\/main$/)
  const all = await w.anonymous.get('//ada/tool/commits/branch/main').gives(200)
  assert.match(all.text, /First of all[^]*$/)
  assert.match(all.text, /Second \[thing\]/)
  const file = await w.anonymous.get('//ada/tool/commits/branch/main/a.txt').gives(200)
  assert.doesNotMatch(file.text, /Second/)
  const found = await w.anonymous.get('//ada/tool/commits/branch/main?q=%5BTHING').gives(200)
  assert.doesNotMatch(found.text, /First of all/)
  assert.match(found.text, /Second/)
  assert.match((await w.anonymous.get('//ada/tool/commits/branch/main?q=--output%3Dx').gives(200)).text, /No commit matches/)
  assert.match((await w.anonymous.get('//ada/tool/commits/branch/main?q=ADA').gives(200)).text, /First of all/)
})
