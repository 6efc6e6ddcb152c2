import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, wildcard } from './path-filter.ts'

test('stars stay in a folder, two of them do not', () => {
  const cases: [string, string[], string[]][] = [
    ['*.ts', ['a.ts', '.ts'], ['a.tsx', 'x/a.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'src/a.js', 'lib/src/a.ts', 'srcx/a.ts']],
    ['**/test/*', ['test/a', 'x/test/a', 'x/y/test/b.c'], ['test/a/b', 'mytest/a']],
    ['a**b', ['ab', 'a/x/b'], ['abc']],
    ['a?c', ['abc'], ['a/c', 'ac']],
    ['**', ['', 'a/b'], []],
    ['[x].*', ['[x].ts'], ['x.ts']],
  ]
  for (const [pattern, yes, no] of cases) {
    for (const path of yes) assert.equal(wildcard(pattern)(path), true, `${pattern} ${path}`)
    for (const path of no) assert.equal(wildcard(pattern)(path), false, `${pattern} ${path}`)
  }
})

test('no pattern takes longer than its length times the length of the path', () => {
  const began = process.cpuUsage()
  assert.equal(wildcard('*a'.repeat(100))('a'.repeat(5000) + 'b'), false)
  assert.equal(wildcard('**a'.repeat(66))('a/'.repeat(2500) + 'b'), false)
  assert.ok(process.cpuUsage(began).user < 2_000_000)
})

test('a filter whose work is done lets nothing pass, and says so', () => {
  const one = filterOf({ path: '*.ts' }, 50)
  assert.equal(one.passes('src/abc.ts'), true)
  assert.equal(one.spent, false)
  assert.equal(one.passes('src/abcdefg.ts'), false)
  assert.equal(one.spent, true)
  assert.equal(filterOf({}, 0).passes('anything'), true)
  // what costs nothing is asked first
  const two = filterOf({ path: '*.ts', extension: 'go' }, 10)
  assert.equal(two.passes('a-long-name-of-a-file.ts'), false)
  assert.equal(two.spent, false)
})
