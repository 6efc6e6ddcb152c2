import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { transfer, type TransferAnswer, type TransferRequest } from './lfs-transfer.ts'
import { delim, encode, flush, ProtocolError } from './pktline.ts'

type Part = string | Buffer
const pack = (...parts: Part[]) => Buffer.concat(parts.map((one) => (typeof one === 'string' ? encode(`${one}\n`) : one)))

/** What the server says to these bytes, and the requests it understood. */
async function talk(bytes: Buffer, answer: (request: TransferRequest) => Promise<TransferAnswer>): Promise<string> {
  const output = new PassThrough()
  const said: Buffer[] = []
  output.on('data', (part) => said.push(part))
  await transfer(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), output, answer, new AbortController().signal)
  return Buffer.concat(said).toString()
}
const hello = pack('version=1', 'locking', flush).toString()

test('commands, arguments, lines and bytes are told apart, and answers framed', async () => {
  const seen: unknown[] = []
  const said = await talk(
    pack('version 1', flush, 'batch', 'transfer=ssh', 'odd', 'a=b=c', delim, 'x 1', 'y 2', flush, 'put-object abc', 'size=6', delim, encode('one'), encode('two'), flush, 'get-object abc', flush, 'quit', flush, 'never', flush),
    async (request) => {
      const data = request.command === 'put-object' ? Buffer.concat(await Array.fromAsync(request.data)).toString() : ''
      seen.push([request.command, request.subject, [...request.args], request.lines, data])
      if (request.command === 'get-object') return { status: 200, args: ['size=3'], data: Readable.from([Buffer.from('abc')]) }
      return request.command === 'batch' ? { status: 200, args: ['hash-algo=sha256'], lines: ['x 1 noop'] } : { status: 422, lines: ['no'] }
    },
  )
  assert.deepEqual(seen, [
    ['batch', '', [['transfer', 'ssh'], ['odd', 'odd'], ['a', 'b=c']], ['x 1', 'y 2'], ''],
    ['put-object', 'abc', [['size', '6']], [], 'onetwo'],
    ['get-object', 'abc', [], [], ''],
  ])
  const answers = pack('status 200', delim, flush, 'status 200', 'hash-algo=sha256', delim, 'x 1 noop', flush, 'status 422', delim, 'no', flush, 'status 200', 'size=3', delim, encode('abc'), flush, 'status 200', flush)
  assert.equal(said, hello + answers.toString())
})

test('bytes that nobody wanted are skipped, large ones come in several packets', async () => {
  const said = await talk(pack('put-object a', delim, encode(Buffer.alloc(60_000)), encode('x'), flush, 'get-object a', flush), async ({ command }) => {
    if (command === 'put-object') return { status: 403, lines: ['no'] }
    return { status: 200, args: ['size=100000'], data: Readable.from([Buffer.alloc(100_000, 'z')]) }
  })
  const [first, second] = [encode(Buffer.alloc(65_516, 'z')), encode(Buffer.alloc(100_000 - 65_516, 'z'))]
  assert.equal(said, hello + pack('status 403', delim, 'no', flush, 'status 200', 'size=100000', delim, first, second, flush).toString())
})

test('what is not the protocol ends the connection', async () => {
  const never = () => assert.fail('nothing was asked')
  for (const bytes of [flush, delim, Buffer.from('zzzz'), pack('batch', 'half'), pack('batch', delim, 'half'), Buffer.from('0010half')]) {
    await assert.rejects(talk(bytes, never), ProtocolError)
  }
  await assert.rejects(talk(Buffer.concat(Array.from({ length: 20 }, () => encode(Buffer.alloc(60_000, 'a')))), never), /too long/)
  await assert.rejects(talk(pack('put-object a', delim, encode('cut off')), async ({ data }) => ({ status: 200, lines: (await Array.fromAsync(data)).map(String) })), ProtocolError)
  assert.equal(await talk(pack('version 2', flush), never), hello + pack('status 400', delim, flush).toString())
})
