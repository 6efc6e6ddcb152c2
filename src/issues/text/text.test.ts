import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseReferences } from './references.ts'
import { queryWords, wordsOf } from './words.ts'

test('texts are cut into lower-case words, scripts without spaces into letters', () => {
  assert.deepEqual(wordsOf('Fix the PARSER: parse_tree(x) fails – ﬁx it'), ['fix', 'the', 'parser', 'parse_tree', 'x', 'fails', 'it'])
  assert.deepEqual(wordsOf('中文 issue'), ['中', '文', 'issue'])
  assert.deepEqual(wordsOf('  ...  '), [])
  assert.equal(wordsOf('x'.repeat(1000))[0].length, 48)
  assert.equal(queryWords(Array.from({ length: 99 }, (_, i) => `w${i}`).join(' ')).length, 8)
})

test('numbers point at issues, words before them say what happens', () => {
  const issues = (text: string, root = '') => parseReferences(text, root).issues.map(({ owner, repo, number, action }) => `${owner ? `${owner}/${repo}` : ''}#${number}${action === 'none' ? '' : ` ${action}`}`)
  assert.deepEqual(issues('see #1, !2 and ann/engine#3.'), ['#1', '#2', 'ann/engine#3'])
  assert.deepEqual(issues('Fixes #1, closes: ann/x#2, reopens #3, fixed by me #4'), ['#1 closes', 'ann/x#2 closes', '#3 reopens', '#4'])
  assert.deepEqual(issues('#1 then resolve #1'), ['#1 closes'])
  assert.deepEqual(issues('a#1 &#39; `#2` ##3 #4a x/#5 #6-7'), [])
  assert.deepEqual(issues('```\n#1\n```\n#2\n~~~ js\n#3\n~~~\n<!-- #4 -->'), ['#2'])
  assert.deepEqual(issues('```\n#1 and no end'), [])
  assert.deepEqual(issues('https://git.example/ann/x/issues/7 https://other.example/ann/x/issues/8', 'https://git.example'), ['ann/x#7'])
  assert.equal(parseReferences(Array.from({ length: 99 }, (_, i) => `#${i + 1}`).join(' ')).issues.length, 50)
})

test('names after @ are mentions, addresses are not', () => {
  assert.deepEqual(parseReferences('@ann, ask @bob.c. and @org/team; not me@example.com, `@code` or @@x').mentions, ['ann', 'bob.c', 'org/team'])
})

test('backticks without an end are read in good time, and code points at nothing', () => {
  const started = performance.now()
  for (const one of ['`', '` ', '~~~', '``a', '<!--', 'a.', '@a/']) parseReferences(one.repeat(65_536 / one.length))
  assert.ok(performance.now() - started < 3000)
  const numbers = parseReferences('`#1` #2 ``a ` #3`` #4\n```js\n#5\n```\n#6\n~~~\n#7\n~~~~\n#8 `#9\n#10` #11 ```#12```').issues.map((one) => one.number)
  assert.deepEqual(numbers, [2, 4, 6, 8, 9, 10, 11])
})
