import assert from 'node:assert/strict'
import { test } from 'node:test'
import { glob } from '../../kernel/glob.ts'
import { admits } from './filters.ts'

test('branch filters match the short name or the whole ref', () => {
  for (const [filter, ref, expected] of [
    ['', 'refs/heads/main', true],
    ['*', 'refs/heads/a/b', true],
    ['main', 'refs/heads/main', true],
    ['main', 'refs/heads/mainly', false],
    ['refs/heads/m*', 'refs/heads/main', true],
    ['refs/tags/*', 'refs/heads/main', false],
    ['v?.*', 'refs/tags/v1.2', true],
    ['{main,release/*}', 'refs/heads/release/1', true],
    ['{main,release/{1,2}}', 'refs/heads/release/3', false],
    ['{,x}main', 'refs/heads/main', true],
    ['[a-c]x', 'refs/heads/bx', true],
    ['[!a-c]x', 'refs/heads/bx', false],
    ['\\*', 'refs/heads/x', false],
    ['feature/**', 'refs/heads/feature/a/b', true],
  ] as const) assert.equal(admits(filter, ref), expected, `${filter} on ${ref}`)
})

test('what is no pattern is said to be none', () => {
  for (const text of ['[a', '{a', 'a\\', '[z-a]', '{'.repeat(20), 'x'.repeat(2000)]) assert.equal(typeof glob(text), 'string', text)
})

test('a hostile filter takes no longer than its length asks for', () => {
  const began = performance.now()
  assert.equal(admits(`${'*a'.repeat(400)}b`, `refs/heads/${'a'.repeat(240)}`), false)
  assert.ok(performance.now() - began < 2000)
})
