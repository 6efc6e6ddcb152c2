import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsFor } from '../words/index.ts'
import type { PageCx } from '../page.ts'
import { ago } from './time.ts'

const page = { w: wordsFor(undefined).words, cx: { now: () => 1_000_000 } } as unknown as PageCx

test('times of commits may be any number that git takes', () => {
  assert.match(String(ago(page, 1_000_000 - 7200)), /datetime="1970-01-12T11:46:40Z"[^>]*>2 hours ago</)
  assert.match(String(ago(page, 99_999_999_999_999)), /datetime="9999-12-31T23:59:59Z"/)
  for (const none of [0, -5, Number.NaN, null, undefined, '', 'yesterday']) assert.equal(String(ago(page, none)), '')
})
