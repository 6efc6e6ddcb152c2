import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { BlobError, contentKey, openBlobs } from './blobs.ts'
import type { Blobs, BlobsConfig } from './blobs.ts'
import { s3Store } from './blobs-s3.ts'

const dir = mkdtempSync(join(tmpdir(), 'blobs-'))
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const text = async (stream: Readable | null) => (stream ? Buffer.concat(await stream.toArray() as Buffer[]).toString() : null)
const gather = async <T>(list: AsyncIterable<T>) => { const all: T[] = []; for await (const one of list) all.push(one); return all }
const fails = (promise: Promise<unknown>, kind: BlobError['kind'], pattern = /./) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof BlobError, String(error))
    assert.equal(error.kind, kind)
    assert.match(error.message, pattern)
    return true
  })

// A bucket in memory that checks what a real one checks: signature header, payload hash, length, parts.
const bucket = new Map<string, Buffer>()
const uploads = new Map<string, Map<number, Buffer>>()
const asked: string[] = []
let failNext = 0
/** The signature as the service's documentation has it, made from what arrived. */
function signature({ method, url, headers }: IncomingMessage, date: string): string {
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const names = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1] ?? ''
  const { pathname, searchParams } = new URL(url!, 'http://x')
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort().join('&')
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = [method, pathname, query, lines, names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${date.slice(0, 8)}/eu-test-1/s3/aws4_request`
  const key = ['eu-test-1', 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac('AWS4secret', date.slice(0, 8)))
  const signed = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
  assert.match(names, /host;.*x-amz-content-sha256;x-amz-date/)
  return `AWS4-HMAC-SHA256 Credential=AKID/${scope}, SignedHeaders=${names}, Signature=${signed}`
}

const s3 = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams: query } = new URL(request.url!, 'http://x')
  const body = Buffer.concat(await request.toArray() as Buffer[])
  const say = (status: number, xml = '', headers: Record<string, string> = {}) => response.writeHead(status, headers).end(xml)
  asked.push(`${request.method} ${request.url}`)
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': hash } = request.headers
  if (!date || authorization !== signature(request, String(date))) return say(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
  if (hash !== sha256(body)) return say(400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>')
  if (failNext > 0) { failNext--; return say(503, '<Error><Code>SlowDown</Code></Error>') }
  if (!pathname.startsWith('/bucket/')) return say(404, '<Error><Code>NoSuchBucket</Code></Error>')
  const key = pathname.slice('/bucket/'.length)
  if (request.method === 'PUT' && request.headers['content-length'] === undefined) return say(411)
  if (request.method === 'POST' && query.has('uploads')) {
    uploads.set('up 1&2', new Map())
    return say(200, '<R><UploadId>up 1&amp;2</UploadId></R>')
  }
  const parts = uploads.get(query.get('uploadId') ?? '')
  if (query.has('uploadId') && !parts) return say(404, '<Error><Code>NoSuchUpload</Code></Error>')
  if (parts && request.method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body)
    return say(200, '', { etag: `"${sha256(body).slice(0, 8)}"` })
  }
  if (parts && request.method === 'POST') {
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&#34;(\w+)&#34;/g)]
    const whole = named.map(([, number, etag]) => {
      const part = parts.get(Number(number))!
      return sha256(part).startsWith(etag!) ? part : Buffer.alloc(0)
    })
    uploads.clear()
    if (key.includes('doomed')) return say(200, '<Error><Code>InternalError</Code></Error>')
    bucket.set(key, Buffer.concat(whole))
    return say(200, '<R/>')
  }
  if (parts && request.method === 'DELETE') return uploads.clear(), say(204)
  if (request.method === 'PUT') return bucket.set(key, body), say(200)
  if (request.method === 'DELETE') return bucket.delete(key), say(204)
  if (key === '') {
    const all = [...bucket.keys()].filter((name) => name.startsWith(query.get('prefix')!)).sort()
    const from = Number(query.get('continuation-token') ?? 0)
    const page = all.slice(from, from + 2).map((name) =>
      `<Contents><Key>${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>${bucket.get(name)!.length}</Size></Contents>`)
    const more = from + 2 < all.length
    return say(200, `<L><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''}${page.join('')}</L>`)
  }
  const found = bucket.get(key)
  if (!found) return say(404, request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const shown = start === undefined ? found : found.subarray(Number(start), end ? Number(end) + 1 : undefined)
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': String(shown.length), 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' })
  response.end(request.method === 'HEAD' ? undefined : shown)
})
await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve))
after(() => {
  s3.closeAllConnections()
  s3.close()
  rmSync(dir, { recursive: true, force: true })
})

const config: BlobsConfig = {
  blobs: 'folder', data: dir, s3_endpoint: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`, s3_bucket: 'bucket', s3_region: 'eu-test-1',
  s3_access_key: 'AKID', s3_secret_key: 'secret', s3_prefix: 'site/one', disk_reserve: 0,
}
const kinds: [string, Blobs, string][] = [
  ['folder', openBlobs(config), join(dir, 'blobs', '.spool')],
  ['s3', openBlobs({ ...config, blobs: 's3' }), join(dir, 'spool')],
]

for (const [kind, blobs, spool] of kinds) {
  const nothingLeft = () => assert.deepEqual(existsSync(spool) ? readdirSync(spool) : [], [])

  test(`${kind}: put, get, stat, remove`, async () => {
    assert.equal(await blobs.get('a/b'), null)
    assert.equal(await blobs.stat('a/b'), null)
    assert.deepEqual(await blobs.put('a/b', Buffer.from('hello')), { key: 'a/b', size: 5, sha256: sha256('hello') })
    assert.equal(await text(await blobs.get('a/b')), 'hello')
    assert.equal(await text(await blobs.get('a/b', { start: 1, end: 3 })), 'ell')
    assert.equal(await text(await blobs.get('a/b', { start: 2 })), 'llo')
    const found = await blobs.stat('a/b')
    assert.equal(found?.size, 5)
    assert.ok(found.modified > 1_700_000_000)
    await blobs.put('a/b', Readable.from([Buffer.from('wor'), Buffer.from('ld')]))
    assert.equal(await text(await blobs.get('a/b')), 'world')
    await blobs.put('empty', Buffer.alloc(0))
    assert.equal(await text(await blobs.get('empty')), '')
    assert.equal(await blobs.get('a'), null, 'a folder is no blob')
    assert.equal(await blobs.stat('a'), null)
    await blobs.remove('a/b')
    await blobs.remove('a/b')
    assert.equal(await blobs.get('a/b'), null)
    nothingLeft()
  })

  test(`${kind}: nothing is stored that is not as promised`, async () => {
    const promises = { sha256: sha256('hello'), size: 5, maxBytes: 5 }
    assert.equal((await blobs.put('p/good', Readable.from([Buffer.from('hello')]), promises)).size, 5)
    assert.equal((await blobs.put('p/any', Buffer.from('hello'), { maxBytes: 0 })).size, 5)
    await fails(blobs.put('p/bad', Buffer.from('jello'), promises), 'mismatch', /SHA-256/)
    await fails(blobs.put('p/bad', Buffer.from('hell'), { size: 5 }), 'mismatch', /5 bytes/)
    await fails(blobs.put('p/bad', Readable.from([Buffer.from('hello'), Buffer.from('!')]), { size: 5 }), 'mismatch')
    await fails(blobs.put('p/bad', Readable.from([Buffer.from('hello'), Buffer.from('!')]), { maxBytes: 5 }), 'too large')
    let pulled = 0
    const endless = Readable.from((function* () { for (;;) { pulled++; yield Buffer.alloc(65536) } })(), { highWaterMark: 1 })
    await fails(blobs.put('p/bad', endless, { maxBytes: 1 << 20 }), 'too large')
    assert.ok(pulled < 30 && endless.destroyed, `${pulled} pulled`)
    const torn = Readable.from((function* () { yield Buffer.from('he'); throw new Error('client left') })())
    await assert.rejects(blobs.put('p/bad', torn), /client left/)
    assert.equal(await blobs.stat('p/bad'), null)
    await blobs.put('p/kept', Buffer.from('old'))
    await fails(blobs.put('p/kept', Buffer.from('new'), promises), 'mismatch')
    assert.equal(await text(await blobs.get('p/kept')), 'old')
    nothingLeft()
  })

  test(`${kind}: content lies under its hash`, async () => {
    const stored = await blobs.putContent('packages', Readable.from([Buffer.from('ab'), Buffer.from('c')]))
    assert.deepEqual(stored, {
      key: contentKey('packages', sha256('abc')), size: 3, sha256: sha256('abc'), md5: '900150983cd24fb0d6963f7d28e17f72',
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d', sha512: createHash('sha512').update('abc').digest('hex'),
    })
    assert.match(stored.key, /^packages\/ba\/78\/ba7816bf/)
    const both = await Promise.all([blobs.putContent('packages', Buffer.from('abc')), blobs.putContent('packages', Buffer.from('abc'))])
    assert.deepEqual(both, [stored, stored])
    assert.equal(await text(await blobs.get(stored.key)), 'abc')
    await fails(blobs.putContent('packages', Buffer.from('x'), { sha256: sha256('abc') }), 'mismatch')
    nothingLeft()
  })

  test(`${kind}: list goes through everything below a folder`, async () => {
    for (const key of ['l/1', 'l/2/x', 'l/2/y', 'l/3', 'lx/4']) await blobs.put(key, Buffer.from(key))
    const found = await gather(blobs.list('l'))
    assert.deepEqual(found.map(({ key, size }) => [key, size]), [['l/1', 3], ['l/2/x', 5], ['l/2/y', 5], ['l/3', 3]])
    assert.ok(found.every(({ modified }) => modified > 1_700_000_000))
    assert.deepEqual(await gather(blobs.list('none')), [])
    const everything = (await gather(blobs.list(''))).map(({ key }) => key)
    assert.ok(everything.includes('lx/4') && everything.includes('l/1') && !everything.some((key) => key.includes('spool')))
  })

  test(`${kind}: a key cannot leave its place`, async () => {
    for (const key of ['', '.', '..', '../x', 'a/../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/', '/a', 'a\\b', 'a b', 'a\0b', '.spool/x', 'a/.b', '-x', 'é',
      '%2e%2e', 'a\nb', 'a?b', 'a#b', 'x'.repeat(129), `${'a/'.repeat(300)}b`]) {
      await fails(blobs.put(key, Buffer.from('x')), 'key')
      await fails(blobs.get(key), 'key')
      await fails(blobs.stat(key), 'key')
      await fails(blobs.remove(key), 'key')
      await fails(blobs.putContent(key, Buffer.from('x')), 'key')
      if (key) assert.throws(() => blobs.list(key), BlobError)
    }
    for (const range of [{ start: -1 }, { start: 3, end: 2 }, { start: NaN }, { start: 0.5 }]) await fails(blobs.get('a', range), 'key')
  })

  test(`${kind}: leftovers of interrupted puts are swept after a day`, async () => {
    await blobs.put('sweep', Buffer.from('x'))
    for (const name of ['old', 'new']) writeFileSync(join(spool, name), 'x')
    utimesSync(join(spool, 'old'), 1, 1)
    assert.equal(await blobs.sweep(), 1)
    assert.deepEqual(readdirSync(spool), ['new'])
    rmSync(join(spool, 'new'))
  })
}

test('s3: keys lie under the prefix', () => {
  assert.ok([...bucket.keys()].every((key) => key.startsWith('site/one/')))
  assert.ok(bucket.has('site/one/p/good'))
})

test('s3: what passes by itself is tried again, what does not is told', async () => {
  const store = s3Store(config, join(dir, 'spool'), { firstPauseMs: 1 })
  const file = join(dir, 'file')
  writeFileSync(file, 'hello')
  failNext = 3
  await store.place('retry', file, { size: 5, sha256: sha256('hello') })
  assert.equal(bucket.get('site/one/retry')?.toString(), 'hello')
  failNext = 4
  await fails(store.stat('retry'), 'store', /failed 4 times \(503/)
  await fails(store.place('bad', file, { size: 5, sha256: sha256('other') }), 'store', /400 XAmzContentSHA256Mismatch/)
  await fails(s3Store({ ...config, s3_secret_key: 'other' }, dir).get('retry'), 'store', /403 SignatureDoesNotMatch/)
  await fails(s3Store({ ...config, s3_bucket: 'missing' }, dir).get('retry'), 'store', /404/)
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  await new Promise((resolve) => closed.close(resolve))
  await fails(s3Store({ ...config, s3_endpoint: endpoint }, dir, { firstPauseMs: 1 }).stat('x'), 'store', /ECONNREFUSED/)
})

test('s3: large files go in parts and are given up whole', async () => {
  const store = s3Store(config, join(dir, 'spool'), { partBytes: 4, firstPauseMs: 1 })
  const file = join(dir, 'large')
  writeFileSync(file, 'hello world')
  await store.place('large', file, { size: 11, sha256: sha256('hello world') })
  assert.equal(bucket.get('site/one/large')?.toString(), 'hello world')
  assert.equal(asked.filter((one) => /^PUT .*large\?partNumber/.test(one)).length, 3)
  await fails(store.place('doomed', file, { size: 11, sha256: sha256('hello world') }), 'store', /InternalError/)
  assert.equal(bucket.has('site/one/doomed'), false)
  assert.match(asked.at(-1)!, /^DELETE .*doomed\?uploadId=/)
})
