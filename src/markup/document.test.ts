import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdown } from './document.ts'
import { setTask } from './task-lists.ts'
import { comment, here } from './testbed.ts'

/** Without what every paragraph has. */
const doc = async (source: string, context = here) => (await markdown(source, context)).replaceAll(' dir="auto"', '').trim()
const line = async (source: string, context = comment) => (await doc(source, context)).replace(/^<p>(.*)<\/p>$/s, '$1')

test('tables align by class, struck words are deleted ones', async () => {
  const html = await doc('| a | b | c |\n|:-:|--:|---|\n| ~~1~~ | 2 | 3 |')
  assert.match(html, /<th class="text-center">a<\/th>\n<th class="text-right">b<\/th>\n<th>c<\/th>/)
  assert.match(html, /<td class="text-center"><del>1<\/del><\/td>/)
})

test('line breaks count in comments only', async () => {
  assert.equal(await doc('a\nb', comment), '<p>a<br />\nb</p>')
  assert.equal(await doc('a\nb'), '<p>a\nb</p>')
})

test('addresses become links, file names do not', async () => {
  assert.equal(await line('see README.md, www.example.org/a?b. and me@example.org'),
    'see README.md, <a href="http://www.example.org/a?b" rel="nofollow noopener">www.example.org/a?b</a>. and <a href="mailto:me@example.org" rel="nofollow noopener">me@example.org</a>')
  assert.equal(await line('<https://x.example/>'), '<a href="https://x.example/" rel="nofollow noopener">https://x.example/</a>')
  assert.equal(await line('ftp://x.example //x.example'), 'ftp://x.example //x.example')
})

test('headings have ids and, in documents, links', async () => {
  assert.equal(await doc('# A *b* `c`!\n# A b c\n## Über uns'), [
    '<h1 id="user-content-a-b-c">A <em>b</em> <code>c</code>!<a class="anchor" href="#user-content-a-b-c" aria-label="Link to “A b c!”"></a></h1>',
    '<h1 id="user-content-a-b-c-1">A b c<a class="anchor" href="#user-content-a-b-c-1" aria-label="Link to “A b c”"></a></h1>',
    '<h2 id="user-content-über-uns">Über uns<a class="anchor" href="#user-content-über-uns" aria-label="Link to “Über uns”"></a></h2>'].join('\n'))
  assert.equal(await doc('# A', { mode: 'plain' }), '<h1>A</h1>')
})

test('boxes of task lists know where they stand, and can be ticked there', async () => {
  const source = '---\na: b\n---\r\n- [ ] one\r\n  - [X] two\r\n> 1. [ ] three\n\n- [ ]\n- [x]no\n- - [ ] deep'
  const html = await markdown(source, here)
  const places = [...html.matchAll(/data-source="(\d+)"/g)].map((match) => Number(match[1]))
  assert.deepEqual(places.map((at) => source.slice(at, at + 9).trim()), ['[ ] one', '[X] two', '[ ] three', '[ ] deep'])
  assert.match(html, /<li class="task-list-item"><input type="checkbox" disabled checked data-source="\d+" aria-label="Completed task" \/> two/)
  assert.match(setTask(source, places[0], true)!, /- \[x\] one\r\n  - \[X\] two/)
  assert.match(setTask(source, places[1], false)!, /- \[ \] one\r\n  - \[ \] two/)
  for (const wrong of [0, -1, 1.5, NaN, source.length, places[0] + 1]) assert.equal(setTask(source, wrong, true), undefined)
})

test('footnotes are numbered as they are named and shown at the end', async () => {
  const html = await doc('a[^z] b[^1] c[^z] d[^none]\n\n[^1]: first\n[^z]: second **x**\n\n    more\n\n[^unused]: no', { ...comment, anchor: 'c1' })
  assert.match(html, /^<p>a<sup><a class="footnote-ref" id="user-content-c1-fnref-1" href="#user-content-c1-fn-1" aria-label="Footnote 1">1<\/a><\/sup> b<sup>.*>2<\/a><\/sup> c<sup><a class="footnote-ref" id="user-content-c1-fnref-1-2".* d\[\^none\]<\/p>\n<section class="footnotes"/)
  assert.match(html, /<li id="user-content-c1-fn-1">\n<p>second <strong>x<\/strong><\/p>\n<p>more<a class="footnote-back" href="#user-content-c1-fnref-1".*<li id="user-content-c1-fn-2">\n<p>first/s)
  assert.doesNotMatch(html, /no<|unused/)
  assert.match(await doc('> [^a]: quoted\n\nsee[^a]'), /<section.*quoted/s)
})

test('alerts', async () => {
  assert.equal(await doc('> [!NOTE]\n> a **b**\n>\n> c'), '<div class="markdown-alert markdown-alert-note">\n<p class="markdown-alert-title">Note</p>\n<p>a <strong>b</strong></p>\n<p>c</p>\n</div>')
  assert.equal(await doc('> [!warning]\n> > deep'), '<div class="markdown-alert markdown-alert-warning">\n<p class="markdown-alert-title">Warning</p>\n<blockquote>\n<p>deep</p>\n</blockquote>\n</div>')
  assert.match(await doc('> [!OTHER]\n> a'), /^<blockquote>/)
  assert.match(await doc('> a\n> [!NOTE]'), /^<blockquote>/)
})

test('emoji by their short names', async () => {
  assert.equal(await line(':tada: :+1: :nobody: 10:30:45 `:tada:`'), '🎉 👍 :nobody: 10:30:45 <code>:tada:</code>')
})

test('front matter is a table in documents, and a list of dashes elsewhere', async () => {
  assert.match(await doc('---\ntitle: A & B\ntags: [x, y]\nmore: {a: 1}\n---\n# H'),
    /^<table class="front-matter"><thead><tr><th>title<\/th><th>tags<\/th><th>more<\/th><\/tr><\/thead><tbody><tr><td>A &amp; B<\/td><td>x, y<\/td><td>\{&quot;a&quot;:1\}<\/td><\/tr><\/tbody><\/table>\n<h1/)
  for (const source of ['---\n- a\n---\n', '---\na: [\n---\n', '---\na: b\n', '---\n\n---\nx']) assert.doesNotMatch(await doc(source), /front-matter/)
  assert.doesNotMatch(await doc('---\na: b\n---', comment), /front-matter/)
})

test('fences are coloured with class names', async () => {
  assert.equal(await doc('```ts\nlet a = "<b>"\n```'), '<pre><code class="hljs language-typescript"><span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span></code></pre>')
  assert.equal(await doc('```nonsense\n<b>\n```\n\n    <i>'), '<pre><code>&lt;b&gt;</code></pre>\n<pre><code>&lt;i&gt;</code></pre>')
  assert.match(await doc(`\`\`\`js\n${'let a\n'.repeat(30000)}\`\`\`\n\n\`\`\`js\nlet b\n\`\`\``), /^<pre><code>let a\n.*<pre><code class="hljs language-javascript">/s)
  assert.match(await doc(`\`\`\`ini\na=${'a'.repeat(1000)}\n\`\`\``), /^<pre><code>a=aaa/)
})

test('links and images lead into the repository', async () => {
  const cases: [string, string][] = [
    ['[a](x.md)', '/o/r/src/branch/main/docs/x.md'], ['[a](./x.md#use)', '/o/r/src/branch/main/docs/x.md#user-content-use'], ['[a](../src/a.ts#L3)', '/o/r/src/branch/main/src/a.ts#L3'], ['[a](/LICENSE)', '/o/r/src/branch/main/LICENSE'],
    ['[a](../../../../etc/passwd)', '/o/r/src/branch/main/etc/passwd'], ['[a](a%20b.md?x=1)', '/o/r/src/branch/main/docs/a%20b.md?x=1'], ['[a](<a b#c>)', '/o/r/src/branch/main/docs/a%20b#c'], ['[a](sub/)', '/o/r/src/branch/main/docs/sub/'],
    ['[a](/o/r/issues)', '/o/r/issues'], ['[a](#Use)', '#user-content-Use'], ['[a](100%.md)', '/o/r/src/branch/main/docs/100%25.md'],
    ['![a](img/x.png)', '/o/r/media/branch/main/docs/img/x.png'], ['<img src="/x.svg">', '/o/r/media/branch/main/x.svg'], ['<a href="x.md">a</a>', '/o/r/src/branch/main/docs/x.md'],
  ]
  for (const [source, address] of cases) assert.ok((await doc(source)).includes(`="${address}"`), `${source}: ${await doc(source)}`)
  assert.match(await doc('[a](Page) ![b](c.png)', { mode: 'document', links: { root: 'https://code.example', repo: '/o/r', wiki: true } }), /href="\/o\/r\/wiki\/Page".*src="\/o\/r\/wiki\/raw\/c.png"/)
  assert.match(await doc('[a](x) ![b](/attachments/1)', comment), /href="\/o\/r\/x".*src="\/attachments\/1"/)
  assert.match(await doc('[a](x) #1', { mode: 'comment', links: { root: 'https://code.example/sub', repo: '/o/r', ref: 'tag/v 1', absolute: true } }), /href="https:\/\/code.example\/sub\/o\/r\/src\/tag\/v%201\/x".*href="https:\/\/code.example\/sub\/o\/r\/issues\/1"/)
  assert.match(await doc('[a](x)', { mode: 'plain' }), /href="x"/)
})

test('references are read by their form', async () => {
  const ref = (path: string, words: string, kind = 'ref-issue') => `<a class="${kind}" href="${path}">${words}</a>`
  assert.equal(await line('fixes #12, (!4) and a.b/c-d#3; x/y!9'), `fixes ${ref('/o/r/issues/12', '#12')}, (${ref('/o/r/pulls/4', '!4')}) and ${ref('/a.b/c-d/issues/3', 'a.b/c-d#3')}; ${ref('/x/y/pulls/9', 'x/y!9')}`)
  assert.equal(await line('@bob, @al.ice. (@x_y)'), `${ref('/bob', '@bob', 'mention')}, ${ref('/al.ice', '@al.ice', 'mention')}. (${ref('/x_y', '@x_y', 'mention')})`)
  assert.equal(await line('in abc1234 and x/y@0123456789abcdef0123456789abcdef01234567'), `in ${ref('/o/r/commit/abc1234', '<code>abc1234</code>', 'ref-commit')} and ${ref('/x/y/commit/0123456789abcdef0123456789abcdef01234567', '<code>x/y@0123456789</code>', 'ref-commit')}`)
  for (const none of ['a#12', '#0', '#12a', '##12', 'a@bob', '@org/team', 'defaced', '1234567', 'abc1234.txt', 'xabc1234', '/a/b#1', '#12-3', '! 4', '`#12 @bob`', '\\#12 \\@bob', '&#35;12']) assert.doesNotMatch(await line(none), /<a /, none)
  assert.doesNotMatch(await line('[#12 @bob](https://x.example)'), /ref-issue|mention/)
  assert.doesNotMatch(await line('<a href="https://x.example">#12</a>'), /ref-issue/)
  assert.equal(await line('@bob @eve', { ...comment, mentions: ['bob'] }), `${ref('/bob', '@bob', 'mention')} @eve`)
  assert.equal(await line('#12 @bob abc1234', { mode: 'plain' }), '#12 @bob abc1234')
  assert.equal(await line('#12', { mode: 'comment' }), '#12')
})

test('bare addresses of our own site read like references', async () => {
  const own = (path: string, words: string, kind = 'ref-issue') => `<a href="https://code.example${path}" class="${kind}">${words}</a>`
  assert.equal(await line('https://code.example/o/r/issues/5 https://code.example/x/y/pulls/6#issuecomment-9'), `${own('/o/r/issues/5', '#5')} ${own('/x/y/pulls/6#issuecomment-9', 'x/y!6 (comment)')}`)
  assert.equal(await line('https://code.example/o/r/commit/0123456789abcdef'), own('/o/r/commit/0123456789abcdef', '0123456789', 'ref-commit'))
  assert.equal(await line('https://code.example/o/r'), '<a href="https://code.example/o/r">https://code.example/o/r</a>')
  assert.match(await line('https://code.example.evil.example/o/r/issues/5'), /rel="nofollow noopener">https:/)
})
