import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt, linesOf } from './lines.ts'
import { asked, parted } from './question.ts'

test('filters stand among the words, and are words between quotation marks', () => {
  assert.deepEqual(parted('read file'), { q: 'read file' })
  assert.deepEqual(parted(' read path:src  LANG:go file '), { q: 'read file', path: 'src', language: 'go' })
  assert.deepEqual(parted('repo:ada/tool user:ada ext:md path:"a b" x'), { q: 'x', repo: 'ada/tool', owner: 'ada', extension: 'md', path: 'a b' })
  assert.deepEqual(parted('"path:src"'), { q: 'path:src' })
  assert.deepEqual(parted('"plain"'), { q: '"plain"' })
  assert.deepEqual(parted('std::string xpath:a key: value path:'), { q: 'std::string xpath:a key: value path:' })
  assert.deepEqual(parted('say("path:src")'), { q: 'say("path:src")' })
})

test('a question has words; what stands beside them wins over what stands among them', () => {
  for (const q of [undefined, '', '  ', 'path:src', 'x'.repeat(201), 'y '.repeat(600)]) assert.throws(() => asked({ q }), { kind: 'invalid' }, q)
  assert.deepEqual(asked({ q: 'a path:b', path: 'c', language: '' }), { text: 'a', exact: false, word: false, filter: { path: 'c', extension: undefined, language: undefined }, owner: undefined, repo: undefined })
  assert.equal(asked({ q: 'a\nb' }).text, 'a b')
})

const words = (text: string, more: { exact?: boolean; word?: boolean } = {}) => ({ text, exact: false, word: false, ...more })
const found = (content: string, ...of: Parameters<typeof words>) => linesOf(Buffer.from(content), words(...of)).map(({ line, text }) => `${line} ${text}`)

test('lines are numbered, shown once and no more than five', () => {
  assert.deepEqual(found('one\r\nTwo two\r\n\r\ntwo', 'two'), ['2 Two two', '4 two'])
  assert.deepEqual(found('one\nTwo\n', 'Two', { exact: true }), ['2 Two'])
  assert.deepEqual(found('one\nTwo\n', 'two', { exact: true }), [])
  assert.deepEqual(found('twofold two_ (two) zwei', 'two', { word: true }), ['1 twofold two_ (two) zwei'])
  assert.deepEqual(found('twofold\ntwo_\nötwo', 'two', { word: true }), [])
  assert.equal(found('x\n'.repeat(9), 'x').length, 5)
  assert.deepEqual(found('\0x', 'x'), [])
  assert.deepEqual(found('İİ\nzwei ÄPFEL', 'äpfel'), ['2 zwei ÄPFEL'], 'where small letters take more room')
})

test('of a long line the part is shown that was looked for', () => {
  const line = `${'a'.repeat(5000)}Needle${'b'.repeat(5000)}`
  const shown = excerpt(line, words('needle'))
  assert.equal(shown.length, 400)
  assert.ok(shown.includes('Needle'))
  assert.equal(excerpt(`Needle${'b'.repeat(5000)}`, words('needle')).indexOf('Needle'), 0)
})
