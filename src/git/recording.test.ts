import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Recording, type Listener } from './recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'recording-'))
const server = createServer().listen(join(folder, 'socket'))
after(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
let count = 0
const file = () => open(join(folder, String(++count)), 'wx+')

// more than is held in memory, in pieces like git's
const all = randomBytes(4_000_000)

/** A socket that a recording reads, and its other end. */
async function source(recording: Recording): Promise<{ git: Socket; out: Socket }> {
  const accepted = once(server, 'connection')
  const out = connect({ path: join(folder, 'socket'), onread: recording.intake })
  const [git] = await accepted
  return { git, out }
}

async function say(git: Socket, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += 8192) {
    if (!git.write(bytes.subarray(at, at + 8192))) await once(git, 'drain')
  }
}

const inOwn = () => Buffer.alloc(70_000)
const noFile = () => assert.fail('nobody needs the file')

async function rest(recording: Recording, listener: Listener, blank = inOwn as () => Buffer): Promise<Buffer> {
  const got: Buffer[] = []
  for (let bytes; (bytes = await recording.next(listener, blank)).length > 0; ) got.push(Buffer.from(bytes))
  return Buffer.concat(got)
}

async function readAll(recording: Recording, blank?: () => Buffer): Promise<Buffer> {
  const listener = recording.join()
  const got = await rest(recording, listener, blank)
  await recording.leave(listener)
  return got
}

test('git runs ahead of its readers, and who comes in the middle gets it from the beginning', async () => {
  const recording = new Recording(file(), () => true)
  const slow = recording.join()
  const { git, out } = await source(recording)
  const recorded = recording.record(out)
  await say(git, all.subarray(0, 2_000_000))
  const first = await recording.next(slow, inOwn)
  const held = Buffer.from(first)
  assert.ok(first.length > 0 && recording.open)
  const late = readAll(recording)
  await say(git, all.subarray(2_000_000))
  git.end()
  await recorded
  assert.ok(all.equals(await late))
  assert.ok(recording.whole && recording.over && !recording.open)
  assert.equal(recording.inFile, all.length)
  assert.ok(first.equals(held), 'what one is still sending is not written over')
  assert.ok(Buffer.concat([held, await rest(recording, slow)]).equals(all), 'a slow reader has the rest from the file')
  await recording.leave(slow)
})

test('who keeps up never needs the file', async () => {
  const recording = new Recording(file(), () => true)
  const { git, out } = await source(recording)
  const recorded = recording.record(out)
  const listener = recording.join()
  for (let at = 0; at < all.length; ) {
    const part = all.subarray(at, at + 50_000)
    git.write(part)
    for (const end = at + part.length; at < end; ) {
      const got = await recording.next(listener, noFile)
      assert.ok(got.equals(all.subarray(at, at + got.length)))
      at += got.length
    }
  }
  git.end()
  await recorded
  assert.equal((await recording.next(listener, noFile)).length, 0)
  await recording.leave(listener)
  assert.equal(recording.inFile, all.length)
})

test('readers that stand still, or left while something was on its way, cost one block each and hold up nobody', async () => {
  const recording = new Recording(file(), () => true)
  const { git, out } = await source(recording)
  const still = Array.from({ length: 5 }, () => recording.join())
  const recorded = recording.record(out)
  await say(git, all.subarray(0, 100_000))
  const held = await Promise.all(still.map((one) => recording.next(one, noFile)))
  const copies = held.map((one) => Buffer.from(one))
  await recording.leave(still.pop()!)
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 9; i++) await say(git, all)
  const grown = process.memoryUsage().arrayBuffers - before
  assert.ok(grown < 8_000_000, `${grown} bytes of ${9 * all.length} that passed`)
  git.end()
  await recorded
  for (const [i, one] of held.entries()) assert.ok(one.equals(copies[i]))
  assert.equal(recording.inFile, 100_000 + 9 * all.length)
  for (const one of still) await recording.leave(one)
})

test('with no more room, or a disk that is full, git waits for the slowest and everybody gets everything', async () => {
  let claimed = 0
  const full = () => open('/dev/full', 'r+')
  const bounded = (bytes: number) => (claimed += bytes) < 1_500_000
  for (const [opening, claim] of [[file, bounded], [full, () => true], [async () => null, () => true], [() => Promise.reject(new Error('no folder')), () => true]] as const) {
    const recording = new Recording(opening(), claim)
    const { git, out } = await source(recording)
    const readers = [readAll(recording), readAll(recording)]
    const slow = recording.join()
    const recorded = recording.record(out)
    const said = say(git, all).then(() => git.end())
    const first = Buffer.from(await recording.next(slow, inOwn))
    while (!out.isPaused()) await new Promise(setImmediate)
    const others = rest(recording, slow)
    await said
    await recorded
    assert.ok(Buffer.concat([first, await others]).equals(all))
    await recording.leave(slow)
    for (const got of await Promise.all(readers)) assert.ok(got.equals(all))
    assert.ok(!recording.whole && !recording.open)
  }
})

test('what a failed write claimed is given back', async () => {
  let claimed = 0
  const recording = new Recording(open('/dev/full', 'r+'), (bytes) => { claimed += bytes; return true })
  const { git, out } = await source(recording)
  const reading = readAll(recording)
  git.end(all)
  await recording.record(out)
  assert.ok(all.equals(await reading))
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
