import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import ssh2 from 'ssh2'
import { parsePublicKey } from './public-key.ts'

const generated = (kind: 'ed25519' | 'ecdsa' | 'rsa', bits?: number) => ssh2.utils.generateKeyPairSync(kind as 'rsa', (bits ? { bits } : {}) as { bits: number }).public
const ed = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const base64 = ed.split(' ')[1]
const refuses = (text: string, why: RegExp) => assert.throws(() => parsePublicKey(text), (error: any) => error.kind === 'invalid' && error.message.startsWith('Invalid key content: ') && why.test(error.message))

test('OpenSSH lines are normalised and fingerprinted as ssh-keygen does', () => {
  const parsed = parsePublicKey(`\n  ssh-ed25519\t${base64}   me@home  at work \n`)
  assert.deepEqual(parsed, { type: 'ssh-ed25519', content: `${ed} me@home at work`, fingerprint: 'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU' })
  assert.equal(parsePublicKey(base64).content, ed)
  for (const bits of [256, 384, 521]) assert.equal(parsePublicKey(generated('ecdsa', bits)).type, `ecdsa-sha2-nistp${bits}`)
  assert.equal(parsePublicKey(generated('rsa', 3072)).type, 'ssh-rsa')
})

test('SSH2 frames give the same key as the line', () => {
  const frame = ['---- BEGIN SSH2 PUBLIC KEY ----', 'Subject: me', 'Comment: "laptop key"', 'x-note: first \\', 'second', base64.slice(0, 40), base64.slice(40), '---- END SSH2 PUBLIC KEY ----']
  assert.equal(parsePublicKey(frame.join('\r\n')).content, `${ed} laptop key`)
  refuses([...frame, ...frame].join('\n'), /one key/)
  refuses(frame.slice(0, -1).join('\n'), /end of the key/)
})

test('PEM keys of the three kinds are rebuilt as SSH blobs', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey
  const spki = parsePublicKey(rsa.export({ type: 'spki', format: 'pem' }) as string)
  const pkcs1 = parsePublicKey(rsa.export({ type: 'pkcs1', format: 'pem' }) as string)
  assert.equal(spki.type, 'ssh-rsa')
  assert.equal(spki.content, pkcs1.content)
  const parsed = ssh2.utils.parseKey(spki.content) as unknown as { getPublicPEM(): string }
  assert.equal(parsed.getPublicPEM().trim(), (rsa.export({ type: 'spki', format: 'pem' }) as string).trim())
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ type: 'spki', format: 'pem' }) as string
  assert.equal(parsePublicKey(ec).type, 'ecdsa-sha2-nistp384')
  const edwards = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string
  assert.equal(parsePublicKey(edwards).type, 'ssh-ed25519')
})

test('what is weak, private, damaged, doubled or something else is refused', () => {
  refuses('', /empty/)
  refuses('hello', /base64|damaged/)
  refuses(`ssh-rsa ${base64}`, /declared as ssh-rsa but it is ssh-ed25519/)
  refuses(`command="x" ${ed}`, /base64|declared/)
  refuses(`${ed}\n${ed}`, /one key/)
  refuses(`${ed} ${'x'.repeat(9500)}`, /too long/)
  refuses(`ssh-ed25519 ${base64.slice(0, -4)}`, /damaged/)
  refuses(`ssh-ed25519 ${Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from([0, 0, 0, 1, 0])]).toString('base64')}`, /damaged/)
  refuses(`ssh-ed25519 ${base64}\u0441`, /base64/)
  refuses(generated('rsa', 2048), /at least 3071 bits/)
  refuses(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }) as string, /at least 3071/)
  refuses(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, /private key/)
  refuses(ssh2.utils.generateKeyPairSync('ed25519').private, /private key/)
  const dsa = Buffer.concat(['ssh-dss', 'p', 'q', 'g', 'y'].flatMap((part) => [Buffer.from([0, 0, 0, part.length]), Buffer.from(part)]))
  refuses(`ssh-dss ${dsa.toString('base64')}`, /DSA/)
  refuses(`ssh-dss ${Buffer.concat([dsa, Buffer.from([0, 0, 0, 0])]).toString('base64')}`, /damaged/)
  const point = Buffer.from(generated('ecdsa', 256).split(' ')[1], 'base64')
  point[point.length - 1] ^= 1
  refuses(`ecdsa-sha2-nistp256 ${point.toString('base64')}`, /not on its curve/)
  refuses(`-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`, /format/)
})
