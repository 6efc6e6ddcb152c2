import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PassThrough, Readable } from 'node:stream'
import { PacketReader, ProtocolError, band, delim, encode, flush, line, maxPayload, reencode, responseEnd, send } from './pktline.ts'
import type { Packet } from './pktline.ts'

/** Hands out bytes in pieces of the given size. */
function pieces(bytes: Buffer, size: number): Readable {
  return Readable.from((function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  })(), { objectMode: false })
}

async function all(reader: PacketReader): Promise<Packet[]> {
  const found: Packet[] = []
  for (let packet = await reader.read(); packet !== null; packet = await reader.read()) found.push(packet)
  return found
}

test('packets come out as they went in, however the bytes are cut', async () => {
  assert.equal(encode('hi\n').toString(), '0007hi\n')
  for (const [size, length] of [[1, 300], [3, 300], [4, 300], [1000, maxPayload], [100_000, maxPayload]]) {
    const wire = Buffer.concat([encode('hi\n'), flush, encode(Buffer.alloc(length, 'x')), delim, encode(''), responseEnd])
    const found = await all(new PacketReader(pieces(wire, size)))
    assert.deepEqual(found.map((packet) => typeof packet === 'string' ? packet : packet.length), [3, 'flush', length, 'delim', 0, 'end'])
    assert.deepEqual(Buffer.concat(found.map(reencode)), wire)
  }
  assert.throws(() => encode(Buffer.alloc(maxPayload + 1)), RangeError)
  assert.equal(line(Buffer.from('a b\n')), 'a b')
})

test('what is not a packet is refused', async () => {
  for (const wire of ['zzzz', '0003', 'fff5x', '-001', '0x10aaaaaaaaaaaa', '0010short', '00']) {
    await assert.rejects(all(new PacketReader(pieces(Buffer.from(wire), 2))), ProtocolError, wire)
  }
})

test('endless packets end', async () => {
  const endless = Readable.from((function* () { for (;;) yield encode('x'.repeat(1000)) })(), { objectMode: false })
  await assert.rejects(all(new PacketReader(endless, 100_000)), /too many packets/)
  const empty = Readable.from((function* () { for (;;) yield Buffer.from('0004') })(), { objectMode: false })
  await assert.rejects(all(new PacketReader(empty, 10_000)), /too many packets/)
})

test('the bytes after the packets can be looked at and taken', async () => {
  const reader = new PacketReader(pieces(Buffer.concat([encode('one'), flush, Buffer.from('PACKdata')]), 5))
  assert.equal((await reader.read())?.toString(), 'one')
  assert.equal(await reader.read(), 'flush')
  assert.equal((await reader.peek(4)).toString(), 'PACK')
  let rest = ''
  for await (const chunk of reader.rest()) rest += chunk.toString()
  assert.equal(rest, 'PACKdata')
  assert.equal((await reader.peek(4)).length, 0)
})

test('side bands split what is too long for one packet', async () => {
  const bytes = Buffer.alloc(maxPayload * 2, 'y')
  const found = await all(new PacketReader(Readable.from(band(2, bytes), { objectMode: false })))
  assert.equal(found.length, 3)
  assert.ok(found.every((packet) => Buffer.isBuffer(packet) && packet[0] === 2))
  assert.deepEqual(Buffer.concat(found.map((packet) => (packet as Buffer).subarray(1))), bytes)
})

test('sending waits for a slow reader and fails when it leaves', async () => {
  const slow = new PassThrough({ highWaterMark: 10 })
  let sent = false
  const sending = send(slow, Buffer.alloc(100)).then(() => { sent = true })
  await new Promise(setImmediate)
  assert.equal(sent, false)
  slow.resume()
  await sending
  slow.pause()
  const stuck = send(slow, Buffer.alloc(100))
  slow.destroy()
  await assert.rejects(stuck, /has gone/)
  await assert.rejects(send(slow, Buffer.from('x')), /has gone/)
})
