import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scenario } from '../../test/kit/world.ts'
import { parseJson } from './body.ts'
import { Refusal } from './errors.ts'

test('a member given twice is refused, wherever it stands and however it is written', () => {
  for (const fine of ['{}', '[]', 'null', '"a:"', '{"a":1,"b":{"a":2}}', '[{"a":1},{"a":2}]', ' { "a" : "\\":\\"" , "b" : ["x", "y"] } ', '{"a":"\\\\","b":":"}', '{"__proto__":1,"":2}', '{"A":1,"a":2}', '{"a":"\\\\\\"","b":"\\\\"}']) {
    assert.deepEqual(parseJson(fine), JSON.parse(fine), fine)
  }
  for (const twice of ['{"a":1,"a":1}', '{"b":[{"a":1,"a":2}]}', '{"a":1,"\\u0061":2}', '{"":1,"":1}', '{ "a"\n:1, "a"\t: "x" }', '{"a":"\\"","a":2}']) {
    assert.throws(() => parseJson(twice), (error) => error instanceof Refusal && /duplicate/.test(error.message), twice)
  }
  assert.throws(() => parseJson('{'), Refusal)
  parseJson(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`)
})

scenario('createUserRepos: a body that names a member twice is none', async (w) => {
  const alice = await w.user('alice')
  await w.as(alice).post('/user/repos', '{"name":"one","name":"two"}', { 'content-type': 'application/json' }).gives(422).says('[]: ').emits()
  await w.as(alice).post('/user/repos', '{"name":"one","Name":"two"}', { 'content-type': 'application/json' }).gives(201, { name: 'one' })
})
