import assert from 'node:assert/strict'
import { test } from 'node:test'
import ssh2 from 'ssh2'
import { readable } from './ssh-keys.ts'

test('a host key that could not be read again is never kept', () => {
  const good = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private
  const made = ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n', good]
  assert.equal(readable(() => made.shift()!), good)
})
