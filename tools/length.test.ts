import assert from 'node:assert/strict'
import { test } from 'node:test'
import { none, source, sources, type Source } from './sources.ts'

const limit = (file: Source) => (file.test ? 600 : 500)

function tooLong(files: Source[]): string[] {
  const counted = files.filter((file) => !file.generated).map((file) => ({ file, lines: file.text.trimEnd().split('\n').length }))
  return counted.filter(({ file, lines }) => lines > limit(file)).map(({ file, lines }) => `${file.path}: ${lines} lines`)
}

test('no file is too long', () => none(tooLong(sources('src', 'test', 'tools')), 'at most 500 lines a file, 600 for tests:'))

test('a long file is found', () => {
  assert.equal(tooLong([source('src/a.ts', 'a\n'.repeat(501)), source('src/a.test.ts', 'a\n'.repeat(600))]).length, 1)
})
