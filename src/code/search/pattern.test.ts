import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPattern, literalsOf } from './pattern.ts'

test('what every match must hold is found, and nothing that it need not', () => {
  const cases: [string, string[]][] = [
    ['needle', ['needle']], ['need+le', ['nee', 'le']], ['needles?', ['needle']], ['ne{2}dle', ['n', 'dle']], ['a.*bcd', ['a', 'bcd']], ['^func [a-z]+\\(', ['func ', '(']],
    ['foo|bar', []], ['(foo|bar)baz', ['baz']], ['x(foo)y', ['x', 'y']], ['(a|b', []], ['a)|b', []], ['a\\.b\\*c', ['a.b*c']], ['a\\wb', ['a', 'b']], ['\\bword\\b', ['word']], ['\\<word\\>', ['word']],
    ['[]abc]def', ['def']], ['[^]abc]def', ['def']], ['[[:alpha:]]def', ['def']], ['a{,3}bcd', ['bcd']], ['a{x', ['a{x']], ['[abc', ['[abc']], ['', []], ['a\\', ['a']], ['abc😀?d', ['abc', 'd']],
  ]
  for (const [pattern, texts] of cases) assert.deepEqual(literalsOf(pattern), texts, pattern)
})

test('what would be dear is refused', () => {
  for (const pattern of ['(a)\\1', '((a{1,255}){1,255}){1,255}', 'a{2000}', '(a{40}){40}', 'a{,5000}']) assert.throws(() => checkPattern(pattern), { kind: 'invalid' }, pattern)
  for (const pattern of ['a{100}', '(a+)+$', 'a{10}b{10}', '\\\\1', 'x{', '[{9999}]', '\\{9999}']) checkPattern(pattern)
})
