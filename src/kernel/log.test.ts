import { test } from 'node:test'
import assert from 'node:assert/strict'
import { openLog, redact, scrub } from './log.ts'
import type { LogOptions } from './log.ts'

function caught(options: LogOptions = {}) {
  const lines: string[] = []
  const log = openLog({ format: 'json', write: (line) => lines.push(line), now: () => new Date(0), ...options })
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) }
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { log, lines, last } = caught()
  log.info('started', { port: 3000 })
  assert.equal(lines[0], '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"started","port":3000}\n')
  log.child({ request: 'r1' }).child({ user: 'alice' }).warn('slow', { ms: 12, level: 'forged', message: 'forged' })
  assert.deepEqual(last(), { time: '1970-01-01T00:00:00.000Z', level: 'warn', message: 'slow', request: 'r1', user: 'alice', ms: 12 })
})

test('levels below the least are silent', () => {
  const { log, lines } = caught({ level: 'warn' })
  log.debug('a')
  log.info('b')
  log.child({}).info('c')
  assert.equal(lines.length, 0)
  log.warn('d')
  log.error('e')
  assert.equal(lines.length, 2)
  const silent = caught({ level: 'off' })
  silent.log.error('f')
  assert.equal(silent.lines.length, 0)
})

test('secret members are hidden at any depth, counts are not', () => {
  const value = redact({
    headers: { Authorization: 'Bearer s3cret', 'Set-Cookie': 's3cret', 'X-Api-Key': 's3cret', accept: 'x' },
    password: 's3cret', new_password: ['s3cret'], access_token: { a: 's3cret' }, clientSecret: 's3cret', privateKey: 's3cret', key: 's3cret',
    list: [{ token: 's3cret' }], map: new Map([['cookie', 's3cret']]), tokens: 3, token: null, monkey: 'fine', keyboard: 'fine',
  })
  assert.doesNotMatch(JSON.stringify(value), /s3cret/)
  const { headers, tokens, token, monkey, keyboard } = value as Record<string, any>
  assert.equal(headers.accept, 'x')
  assert.deepEqual([tokens, token, monkey, keyboard], [3, null, 'fine', 'fine'])
})

test('credentials are taken out of strings', () => {
  const cases: [string, string][] = [
    ['clone https://bob:s3cret@host/x.git failed', 'clone https://***@host/x.git failed'],
    ['clone https://s3cret@host/x.git', 'clone https://***@host/x.git'],
    ['bob:s3cret@host/x.git without scheme', '***@host/x.git without scheme'],
    ['two http://a:s3cret@b and http://c:s3cret@d', 'two http://***@b and http://***@d'],
    ['https://bob:s3=(s3cret),x@host/', 'https://***@host/'],
    ['https://bob:a@s3cret@host/', 'https://***@***@host/'],
    ['GET /user?access_token=s3cret&page=2', 'GET /user?access_token=***&page=2'],
    ['GET /user?page=2&token=s3cret', 'GET /user?page=2&token=***'],
    ['Authorization: Bearer s3crets3crets3crets3cret', 'Authorization: Bearer ***'],
    ['mail to alice@example.com, git@host:path', 'mail to alice@example.com, git@host:path'],
    ['token expired', 'token expired'],
  ]
  for (const [text, expected] of cases) assert.equal(scrub(text), expected)
  const { log, last } = caught()
  log.error('to https://a:s3cret@h', { error: new Error('x https://a:s3cret@h', { cause: new Error('https://a:s3cret@h') }), url: new URL('http://a:s3cret@h/') })
  assert.doesNotMatch(JSON.stringify(last()), /s3cret/)
  assert.match(last().error.stack, /log\.test\.ts/)
})

test('odd values do not break a line', () => {
  const loop: Record<string, unknown> = { big: 10n, bytes: Buffer.alloc(5), when: new Date(NaN), fn: () => 1 }
  loop['self'] = loop
  const { log, last } = caught()
  log.info('odd', { loop, long: 'x'.repeat(100_000), again: [loop, loop] })
  assert.equal(last().loop.self, '…')
  assert.equal(last().loop.big, '10')
  assert.equal(last().loop.bytes, '(5 bytes)')
  assert.equal(last().again[1].big, '10')
  assert.ok(last().long.length < 9000)
  const polluted = redact(JSON.parse('{"__proto__":{"admin":true}}')) as Record<string, unknown>
  assert.equal(polluted['admin'], undefined)
})

test('scrubbing is linear in the length', () => {
  const started = performance.now()
  for (const text of ['a:'.repeat(4000), '@'.repeat(8000), 'a:@'.repeat(2700), 'Bearer '.repeat(1100), '?token='.repeat(1100)]) scrub(text)
  assert.ok(performance.now() - started < 500)
})

test('the text form cannot be forged', () => {
  const { log, lines } = caught({ format: 'text' })
  log.info('push\n00:00:00 error forged', { ref: 'a b', sha: 'abc', 'k\ney': '\x1b[31m', rtl: '\u202e' })
  assert.equal(lines[0]!.split('\n').length, 2)
  assert.match(lines[0]!, /^00:00:00 info {2}push\\u000a00:00:00 error forged {2}ref="a b" sha=abc k\\u000aey=/)
  assert.doesNotMatch(lines[0]!.slice(0, -1), /[\x00-\x1f\u202e]/)
})
