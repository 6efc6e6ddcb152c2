import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readBytes } from './bytes.ts'
import { Refusal } from './errors.ts'
import type { Rq } from './route.ts'

const request = (raw: PassThrough) => ({ raw, headers: {} }) as unknown as Rq

test('a body that hardly moves is given up, one that keeps up is not', async () => {
  const slow = new PassThrough()
  slow.write('{')
  await assert.rejects(readBytes(request(slow), 1024, 30), (error) => error instanceof Refusal && error.status === 400)
  assert.equal(slow.destroyed, true)
  const steady = new PassThrough()
  const read = readBytes(request(steady), 1 << 20, 30)
  steady.end(Buffer.alloc(100_000))
  assert.equal((await read).length, 100_000)
})

test('a body without a declared length ends at the limit', async () => {
  const raw = new PassThrough()
  raw.write(Buffer.alloc(2048))
  await assert.rejects(readBytes(request(raw), 1024), (error) => error instanceof Refusal && error.status === 413)
})
