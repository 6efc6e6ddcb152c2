import { generateKeyPairSync } from 'node:crypto'

/** A new public key for SSH. */
export function sshKey(comment = ''): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) as { x: string }
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.from(x, 'base64url'))]).toString('base64')} ${comment}`.trim()
}
