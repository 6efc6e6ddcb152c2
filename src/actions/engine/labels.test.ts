import { test } from 'node:test'
import assert from 'node:assert/strict'
import { accepts, labelName, parseLabel } from './labels.ts'

test('labels are read as runners write them', () => {
  assert.deepEqual(parseLabel('linux'), { name: 'linux', scheme: 'host', image: '' })
  assert.deepEqual(parseLabel('ubuntu-latest:docker://docker.example/images:24.04'),
    { name: 'ubuntu-latest', scheme: 'docker', image: 'docker.example/images:24.04' })
  assert.equal(parseLabel('x:vm'), null)
  assert.equal(parseLabel(':host'), null)
  assert.equal(labelName('gpu:strange'), 'gpu:strange')
})

test('a runner takes a job when it has every label', () => {
  const runner = ['ubuntu-latest:docker://node:20', 'linux:host', 'gpu']
  assert.ok(accepts(runner, ['ubuntu-latest']))
  assert.ok(accepts(runner, ['linux', 'gpu']))
  assert.ok(accepts(runner, []))
  assert.ok(!accepts(runner, ['linux', 'arm']))
  assert.ok(!accepts(runner, ['Linux']))
  assert.ok(!accepts(runner, ['']))
  assert.ok(!accepts([], ['linux']))
})
