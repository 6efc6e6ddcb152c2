import { test } from 'node:test'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  SecretError, constantTimeEqual, hashPassword, hashToken, hmacHex, needsRehash, newToken, newUuid, openSecrets, randomId, rotateKey,
  verifiedCredentials, verifyPassword,
} from './secrets.ts'

const dir = mkdtempSync(join(tmpdir(), 'secrets-'))
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
let count = 0
const fresh = () => join(dir, String(count++), 'deep', 'secret.key')

test('the key file is made once, private, and used again', () => {
  const file = fresh()
  const sealed = openSecrets(file).encrypt('mirror password', 'mirror.password 7')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(file, '..')), ['secret.key'])
  assert.equal(openSecrets(file).decrypt(sealed, 'mirror.password 7'), 'mirror password')
  chmodSync(file, 0o644)
  assert.throws(() => openSecrets(file), /open to everybody/)
  chmodSync(file, 0o600)
  writeFileSync(file, 'not a key\n')
  assert.throws(() => openSecrets(file), SecretError)
})

test('servers that start together share one key', () => {
  const file = fresh()
  const script = `const s = await import(process.argv[1]); process.stdout.write(s.openSecrets(process.argv[2]).derive('x').toString('hex'))`
  const url = new URL('./secrets.ts', import.meta.url).href
  const shell = `for i in 1 2 3; do "$NODE" --input-type=module -e "$SCRIPT" "$URL" "$FILE" & echo; done; wait`
  const { stdout } = spawnSync('sh', ['-c', shell], { encoding: 'utf8', env: { NODE: process.execPath, SCRIPT: script, URL: url, FILE: file } })
  const found = stdout.match(/[0-9a-f]{64}/g)
  assert.equal(found?.length, 3)
  assert.equal(new Set(found).size, 1)
})

test('a sealed value opens only unaltered and in its context', () => {
  const secrets = openSecrets(fresh())
  const sealed = secrets.encrypt('s3cret ✓', 'hook.secret 1')
  assert.doesNotMatch(sealed, /s3cret/)
  assert.notEqual(sealed, secrets.encrypt('s3cret ✓', 'hook.secret 1'))
  assert.equal(secrets.decrypt(secrets.encrypt('', 'x'), 'x'), '')
  assert.throws(() => secrets.decrypt(sealed, 'hook.secret 2'), /belongs elsewhere/)
  const [version, id, body] = sealed.split('.') as [string, string, string]
  const bytes = Buffer.from(body, 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const bad = Buffer.from(bytes)
    bad[at]! ^= 1
    assert.throws(() => secrets.decrypt(`${version}.${id}.${bad.toString('base64url')}`, 'hook.secret 1'), /altered/)
  }
  for (const bad of ['', 'plain text', `v2.${id}.${body}`, `v1.${id}.AAAA`, `${sealed}.x`]) {
    assert.throws(() => secrets.decrypt(bad, 'hook.secret 1'), SecretError)
  }
  assert.throws(() => openSecrets(fresh()).decrypt(sealed, 'hook.secret 1'), /not in the key file/)
})

test('after rotation old values open and are known to be stale', () => {
  const file = fresh()
  const before = openSecrets(file)
  const sealed = before.encrypt('x', 'c')
  const signed = before.sign('lfs', 1, 10)
  rotateKey(file)
  const after = openSecrets(file)
  assert.equal(after.decrypt(sealed, 'c'), 'x')
  assert.equal(after.verify('lfs', signed, 0), 1)
  assert.deepEqual([before.stale(sealed), after.stale(sealed), after.stale(after.encrypt('x', 'c'))], [false, true, false])
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(readFileSync(file, 'utf8').match(/^[0-9a-f]{64}$/gm)?.length, 2)
})

test('a signed value holds for its purpose and its time', () => {
  const secrets = openSecrets(fresh())
  const signed = secrets.sign('artifact', { id: 7, repo: 'a/b' }, 1000)
  assert.match(signed, /^[A-Za-z0-9._-]+$/)
  assert.deepEqual(secrets.verify('artifact', signed, 1000), { id: 7, repo: 'a/b' })
  assert.equal(secrets.verify('artifact', signed, 1001), null)
  assert.equal(secrets.verify('lfs', signed, 1), null)
  const [id, until, body, mac] = signed.split('.') as [string, string, string, string]
  const forged = [
    [id, '9999', body, mac], [id, `${until}0`, body.slice(1), mac], [id, until, `${body}A`, mac], [id, until, body, mac.slice(0, -1)],
    [id, until, body, ''], ['00000000', until, body, mac], [id, until, body, mac, 'x'], [id, until, body],
  ]
  for (const parts of forged) assert.equal(secrets.verify('artifact', parts.join('.'), 1), null, parts.join('.'))
  assert.equal(secrets.verify('artifact', '', 1), null)
  // Moving a character over a field border must change the signature.
  assert.notEqual(secrets.sign('a', 'x', 11).split('.')[3], secrets.sign('a1', 'x', 1).split('.')[3])
})

test('passwords', async () => {
  const stored = await hashPassword('correct horse')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.equal(await verifyPassword(stored, 'correct horse'), true)
  assert.equal(await verifyPassword(stored, 'correct horsf'), false)
  assert.notEqual(stored, await hashPassword('correct horse'))
  for (const none of [null, undefined, '', '!', 'plain', '$argon2id$v=19$m=9999999,t=99,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA']) {
    assert.equal(await verifyPassword(none, 'correct horse'), false)
  }
  assert.equal(needsRehash(stored), false)
  assert.equal(needsRehash(stored.replace('t=2', 't=1')), true)
  assert.equal(needsRehash('pbkdf2$x'), true)
})

test('a PHC string made elsewhere is read', async () => {
  // Reference vector of the argon2 command line tool: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await verifyPassword(stored, 'password'), true)
  assert.equal(needsRehash(stored), true)
})

test('an unknown user costs what a known one costs', async () => {
  const stored = await hashPassword('x')
  const best = { known: Infinity, unknown: Infinity }
  // in turns, so that a busy machine slows both; a check that was skipped would take next to nothing
  for (let i = 0; i < 8; i++) {
    for (const [who, hash] of [['known', stored], ['unknown', null]] as const) {
      const started = performance.now()
      await verifyPassword(hash, 'wrong')
      best[who] = Math.min(best[who], performance.now() - started)
    }
  }
  assert.ok(best.unknown > best.known / 4 && best.unknown < best.known * 4, JSON.stringify(best))
})

test('many hashes at once all finish', async () => {
  const stored = await hashPassword('x')
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => verifyPassword(stored, i % 2 ? 'x' : 'y')))
  assert.deepEqual(answers, [false, true, false, true, false, true, false, true])
})

test('good credentials are checked once, bad ones each time', async () => {
  let now = 0
  let checks = 0
  const cache = verifiedCredentials<string>({ ttlMs: 100, now: () => now })
  const good = async () => { checks++; return { userId: 1, value: 'alice' } }
  assert.equal(await cache.load(['alice', 'pw'], good), 'alice')
  assert.equal(await cache.load(['alice', 'pw'], good), 'alice')
  assert.equal(checks, 1)
  await cache.load(['alicep', 'w'], good)
  assert.equal(checks, 2)
  const together = await Promise.all([cache.load(['b', 'x'], good), cache.load(['b', 'x'], good)])
  assert.deepEqual([together, checks], [['alice', 'alice'], 3])
  now = 100
  await cache.load(['alice', 'pw'], good)
  assert.equal(checks, 4)
  const bad = async () => { checks++; return null }
  assert.equal(await cache.load(['alice', 'no'], bad), null)
  assert.equal(await cache.load(['alice', 'no'], bad), null)
  assert.equal(checks, 6)
  await assert.rejects(cache.load(['c'], async () => { throw new Error('database') }), /database/)
  assert.equal(await cache.load(['c'], good), 'alice')
})

test('dropping a user forgets theirs, also what is being checked', async () => {
  const cache = verifiedCredentials<number>()
  const as = (userId: number, value: number) => async () => ({ userId, value })
  await cache.load(['a'], as(1, 1))
  await cache.load(['b'], as(2, 1))
  let go = () => {}
  const slow = cache.load(['c'], () => new Promise((resolve) => { go = () => resolve({ userId: 1, value: 1 }) }))
  cache.drop(1)
  assert.equal(await cache.load(['c'], as(1, 2)), 2, 'a check begun before the drop is not shared')
  go()
  assert.equal(await slow, 1)
  assert.equal(await cache.load(['c'], as(1, 3)), 2, 'nor does it overwrite')
  assert.deepEqual([await cache.load(['a'], as(1, 2)), await cache.load(['b'], as(2, 2))], [2, 1])
  cache.clear()
  assert.equal(await cache.load(['b'], as(2, 3)), 3)
})

test('the memory is bounded, the least used goes first', async () => {
  const cache = verifiedCredentials<number>({ max: 2 })
  const as = (value: number) => async () => ({ userId: 1, value })
  await cache.load(['a'], as(1))
  await cache.load(['b'], as(1))
  await cache.load(['a'], as(2))
  await cache.load(['c'], as(1))
  assert.deepEqual([await cache.load(['a'], as(3)), await cache.load(['b'], as(3))], [1, 3])
})

test('tokens, ids and signatures', () => {
  assert.match(newToken(), /^[0-9a-f]{40}$/)
  assert.notEqual(newToken(), newToken())
  assert.equal(hashToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  assert.match(newUuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.match(randomId(), /^[0-9a-z]{16}$/)
  assert.equal(randomId(33).length, 33)
  assert.equal(hmacHex('sha256', 'key', 'The quick brown fox jumps over the lazy dog'), 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8')
  assert.equal(hmacHex('sha1', 'key', 'The quick brown fox jumps over the lazy dog'), 'de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9')
  assert.deepEqual([constantTimeEqual('a', 'a'), constantTimeEqual('a', 'b'), constantTimeEqual('a', 'aa')], [true, false, false])
})

test('guesses beyond a bounded line are turned away at once', async () => {
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const line = Array.from({ length: 300 }, () => verifyPassword(cheap, 'guess').then(() => 200, (error) => error.status))
  const turnedAway = await Promise.all(line.slice(260))
  assert.deepEqual(new Set(turnedAway), new Set([503]))
  assert.deepEqual(new Set((await Promise.all(line)).slice(0, 258)), new Set([200]))
})
