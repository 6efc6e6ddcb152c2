// SSH signatures (`-----BEGIN SSH SIGNATURE-----`) over node:crypto.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'

export interface SshSignature {
  /** SHA256:… of the key that signed */
  fingerprint: string
  /** whether the signature is good for these bytes */
  good(payload: Buffer): boolean
}

class Reader {
  #data: Buffer
  #at = 0
  constructor(data: Buffer) {
    this.#data = data
  }
  take(length: number): Buffer {
    if (this.#at + length > this.#data.length) throw new Error('short')
    return this.#data.subarray(this.#at, (this.#at += length))
  }
  number(): number {
    return this.take(4).readUInt32BE()
  }
  string(): Buffer {
    return this.take(this.number())
  }
}

/** Parses the armoured text; null if it is none. */
export function parseSshSignature(text: string): SshSignature | null {
  const body = /^-----BEGIN SSH SIGNATURE-----\s+([A-Za-z0-9+/=\s]+)-----END SSH SIGNATURE-----\s*$/.exec(text)?.[1]
  if (!body) return null
  try {
    const outer = new Reader(Buffer.from(body, 'base64'))
    if (outer.take(6).toString() !== 'SSHSIG' || outer.number() !== 1) return null
    const key = Buffer.from(outer.string())
    const namespace = outer.string()
    const reserved = outer.string()
    const algorithm = outer.string().toString()
    const signature = new Reader(outer.string())
    const kind = signature.string().toString()
    const bytes = signature.string()
    if (namespace.toString() !== 'git' || !['sha256', 'sha512'].includes(algorithm)) return null
    const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
    const good = (payload: Buffer) => check(key, kind, bytes, signed(namespace, reserved, algorithm, payload))
    return { fingerprint, good }
  } catch {
    return null
  }
}

const framed = (part: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  return Buffer.concat([length, part])
}

const signed = (namespace: Buffer, reserved: Buffer, algorithm: string, payload: Buffer) =>
  Buffer.concat([Buffer.from('SSHSIG'), framed(namespace), framed(reserved), framed(Buffer.from(algorithm)), framed(createHash(algorithm).update(payload).digest())])

function check(blob: Buffer, kind: string, bytes: Buffer, data: Buffer): boolean {
  try {
    const key = publicKey(blob)
    if (kind === 'ssh-ed25519') return verify(null, data, key, bytes)
    if (kind === 'rsa-sha2-256' || kind === 'rsa-sha2-512') return verify(kind.endsWith('256') ? 'sha256' : 'sha512', data, key, bytes)
    const curve = /^ecdsa-sha2-nistp(256|384|521)$/.exec(kind)?.[1]
    if (!curve) return false
    const hash = { 256: 'sha256', 384: 'sha384', 521: 'sha512' }[curve]!
    const size = Math.ceil(Number(curve) / 8)
    const parts = new Reader(bytes)
    const fixed = Buffer.concat([parts.string(), parts.string()].map((one) => Buffer.concat([Buffer.alloc(size), one]).subarray(-size)))
    return verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, fixed)
  } catch {
    return false
  }
}

/** A key object from the wire form of ed25519, RSA and ECDSA keys. */
function publicKey(blob: Buffer): KeyObject {
  const reader = new Reader(blob)
  const kind = reader.string().toString()
  const url = (part: Buffer) => part.toString('base64url')
  const positive = (part: Buffer) => url(part[0] === 0 ? part.subarray(1) : part)
  if (kind === 'ssh-ed25519') return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: url(reader.string()) }, format: 'jwk' })
  if (kind === 'ssh-rsa') {
    const e = positive(reader.string())
    return createPublicKey({ key: { kty: 'RSA', e, n: positive(reader.string()) }, format: 'jwk' })
  }
  const curve = { nistp256: 'P-256', nistp384: 'P-384', nistp521: 'P-521' }[reader.string().toString()]
  const point = reader.string()
  const half = (point.length - 1) / 2
  return createPublicKey({ key: { kty: 'EC', crv: curve!, x: url(point.subarray(1, 1 + half)), y: url(point.subarray(1 + half)) }, format: 'jwk' })
}
