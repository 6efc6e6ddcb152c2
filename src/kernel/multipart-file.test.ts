import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { firstFile } from './multipart-file.ts'
import type { Rq } from './route.ts'

const asked = (body: string | Buffer, size: number) => {
  const bytes = Buffer.from(body)
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
  return { headers: { 'content-type': 'multipart/form-data; boundary="cut"' }, raw: Readable.from(parts, { objectMode: false }) } as unknown as Rq
}
const part = (head: string, body: string) => `--cut\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const read = async (body: Readable) => Buffer.concat(await body.toArray()).toString()

test('the first file is found and ends where it ends, however the bytes arrive', async () => {
  const tricky = 'a\r\n--cu\r\n-\r\n\r\n--'
  const form = `${part('name="note"', 'text')}${part('name="attachment"; filename="a \\"b\\".bin"', tricky)}${part('name="later"; filename="c"', 'no')}--cut--\r\n`
  for (const size of [1, 2, 3, 7, 64, 10_000]) {
    const found = await firstFile(asked(form, size))
    assert.equal(found?.name, 'attachment')
    assert.equal(found?.filename, 'a "b".bin')
    assert.equal(await read(found.body), tricky, `pieces of ${size}`)
  }
})

test('an empty file is a file, a form without one has none', async () => {
  for (const size of [1, 1000]) {
    assert.equal(await read((await firstFile(asked(`${part('name="f"; filename="x"', '')}--cut--`, size)))!.body), '')
    assert.equal(await firstFile(asked(`${part('name="f"', 'x')}--cut--\r\n`, size)), undefined)
  }
})

test('forms that end early, never begin or hide their file are refused', async () => {
  const early = await firstFile(asked('--cut\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\nhalf', 5))
  await assert.rejects(read(early!.body), /malformed/)
  await assert.rejects(firstFile(asked('nothing', 3)), /malformed/)
  await assert.rejects(firstFile(asked(part('name="f"', 'x'.repeat(2 ** 21)), 65_536)), /too large/)
  await assert.rejects(firstFile(asked(`--cut\r\n${'x: y\r\n'.repeat(10_000)}`, 4096)), /too large/)
})
