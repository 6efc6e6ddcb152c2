import { test } from 'node:test'
import assert from 'node:assert/strict'
import { evaluate, ExpressionError, fill, holds, interpolate, reads } from './expressions.ts'
import type { Contexts } from './expressions.ts'
import type { Json } from './yaml.ts'

const contexts: Contexts = {
  github: {
    ref: 'refs/heads/main', event_name: 'push',
    event: { commits: [{ id: 'a', author: { name: 'x' } }, { id: 'b' }], labels: { one: { n: 1 }, two: { n: 2 } }, number: 7 },
  },
  matrix: { os: 'linux', 'node-version': 20 }, needs: { build: { result: 'success', outputs: { list: '["a","b"]' } } },
  vars: { NAME: 'World', __proto__: null } as never, inputs: { deploy: true },
}
const ev = (text: string) => evaluate(text, contexts)

test('literals, operators and coercions', () => {
  const cases: [string, Json][] = [
    ['1', 1], ['-2.5', -2.5], ['0xff', 255], ['-0x10', -16], ['0o17', 15], ['1e3', 1000], ["'it''s'", "it's"], ['null', null], ['0', 0],
    ['true && 1', 1], ['false || null', null], ["'' || 'x'", 'x'], ['!0', true], ["!'a'", false],
    ["'A' == 'a'", true], ["'a' != 'B'", true], ["1 == '1'", true], ["1 == ' 1 '", true], ["'' == 0", true], ['null == 0', true],
    ["true == '1'", true], ["'abc' == 0", false], ["'abc' != 0", true], ["'a' < 'B'", true], ["1 < 'x'", false], ['2 >= 2', true],
    ['NaN == NaN', false], ['NaN != NaN', true], ['1 < 2 == true', true], ['!(1 == 2) && 3', 3], ['1 == 1 && 2 == 2 || false', true],
    ['Infinity > 10', true], ["github.event == github.event", true], ["fromJSON('[]') == fromJSON('[]')", false],
  ]
  for (const [text, expected] of cases) assert.deepEqual(ev(text), expected, text)
})

test('members, indexes and the star', () => {
  const cases: [string, Json][] = [
    ['github.ref', 'refs/heads/main'], ['GITHUB.Ref', 'refs/heads/main'], ['gitea.event.number', 7], ["github['ref']", 'refs/heads/main'],
    ['matrix.node-version', 20], ['github.event.commits[1].id', 'b'], ["github.event.commits['0'].id", 'a'], ['github.event.commits[9]', null],
    ['github.event.commits.*.id', ['a', 'b']], ['github.event.commits[*].author.name', ['x']], ['github.event.labels.*.n', [1, 2]],
    ['github.nothing.at.all', null], ['github.ref.length', null], ['steps.x.outputs.y', null], ["vars[format('NA{0}', 'ME')]", 'World'],
    ["fromJSON(needs.build.outputs.list)[1]", 'b'], ["contains(github.event.commits.*.id, 'B')", true],
  ]
  for (const [text, expected] of cases) assert.deepEqual(ev(text), expected, text)
})

test('nothing of the language below shows through', () => {
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']) {
    assert.equal(ev(`github.${key}`), null)
    assert.equal(ev(`github['${key}']`), null)
    assert.equal(ev(`github.event.commits.${key}`), null)
    assert.throws(() => ev(key), ExpressionError)
    assert.throws(() => ev(`${key}()`), ExpressionError)
  }
  evaluate('fromJSON(\'{"__proto__":{"polluted":1}}\').polluted', {})
  assert.equal(({} as { polluted?: number }).polluted, undefined)
  const filled = fill(JSON.parse('{"__proto__":{"polluted":"${{ 1 }}"}}'), {})
  assert.equal((filled as { polluted?: number }).polluted, undefined)
})

test('functions', () => {
  const cases: [string, Json][] = [
    ["contains('Hello', 'ELL')", true], ["contains(fromJSON('[1,2]'), '2')", true], ["contains(github, 'x')", false],
    ["startsWith('Hello', 'he')", true], ["endsWith('Hello', 'LO')", true], ["format('{{{0}}} {1} {0}', 'a', 1.50)", '{a} 1.5 a'],
    ["join(github.event.commits.*.id, '-')", 'a-b'], ["join(fromJSON('[1,true,null]'))", '1,true,'], ["join('x', '-')", 'x'],
    ["toJSON(fromJSON('{\"a\":[1]}'))", '{\n  "a": [\n    1\n  ]\n}'], ['toJSON(null)', 'null'], ['always()', true], ['success()', true],
    ['failure()', false], ["format('{0}', 0.1)", '0.1'], ["format('{0}', 1e21)", '1E+21'], ["format('{0}', 0.00001)", '1E-05'],
    ["format('{0}', 123456789012345678)", '1.23456789012346E+17'], ["format('{0}{1}', github, fromJSON('[]'))", 'ObjectArray'],
  ]
  for (const [text, expected] of cases) assert.deepEqual(ev(text), expected, text)
})

test('malformed or outsized expressions are refused', () => {
  for (const bad of ['', '1 +', '"x"', 'a b', 'github.', '(1', '1)', "'x", 'contains(1)', 'nope()', 'hashFiles(\'x\')', 'a..b', '[1]',
    "format('{0}')", "format('{a}')", "format('{')", "fromJSON('x')", '1.2.3', '$', '(' .repeat(100) + '1' + ')'.repeat(100),
    '!'.repeat(100) + '1', 'github' + '.a'.repeat(100), '1' + ' == 1'.repeat(100), 'x'.repeat(30_000), 'unknown.x']) {
    assert.throws(() => ev(bad), ExpressionError, bad.slice(0, 50))
  }
  let bomb = "'0123456789'"
  for (let i = 0; i < 40; i++) bomb = `format('{0}{0}', ${bomb})`
  assert.throws(() => ev(bomb), ExpressionError)
  assert.throws(() => interpolate('${{ 1 ', {}), ExpressionError)
  assert.throws(() => interpolate('${{ 1 }}'.repeat(2000), {}), ExpressionError)
  assert.throws(() => evaluate('fromJSON(vars.deep)', { vars: { deep: '['.repeat(50_000) + ']'.repeat(50_000) } }), /too deeply/)
  assert.deepEqual(evaluate('fromJSON(vars.text)', { vars: { text: JSON.stringify(['['.repeat(500) + '\\"[']) } }), ['['.repeat(500) + '\\"['])
  assert.equal(ev(Array(5000).fill('0').join('||')), 0)
})

test('text is filled in place', () => {
  assert.equal(interpolate("Hi ${{ vars.NAME }}${{ '}}' }}!", contexts), 'Hi World}}!')
  assert.equal(interpolate('no ${ { expressions', contexts), 'no ${ { expressions')
  assert.deepEqual(JSON.parse(JSON.stringify(fill({ a: ['${{ inputs.deploy }}', 'x${{ 1 }}', 2], b: ' ${{ fromJSON(needs.build.outputs.list) }} ' }, contexts))),
    { a: [true, 'x1', 2], b: ['a', 'b'] })
})

test('a condition adds success() unless it asks itself', () => {
  const good = { success: true, failure: false, cancelled: false }
  const bad = { success: false, failure: true, cancelled: false }
  const cases: [string | null, boolean, boolean][] = [
    [null, true, false], ['', true, false], ['true', true, false], ['false', false, false], ["github.ref == 'refs/heads/main'", true, false],
    ['${{ always() }}', true, true], ['failure()', false, true], ['!cancelled()', true, true], ["always() && github.event_name == 'pull_request'", false, false],
    ['${{ false }}', false, false], ['${{ false }} ', false, false], ['x ${{ false }}', true, false], ['success() || failure()', true, true],
    ["needs.build.outputs.nope == ''", true, false],
  ]
  for (const [text, whenGood, whenBad] of cases) {
    assert.equal(holds(text, contexts, good), whenGood, `${text} after success`)
    assert.equal(holds(text, contexts, bad), whenBad, `${text} after failure`)
  }
  assert.throws(() => holds('nope()', contexts, good), ExpressionError)
})

test('which contexts a value reads', () => {
  assert.ok(reads({ os: '${{ fromJSON(needs.a.outputs.b) }}' }, 'needs'))
  assert.ok(!reads({ os: ['needs.a', '${{ matrix.needs }}'] }, 'needs'))
  assert.ok(!reads('${{ needs. }}', 'needs'))
})
