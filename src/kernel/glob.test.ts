import assert from 'node:assert/strict'
import { test } from 'node:test'
import { glob } from './glob.ts'
import { regexp } from './regexp.ts'

function match(made: ReturnType<typeof glob>, text: string): boolean {
  assert.equal(typeof made, 'function', String(made))
  return (made as (text: string) => boolean)(text)
}

test('a star stops at separators, two do not', () => {
  for (const [pattern, separators, text, expected] of [
    ['release/*', '/', 'release/1', true], ['release/*', '/', 'release/1/2', false], ['release/**', '/', 'release/1/2', true], ['*', '/', 'a/b', false], ['**', '/', 'a/b', true],
    ['a?b', '/', 'a/b', false], ['a?b', '', 'a/b', true], ['*.lock', './', 'x.lock', true], ['*.lock', './', 'a/x.lock', false], ['*.lock', './', 'a.b.lock', false],
    ['docs/**', './', 'docs/a/b.md', true], ['{a,b/*}', '/', 'b/c', true], ['v[0-9]*', '', 'v1/x', true], ['', '', '', true], ['', '', 'a', false], ['*', '', '', true],
  ] as const) assert.equal(match(glob(pattern, separators), text), expected, `${pattern} on ${text}`)
})

test('regular expressions find what they describe', () => {
  for (const [pattern, text, expected] of [
    ['^v\\d+\\.\\d+$', 'v1.20', true], ['^v\\d+\\.\\d+$', 'v1.20-rc', false], ['rc', 'v1-rc1', true], ['^(a|bc)+$', 'abcbca', true], ['^(a|bc)+$', 'abb', false],
    ['^a{2,3}$', 'aaa', true], ['^a{2,3}$', 'aaaa', false], ['^a{2}$', 'aa', true], ['^a{2,}$', 'a', false], ['^a{,2}$', 'a{,2}', true], ['[^a-c]', 'abc', false], ['[\\d-]x', '-x', true],
    ['[]a]', ']', true], ['^[[:alpha:]]+$', 'abC', true], ['^[[:^digit:]]+$', 'a1', false], ['(?i)^V', 'v1', true], ['^(?:a(?i)b)c$', 'aBc', true], ['^(?:a(?i)b)c$', 'aBC', false],
    ['\\bfoo\\b', 'a-foo-b', true], ['\\bfoo\\b', 'afoob', false], ['^a.c$', 'a/c', true], ['^\\x41\\x{42}$', 'AB', true], ['^a??b*?$', 'abb', true], ['^$', '', true], ['', 'x', true],
    ['^(?P<major>\\d)$', '1', true], ['^a|b$', 'ax', true], ['\\/', 'a/b', true],
  ] as const) assert.equal(match(regexp(pattern), text), expected, `${pattern} on ${text}`)
})

test('what is no pattern is said to be none', () => {
  for (const text of ['(', ')', 'a)', '[a', 'a**', '*', 'a{3,2}', 'a{1001}', '\\', '\\1', '(?=a)', '(?<!a)', '[z-a]', '[[:nothing:]]', '\\p', '('.repeat(100), 'x'.repeat(2000), '((a{100}){100}){100}', '(((){1000}){1000}){1000}']) {
    assert.equal(typeof regexp(text), 'string', text)
  }
})

test('hostile patterns cost no more than their length', () => {
  const before = process.cpuUsage()
  assert.equal(match(regexp('^(a+)+$'), `${'a'.repeat(500)}b`), false)
  assert.equal(match(regexp('^(a|a)*(a|a)*(a|a)*$'), `${'a'.repeat(500)}b`), false)
  assert.equal(match(regexp(`^${'(a?)'.repeat(150)}${'a'.repeat(150)}$`), 'a'.repeat(150)), true)
  assert.equal(match(glob(`${'**a'.repeat(300)}b`, '/'), 'a'.repeat(255)), false)
  assert.ok(process.cpuUsage(before).user < 2_000_000)
})
