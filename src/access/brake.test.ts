import assert from 'node:assert/strict'
import { test } from 'node:test'
import { braked } from './brake.ts'

const wrong = async () => undefined
const right = async () => 'yes'

test('after ten wrong tries each further one waits, one after the other; others are not slowed down', async () => {
  const at = (name: string, attempt: () => Promise<string | undefined>) => braked('192.0.2.1', name, attempt)
  const began = performance.now()
  for (let i = 0; i < 10; i++) assert.equal(await at('Ada', wrong), undefined)
  const free = performance.now() - began
  const slow = performance.now()
  await Promise.all([at('ada', wrong), at('ADA', wrong), at('ada', wrong)])
  const waited = performance.now() - slow
  assert.ok(waited >= 290, `three together waited ${waited} ms`)
  assert.ok(free < waited, `the first ten took ${free} ms`)
  const other = performance.now()
  assert.equal(await at('bob', right), 'yes')
  assert.ok(performance.now() - other < 90)
  assert.equal(await at('ada', right), 'yes')
  const again = performance.now()
  assert.equal(await at('ada', wrong), undefined)
  assert.ok(performance.now() - again < 90, 'a right one is a new beginning')
})

test('an attempt that fails does not hold up those behind it', async () => {
  for (let i = 0; i < 10; i++) await braked('192.0.2.2', 'eve', wrong)
  const broken = braked('192.0.2.2', 'eve', async () => Promise.reject(new Error('no database')))
  const behind = braked('192.0.2.2', 'eve', right)
  await assert.rejects(broken, /no database/)
  assert.equal(await behind, 'yes')
})
