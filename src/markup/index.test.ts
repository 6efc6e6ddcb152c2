import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start, type Context, type MarkupOptions } from './index.ts'
import { harmless } from './testbed.ts'

const plainly: Context = { mode: 'comment', links: { root: 'https://code.example', repo: '/o/r' } }
const told: string[] = []

const using = (title: string, limits: MarkupOptions['limits'], tell: (markup: ReturnType<typeof start>) => Promise<void>) =>
  test(title, async () => {
    told.length = 0
    const markup = start({ limits, log: (message) => told.push(message) })
    try {
      await tell(markup)
    } finally {
      await markup.close()
      assert.equal(markup.threads, 0)
    }
  })

/** Resolves when it holds; the clock of the test runner ends what never does. */
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((next) => setImmediate(next))
}

using('nothing runs before the first text, and nothing after a while without work', { idle: 1 }, async (markup) => {
  assert.equal(markup.threads, 0)
  assert.equal(await markup.render('', plainly), '')
  assert.deepEqual(await markup.highlight('a', 'a.txt'), ['a'])
  assert.equal(markup.threads, 0)
  assert.equal(await markup.render('**a**', plainly), '<p dir="auto"><strong>a</strong></p>\n')
  await until(() => markup.threads === 0)
  assert.match(await markup.render('*b*', plainly), /<em>b/)
})

using('a text rendered once is remembered with its context', {}, async (markup) => {
  const [one, two] = await Promise.all([markup.render('#1', plainly), markup.render('#1', plainly)])
  assert.equal(one, two)
  await markup.close()
  assert.equal(await markup.render('#1', plainly), one)
  assert.equal(await markup.render('#1', { mode: 'plain' }), '<pre>#1</pre>')
})

using('source comes line by line, and plain beyond the limits', {}, async (markup) => {
  assert.deepEqual(await markup.highlight('let a\r\n\r\nlet b\n', 'x.ts'), ['<span class="hljs-keyword">let</span> a', '', '<span class="hljs-keyword">let</span> b'])
  assert.deepEqual(await markup.highlight('', 'x.ts'), [])
  assert.deepEqual(await markup.highlight(`let <a>\n${'x'.repeat(5001)}`, 'x.ts'), ['let &lt;a&gt;', 'x'.repeat(5001)])
  assert.equal((await markup.highlight('let a\n'.repeat(20_001), 'x.ts'))[0], 'let a')
  assert.equal((await markup.highlight('let a;'.repeat(700).concat('\n').repeat(125), 'x.ts'))[0].slice(0, 5), 'let a')
})

using('what takes too long comes as text, the thread is replaced, and it is not tried again', { time: 300 }, async (markup) => {
  const slow = '[^1]: a\n\n' + '[^1] '.repeat(100_000)
  assert.equal((await markup.render(slow, plainly)).slice(0, 5), '<pre>')
  assert.deepEqual(told, ['rendering took too long'])
  const before = performance.now()
  assert.match(await markup.render(slow, plainly), /^<pre>/)
  assert.ok(performance.now() - before < 300)
  assert.deepEqual(told, ['rendering took too long'])
  // a loaded machine may need a second attempt at a thread that is warm
  for (let i = 0; !/<em>/.test(await markup.render(`*fine* ${i}`, plainly)); i++) assert.ok(i < 20)
})

using('a thread that runs out of memory takes nothing with it', { heap: 24, time: 60_000 }, async (markup) => {
  assert.match(await markup.render('# a\n'.repeat(200_000), plainly), /^<pre>/)
  assert.deepEqual(told, ['rendering failed'])
  assert.match(await markup.render('*fine*', plainly), /<em>fine/)
})

using('a full line turns texts away instead of growing', { waiting: 3 }, async (markup) => {
  const all = await Promise.all(Array.from({ length: 10 }, (_, i) => markup.render(`*${i}*`, plainly)))
  assert.deepEqual(all.map((html) => html.startsWith('<pre>')), [false, false, false, true, true, true, true, true, true, true])
})

const fill = (piece: string) => piece.repeat(Math.ceil(1024 * 1024 / piece.length)).slice(0, 1024 * 1024)
const hostile = ['`', '[', '> ', '*a ', '<', '<b>', '[^1]: ', '@a ', '![](']

using('a megabyte of anything is answered in time, and everybody else is served meanwhile', { time: 500 }, async (markup) => {
  const texts = hostile.map((piece) => [piece, fill(piece)])
  const answers: string[] = []
  for (const [piece, text] of texts) {
    // its own time on the processor, since the machine may be busy with something else
    const before = process.threadCpuUsage()
    answers.push(await markup.render(text, plainly))
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 250_000, `${piece}: the main thread worked for ${(user + system) / 1000} ms`)
  }
  answers.forEach((html, i) => harmless(html, hostile[i]))
  assert.match(await markup.render(`${fill('a')}b`, plainly), /^<pre>a/)
})
