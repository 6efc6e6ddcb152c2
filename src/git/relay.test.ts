import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { bench } from './transport-kit.ts'
import type { Bench } from './transport-kit.ts'
import { TooLarge, drain, feed, talk } from './relay.ts'
import type { GitDir } from './run.ts'

let it: Bench
let dir: GitDir
let big: string

before(async () => {
  it = await bench()
  dir = await it.repo('r')
  const file = join(it.folder, 'big')
  await writeFile(file, Buffer.alloc(8_000_000, 'x'))
  big = (await it.ok(dir.path, ['hash-object', '-w', file])).trim()
})
after(() => it.close())

const reader = () => talk(it.git, dir, ['cat-file', 'blob', big], {})
const never = new PassThrough()

test('a reader that stands still is given up and its git ends', async () => {
  const child = await reader()
  await assert.rejects(drain(child.stdout, new PassThrough({ highWaterMark: 1000 }), undefined, 50), /stopped reading/)
  assert.notEqual((await child.done).code, 0)
})

test('a reader that is slow but steady gets everything', async () => {
  const child = await reader()
  let bytes = 0
  const slow = new Writable({ highWaterMark: 1000, write: (chunk: Buffer, _, done) => { bytes += chunk.length; setImmediate(done) } })
  await drain(child.stdout, slow, undefined, 1000)
  assert.equal(bytes, 8_000_000)
  assert.equal((await child.done).code, 0)
})

test('a child that thinks for long is not taken for a slow reader', async () => {
  const child = await talk(it.git, dir, ['cat-file', '--batch'], {})
  const output = new PassThrough().resume()
  const draining = drain(child.stdout, output, undefined, 20)
  await new Promise((resolve) => setTimeout(resolve, 100))
  child.stdin.end()
  await draining
})

test('a sender that stands still or sends too much is given up', async () => {
  const waiting = await talk(it.git, dir, ['cat-file', '--batch'], {})
  waiting.stdout.resume()
  await assert.rejects(feed(waiting, never, 100, { stall: 30 }), /stopped sending/)
  assert.notEqual((await waiting.done).code, 0)
  const flooded = await talk(it.git, dir, ['cat-file', '--batch'], {})
  flooded.stdout.resume()
  const flood = new PassThrough()
  flood.write(Buffer.alloc(1000))
  await assert.rejects(feed(flooded, flood, 100), TooLarge)
})

test('a child that ends first ends the feeding', async () => {
  const child = await reader()
  child.stdout.resume()
  await feed(child, never, 100)
  assert.equal((await child.done).code, 0)
})
