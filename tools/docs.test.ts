import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stale } from './docs.ts'

test('the generated pages are in step with the source (npm run docs)', async () => {
  assert.deepEqual(await stale(), [])
})
