import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import ssh2 from 'ssh2'
import { hostKeys, publicKey, readable } from './ssh-keys.ts'

test('a host key that could not be read again is never kept', () => {
  const good = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private
  const made = ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n', good]
  assert.equal(readable(() => made.shift()!), good)
})

test('the public half of a host key is what ssh-keygen says it is', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'codestead-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const own = await hostKeys(folder)
  const given = [['ed25519'], ['ecdsa', '-b', '384'], ['ecdsa', '-b', '521', '-m', 'PEM'], ['rsa', '-b', '2048', '-m', 'PKCS8'], ['rsa', '-b', '2048']]
  const names = given.map(([type, ...more], i) => {
    execFileSync('ssh-keygen', ['-q', '-t', type, ...more, '-N', '', '-f', join(folder, `given-${i}`)])
    return `given-${i}`
  })
  const said = (name: string) => execFileSync('ssh-keygen', ['-y', '-f', join(folder, name)], { encoding: 'utf8' }).split(' ').slice(0, 2).join(' ').trim()
  assert.deepEqual(own.map(publicKey), ['ssh_host_ed25519_key', 'ssh_host_ecdsa_key', 'ssh_host_rsa_key'].map(said))
  assert.deepEqual(names.map((name) => publicKey(readFileSync(join(folder, name), 'utf8'))), names.map(said))
})

test('a host key that cannot be used is told at once', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'codestead-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'a passphrase', '-f', join(folder, 'locked')])
  assert.throws(() => publicKey(readFileSync(join(folder, 'locked'), 'utf8')), /passphrase/)
  assert.throws(() => publicKey('-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n'), /damaged/)
  assert.throws(() => publicKey('nothing of a key'))
})
