import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, test } from 'node:test'
import { Recording, type Listener } from './recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'recording-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const file = () => open(join(folder, String(++count)), 'wx+')

// as a socket gives them: each its own memory, gone when it was written
const parts = Array.from({ length: 50 }, (_, i) => Buffer.alloc(1000 + i, i))
const all = Buffer.concat(parts)

async function readAll(recording: Recording): Promise<Buffer> {
  const listener = recording.join()
  const got = await rest(recording, listener)
  await recording.leave(listener)
  return got
}

async function rest(recording: Recording, listener: Listener): Promise<Buffer> {
  const got: Buffer[] = []
  const into = Buffer.alloc(700)
  for (let bytes; (bytes = await recording.next(listener, into)) > 0; ) got.push(Buffer.from(into.subarray(0, bytes)))
  return Buffer.concat(got)
}

test('git runs ahead of its readers, and who comes in the middle gets it from the beginning', async () => {
  const recording = new Recording(file(), () => true)
  const slow = recording.join()
  const source = new PassThrough()
  const recorded = recording.record(source)
  for (const part of parts.slice(0, 25)) source.write(Buffer.from(part))
  const first = Buffer.alloc(300)
  assert.equal(await recording.next(slow, first), 300)
  assert.ok(recording.open)
  const late = readAll(recording)
  for (const part of parts.slice(25)) source.write(Buffer.from(part))
  source.end()
  await recorded
  assert.deepEqual(await late, all)
  assert.ok(recording.whole && recording.over && !recording.open)
  assert.equal(recording.inFile, all.length)
  assert.deepEqual(Buffer.concat([first, await rest(recording, slow)]), all, 'a slow reader has the rest from the file')
  await recording.leave(slow)
})

test('with no more room, or a disk that is full, git waits for the slowest and everybody gets everything', async () => {
  const claimed: number[] = []
  const full = () => open('/dev/full', 'r+')
  const bounded = (bytes: number) => claimed.push(bytes) <= 10
  for (const [opening, claim] of [[file, bounded], [full, () => true], [async () => null, () => true], [() => Promise.reject(new Error('no folder')), () => true]] as const) {
    const recording = new Recording(opening(), claim)
    const source = new PassThrough({ highWaterMark: 1 })
    const readers = [readAll(recording), readAll(recording)]
    const recorded = recording.record(source)
    for (const part of parts) if (!source.write(Buffer.from(part))) await new Promise((resolve) => source.once('drain', resolve))
    source.end()
    await recorded
    for (const got of await Promise.all(readers)) assert.deepEqual(got, all)
    assert.ok(!recording.whole)
  }
})

test('what a failed write claimed is given back', async () => {
  let claimed = 0
  const recording = new Recording(open('/dev/full', 'r+'), (bytes) => { claimed += bytes; return true })
  const source = new PassThrough()
  const reading = readAll(recording)
  source.end(Buffer.from(all))
  await recording.record(source)
  assert.deepEqual(await reading, all)
  assert.equal(claimed, 0)
})

test('the work ends with its last reader, not with the first', async () => {
  const recording = new Recording(file(), () => true)
  const [one, other] = [recording.join(), recording.join()]
  await recording.leave(one)
  assert.ok(!recording.left.signal.aborted && recording.open)
  await recording.leave(other)
  assert.ok(recording.left.signal.aborted && !recording.open)
  await recording.end()
})
