import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BUCKETS, bucketsOf } from './fold.ts'
import { encode, Listing } from './listing.ts'
import { merge, toMerge } from './merge.ts'
import { Pile } from './pile.ts'
import { Broken, Segment, withAll } from './segment.ts'
import { mayHold, summarize } from './summary.ts'

const folder = mkdtempSync(join(tmpdir(), 'codestead-trigrams-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const oidOf = (n: number) => n.toString(16).padStart(40, '0')

function segment(texts: (string | Buffer | null)[], first = 0): Segment {
  const pile = new Pile()
  texts.forEach((text, i) => pile.add(oidOf(first + i), text === null ? null : Buffer.from(text)))
  const file = join(folder, String(made++))
  const bytes = pile.write(file, 20, false)
  assert.equal(bytes, readFileSync(file).length)
  return new Segment(file)
}
const among = (one: Segment, words: string) => [...withAll(one, bucketsOf(words))]

test('a segment tells which texts have all trigrams of some words, whatever their case', () => {
  const one = segment(['Hello World', 'hello there', 'nothing', null, Buffer.from('\0hello'), 'Ärger über straße', 'ab\nc', '日本語のコード'])
  assert.deepEqual(among(one, 'HELLO'), [0, 1])
  assert.deepEqual(among(one, 'o wor'), [0])
  assert.deepEqual(among(one, 'absent'), [])
  assert.deepEqual(among(one, 'ärGER'), [5])
  assert.deepEqual(among(one, 'ÜBER'), [5])
  assert.deepEqual(among(one, 'コード'), [7])
  // lines are not joined, and what is too short says nothing
  assert.deepEqual(bucketsOf('b\nc'), [])
  assert.deepEqual(bucketsOf('ab'), [])
  assert.deepEqual(bucketsOf('     '), [])
  assert.equal(one.oid(5), oidOf(5))
  assert.equal(one.texts, 8)
  one.close()
})

test('no text is missed: every word of many texts is found where it stands', () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${(i * 7919).toString(36)}x${i}`)
  const texts = Array.from({ length: 300 }, (_, i) => words.filter((_, j) => (i * j) % 7 === i % 5).join(i % 2 ? '\n' : ' ').toUpperCase())
  const one = segment(texts)
  const held = texts.map((text) => new Set(text.split(/\s/)))
  let checked = 0
  for (const word of words) {
    const found = new Set(among(one, word))
    held.forEach((some, i) => some.has(word.toUpperCase()) && (assert.ok(found.has(i), `${word} in ${i}`), checked++))
  }
  assert.ok(checked > 1000)
  one.close()
})

test('merging leaves out what is dead and gives the others new numbers', () => {
  const parts = [segment(['apple pie', 'banana', 'cherry pie']), segment(['apple juice', 'durian'], 10), segment(['cherry cake'], 20)]
  const alive = [[1, 0, 1], [1, 1], [0]].map((one) => Uint8Array.from(one))
  const file = join(folder, String(made++))
  const { numbers } = merge(parts.map((one, i) => ({ segment: one, alive: alive[i] })), file, false)
  const merged = new Segment(file)
  assert.equal(merged.texts, 4)
  assert.deepEqual(among(merged, 'apple'), [0, 2])
  assert.deepEqual(among(merged, 'cherry'), [1])
  assert.deepEqual(among(merged, 'banana'), [])
  assert.deepEqual([merged.oid(numbers[1][1]), merged.oid(numbers[0][2])], [oidOf(11), oidOf(2)])
  for (const one of [...parts, merged]) one.close()
})

test('few segments are left alone; many small ones, and those half dead, are merged', () => {
  const whole = (bytes: number) => ({ bytes, texts: 10, living: 10 })
  assert.deepEqual(toMerge([whole(1), whole(1)]), [])
  assert.deepEqual(toMerge([whole(1), { bytes: 5, texts: 10, living: 4 }]), [1])
  const chosen = toMerge([whole(100_000), ...Array.from({ length: 12 }, () => whole(1))])
  assert.equal(chosen.length, 12)
  assert.ok(!chosen.includes(0), 'the large one is not written anew for a dozen small ones')
})

test('a file that is cut, longer or other than it was is broken, not empty', () => {
  const one = segment(['some text that is there'])
  one.close()
  const bytes = readFileSync(one.file)
  writeFileSync(one.file, Buffer.concat([bytes, Buffer.from('x')]))
  assert.throws(() => new Segment(one.file), Broken)
  writeFileSync(one.file, bytes)
  truncateSync(one.file, bytes.length - 1)
  assert.throws(() => new Segment(one.file), Broken)
  truncateSync(one.file, 10)
  assert.throws(() => new Segment(one.file), Broken)
  // lists that lead out of the segment
  writeFileSync(one.file, bytes.fill(0xff, 32, 60))
  const bent = new Segment(one.file)
  assert.throws(() => withAll(bent, bucketsOf('some text that is there')), Broken)
  bent.close()
  assert.throws(() => new Listing(Buffer.from('short')), Broken)
})

test('a listing gives every path back', () => {
  const entries = Array.from({ length: 50 }, (_, i) => ({ path: `src/${'deep/'.repeat(i % 4)}файл-${i}.ts`, text: i * 3 }))
  const listing = new Listing(encode(entries))
  assert.deepEqual(entries.map((_, i) => listing.path(i)), entries.map((one) => one.path))
  assert.deepEqual([...listing.texts], entries.map((one) => one.text))
  assert.equal(new Listing(encode([])).texts.length, 0)
})

test('a summary is small for little, and never denies what is there', () => {
  const buckets = Uint32Array.from({ length: 5000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 14)
  const [small, large] = [summarize([buckets.subarray(0, 100)]), summarize([buckets, buckets])]
  assert.equal(small.length, 128)
  assert.ok(large.length < BUCKETS / 8)
  for (const bucket of buckets) assert.ok(mayHold(large, [bucket]))
  const others = Array.from({ length: 1000 }, (_, i) => [(i * 131 + 17) % BUCKETS, (i * 7 + 3) % BUCKETS, (i * 65_537 + 5) % BUCKETS, (i * 999_983) % BUCKETS])
  assert.ok(others.filter((some) => mayHold(large, some)).length < 30)
})
