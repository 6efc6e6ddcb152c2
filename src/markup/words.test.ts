import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words, type Segment } from './words.ts'

const show = (segments: Segment[]) => segments.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')

test('changed words are marked on both sides', () => {
  const { before, after } = words('const a = foo(1)', 'const b = foo(1, 2)')
  assert.equal(show(before), 'const [a] = foo(1)')
  assert.equal(show(after), 'const [b] = foo(1[, 2])')
  assert.equal(show(words('größe: 1', 'größen: 1').after), '[größen]: 1')
  assert.equal(show(words('  x', '    x').after), '[    ]x')
})

test('segments put together are the lines, and neighbours differ', () => {
  for (const [a, b] of [['a b c d', 'a x c y'], ['', 'x'], ['same', 'same'], ['👍 a', '👎 a'], ['a.b.c', 'a.c.b']]) {
    const marked = words(a, b)
    for (const [line, segments] of [[a, marked.before], [b, marked.after]] as const) {
      assert.equal(segments.map((one) => one.text).join(''), line)
      segments.forEach((one, i) => assert.ok(i === 0 || one.changed !== segments[i - 1].changed))
    }
  }
})

test('lines that have little to do with each other, or are very long, stay unmarked', () => {
  assert.deepEqual(words('return 1', 'throw new Error(message)').after, [{ text: 'throw new Error(message)', changed: false }])
  const long = 'a '.repeat(2000)
  assert.deepEqual(words(long, `${long}b`).before, [{ text: long, changed: false }])
})

test('the worst of lines cost little', () => {
  const began = process.cpuUsage()
  for (let i = 0; i < 100; i++) words('a.'.repeat(999), 'b.'.repeat(999))
  const { user } = process.cpuUsage(began)
  assert.ok(user < 1_000_000, `${user / 1000} ms for a hundred`)
})
