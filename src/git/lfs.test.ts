import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPointer, maxPointerBytes, parsePointer } from './lfs.ts'

const oid = 'ab'.repeat(32)
const parse = (text: string) => parsePointer(Buffer.from(text))

test('a pointer is read back as it was written', () => {
  assert.deepEqual(parse(formatPointer({ oid, size: 12345 })), { oid, size: 12345 })
  assert.deepEqual(parse(`version https://git-lfs.github.com/spec/v1\r\noid sha256:${oid}\r\nsize 0\r\n`), { oid, size: 0 })
  assert.deepEqual(parse(`version https://git-lfs.github.com/spec/v1\next-0-case sha256:${oid}\noid sha256:${oid}\nsize 7\n`), { oid, size: 7 })
  assert.throws(() => formatPointer({ oid: '../../etc', size: 1 }))
})

test('ordinary content is no pointer', () => {
  const head = 'version https://git-lfs.github.com/spec/v1\n'
  for (const text of ['', 'version 1\n', `${head}`, `${head}size 1\n`, `${head}oid sha256:${oid}\n`, `${head}oid sha1:${oid}\nsize 1\n`,
    `${head}oid sha256:${oid.toUpperCase()}\nsize 1\n`, `${head}oid sha256:${oid}\nsize -1\n`, `${head}oid sha256:${oid}\nsize 1e9\n`,
    `${head}oid sha256:${oid}\nsize 99999999999999999\n`, `${head}oid sha256:${oid}\noid sha256:${oid}\nsize 1\n`,
    `oid sha256:${oid}\n${head}size 1\n`, `version https://example.org\noid sha256:${oid}\nsize 1\n`,
    `${head}oid sha256:${oid}\nsize 1\n${'x'.repeat(maxPointerBytes)}`]) {
    assert.equal(parse(text), null, text.slice(0, 100))
  }
})
