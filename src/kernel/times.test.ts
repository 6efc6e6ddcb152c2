import { test } from 'node:test'
import assert from 'node:assert/strict'
import { EPOCH, ZERO_TIME, formatDuration, formatTime, formatTimeAt, parseDuration, parseTime, timeOrNull } from './times.ts'

test('unix seconds as UTC and back', () => {
  assert.equal(formatTime(0), EPOCH)
  assert.equal(formatTime(1767323045), '2026-01-02T03:04:05Z')
  assert.equal(formatTime(1767323045.9), '2026-01-02T03:04:05Z')
  assert.equal(formatTime(-62135596800), ZERO_TIME)
  assert.equal(formatTime(1e18), '9999-12-31T23:59:59Z')
  assert.equal(timeOrNull(null), null)
  assert.equal(timeOrNull(undefined), null)
  assert.equal(timeOrNull(0), EPOCH)
  for (const unix of [0, 1, 1767323045, -1, 4102444799, -62135596800]) {
    assert.deepEqual(parseTime(formatTime(unix)), { unix, offsetMinutes: 0 })
  }
})

test('offsets are kept', () => {
  assert.deepEqual(parseTime('2026-01-02T05:04:05+02:00'), { unix: 1767323045, offsetMinutes: 120 })
  assert.deepEqual(parseTime('2026-01-01T23:34:05-03:30'), { unix: 1767323045, offsetMinutes: -210 })
  assert.deepEqual(parseTime('2026-01-02T03:04:05.123456789Z'), { unix: 1767323045, offsetMinutes: 0 })
  assert.deepEqual(parseTime('2026-01-02T03:04:05-00:00'), { unix: 1767323045, offsetMinutes: 0 })
  assert.equal(formatTimeAt(1767323045, 120), '2026-01-02T05:04:05+02:00')
  assert.equal(formatTimeAt(1767323045, -210), '2026-01-01T23:34:05-03:30')
  assert.equal(formatTimeAt(1767323045, 0), '2026-01-02T03:04:05Z')
  assert.deepEqual(parseTime('2024-02-29T00:00:00Z')?.unix, 1709164800)
})

test('what is not a full time is refused', () => {
  for (const text of ['', '2026-01-02', '2026-01-02T03:04Z', '2026-01-02T03:04:05', '2026-01-02 03:04:05Z', '2026-01-02t03:04:05z',
    '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-00-01T00:00:00Z', '2026-01-00T00:00:00Z', '2026-04-31T00:00:00Z',
    '2026-01-02T24:00:00Z', '2026-01-02T03:60:05Z', '2026-01-02T03:04:60Z', '2026-01-02T03:04:05+0200', '2026-01-02T03:04:05+24:00',
    '2026-01-02T03:04:05.Z', '2026-01-02T03:04:05Zx', ' 2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z\n', '26-01-02T03:04:05Z', '1767323045']) {
    assert.equal(parseTime(text), null, JSON.stringify(text))
  }
})

test('durations as Go writes them', () => {
  const cases: [string, number][] = [['8h', 28800], ['8h0m0s', 28800], ['10m', 600], ['1h30m', 5400], ['1.5s', 1.5], ['-2m', -120], ['0', 0],
    ['0s', 0], ['250ms', 0.25], ['+5s', 5], ['.5s', 0.5], ['2us', 2e-6]]
  for (const [text, seconds] of cases) assert.equal(parseDuration(text), seconds, text)
  for (const text of ['', '8', 'h', '8 h', '8h ', '1d', '--1s', '1h-1m', '9999999999h', '8h\n', '1..s', '.s']) {
    assert.equal(parseDuration(text), null, JSON.stringify(text))
  }
  const spelled: [number, string][] = [[28800, '8h0m0s'], [600, '10m0s'], [0, '0s'], [1.5, '1.5s'], [0.25, '250ms'], [-120, '-2m0s'],
    [3661, '1h1m1s'], [90061, '25h1m1s'], [59, '59s'], [0.0000005, '500ns']]
  for (const [seconds, text] of spelled) assert.equal(formatDuration(seconds), text)
})
