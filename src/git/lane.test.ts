import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Busy, Lane } from './lane.ts'

test('places are given in order; whoever comes when too many wait is told to come again', async () => {
  const lane = new Lane(2, 3)
  const order: number[] = []
  const leaves = [await lane.enter(), await lane.enter()]
  const waiting = [1, 2, 3].map((n) => lane.enter().then((leave) => (order.push(n), leave)))
  assert.throws(() => lane.needPlace(), Busy)
  await assert.rejects(lane.enter(), (error: Busy) => error.status === 503 && Number(error.headers!['retry-after']) > 0)
  leaves[0]()
  // giving a place back twice makes no second place
  leaves[0]()
  await waiting[0]
  assert.deepEqual([order, lane.waiting], [[1], 2])
  lane.needPlace()
  leaves[1]()
  for (const one of waiting) (await one)()
  assert.deepEqual(order, [1, 2, 3])
  await Promise.all([lane.enter(), lane.enter()])
  assert.equal(lane.waiting, 0)
})

test('whoever gives up while waiting leaves the queue', async () => {
  const lane = new Lane(1, 1)
  const leave = await lane.enter()
  const gone = new AbortController()
  const waits = lane.enter(gone.signal)
  gone.abort(new Error('enough'))
  await assert.rejects(waits, /enough/)
  assert.equal(lane.waiting, 0)
  const next = lane.enter()
  leave()
  ;(await next)()
})
