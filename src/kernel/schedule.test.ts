import { test } from 'node:test'
import assert from 'node:assert/strict'
import { duration, next, problem } from './schedule.ts'

const from = (text: string, after: string) => next(text, new Date(after))?.toISOString().replace('.000Z', 'Z') ?? null

test('cron fields count in UTC', () => {
  assert.equal(from('30 5 * * 1-5', '2026-01-02T05:30:00Z'), '2026-01-05T05:30:00Z')
  assert.equal(from('*/15 * * * *', '2026-01-01T00:00:00Z'), '2026-01-01T00:15:00Z')
  assert.equal(from('0 0 29 2 *', '2026-01-01T00:00:00Z'), '2028-02-29T00:00:00Z')
  assert.equal(from('0 0 1 JAN SUN', '2026-01-01T00:00:00Z'), '2026-01-04T00:00:00Z')
  assert.equal(from('0 12 13 * 5', '2026-01-01T00:00:00Z'), '2026-01-02T12:00:00Z')
})

test('a named zone moves the hours', () => {
  assert.equal(from('TZ=Europe/Berlin 0 6 * * *', '2026-01-01T06:00:00Z'), '2026-01-02T05:00:00Z')
  assert.equal(from('CRON_TZ=Asia/Tokyo @daily', '2026-01-01T00:00:00Z'), '2026-01-01T15:00:00Z')
  assert.ok(problem('TZ=Not/AZone 0 6 * * *'))
})

test('descriptors and intervals', () => {
  assert.equal(from('@midnight', '2026-01-01T00:00:00Z'), '2026-01-02T00:00:00Z')
  assert.equal(from('@annually', '2026-01-01T00:00:00Z'), '2027-01-01T00:00:00Z')
  assert.equal(from('@hourly', '2026-01-01T00:20:00Z'), '2026-01-01T01:00:00Z')
  assert.equal(from('@weekly', '2026-01-01T00:00:00Z'), '2026-01-04T00:00:00Z')
  assert.equal(from('@monthly', '2026-01-01T00:00:00Z'), '2026-02-01T00:00:00Z')
  assert.equal(from('@every 10m', '2026-01-01T00:00:01.5Z'), '2026-01-01T00:10:01Z')
  assert.equal(from('@every 168h', '2026-01-01T00:00:00Z'), '2026-01-08T00:00:00Z')
  assert.equal(duration('1h30m'), 5_400_000)
})

test('what is malformed is told', () => {
  for (const bad of ['', '* * * *', '* * * * * *', '60 * * * *', '@reboot', '@every', '@every 1', '@every 1x', '@every 10ms', 'x * * * *',
    '0 0 30 2 *', '0 0 L * *', '* '.repeat(500), '2026-01-01T00:00:00', '@constructor']) {
    assert.equal(typeof problem(bad), 'string', bad)
    if (bad !== '0 0 30 2 *') assert.equal(next(bad, new Date()), null, bad)
  }
  assert.equal(problem('0 0 * * 0'), null)
  assert.equal(problem('@every 72h'), null)
})
