// SSH signatures (`-----BEGIN SSH SIGNATURE-----`) over node:crypto.
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Signature } from './parse.ts'
import { fingerprint } from './ssh-keys.ts'

export interface SshSignature {
  /** SHA256:… of the key that signed */
  fingerprint: string
  /** whether it is good for what it came with */
  good(): boolean
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

// objects are kept in memory, and checking a signature costs more than all else about a commit
const read = new WeakMap<Signature, SshSignature | null>()

/** The SSH signature of a commit or tag; null if it is none. */
export function sshSignature(signature: Signature): SshSignature | null {
  let found = read.get(signature)
  if (found === undefined) read.set(signature, (found = parse(signature)))
  return found
}

function parse({ text, payload }: Signature): SshSignature | null {
  const body = /^-----BEGIN SSH SIGNATURE-----\s+([A-Za-z0-9+/=\s]+)-----END SSH SIGNATURE-----\s*$/.exec(text)?.[1]
  if (!body) return null
  try {
    const outer = new Reader(Buffer.from(body, 'base64'))
    if (outer.take(6).toString() !== MAGIC || outer.number() !== 1) return null
    const key = Buffer.from(outer.string())
    const namespace = outer.string()
    const reserved = outer.string()
    const algorithm = outer.string().toString()
    const signature = new Reader(outer.string())
    const kind = signature.string().toString()
    const bytes = signature.string()
    if (namespace.toString() !== NAMESPACE || !['sha256', 'sha512'].includes(algorithm)) return null
    let known: boolean | undefined
    return { fingerprint: fingerprint(key), good: () => (known ??= check(key, kind, bytes, signed(reserved, algorithm, payload))) }
  } catch {
    return null
  }
}

const MAGIC = 'SSHSIG'
/** keeps a signature over a commit from being taken for one over anything else */
const NAMESPACE = 'git'

const framed = (part: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  return Buffer.concat([length, part])
}

const signed = (reserved: Buffer, algorithm: string, payload: Buffer) =>
  Buffer.concat([Buffer.from(MAGIC), ...[Buffer.from(NAMESPACE), reserved, Buffer.from(algorithm), createHash(algorithm).update(payload).digest()].map(framed)])

const WIDTH = 70

/** Signs as `ssh-keygen -Y sign -n git` does. `blob` is the public half as keys are sent. */
export function signSsh(key: KeyObject, blob: Buffer, payload: Buffer): string {
  const nothing = Buffer.alloc(0)
  const { kind, bytes } = signedBy(key, blob, signed(nothing, 'sha512', payload))
  const version = Buffer.from([0, 0, 0, 1])
  const signature = Buffer.concat([framed(Buffer.from(kind)), framed(bytes)])
  const whole = Buffer.concat([Buffer.from(MAGIC), version, ...[blob, Buffer.from(NAMESPACE), nothing, Buffer.from('sha512'), signature].map(framed)]).toString('base64')
  return `-----BEGIN SSH SIGNATURE-----\n${whole.match(new RegExp(`.{1,${WIDTH}}`, 'g'))!.join('\n')}\n-----END SSH SIGNATURE-----\n`
}

function signedBy(key: KeyObject, blob: Buffer, data: Buffer): { kind: string; bytes: Buffer } {
  const kind = new Reader(blob).string().toString()
  if (kind === 'ssh-ed25519') return { kind, bytes: sign(null, data, key) }
  if (kind === 'ssh-rsa') return { kind: 'rsa-sha2-512', bytes: sign('sha512', data, key) }
  const both = sign(HASHES[kind.slice(-3)], data, { key, dsaEncoding: 'ieee-p1363' })
  return { kind, bytes: Buffer.concat([both.subarray(0, both.length / 2), both.subarray(both.length / 2)].map((one) => framed(number(one)))) }
}

/** As SSH writes numbers: short, and never looking negative. */
function number(bytes: Buffer): Buffer {
  const short = bytes.subarray(Math.max(0, bytes.findIndex((one) => one !== 0)))
  return short[0] & 0x80 ? Buffer.concat([Buffer.alloc(1), short]) : short
}

const HASHES: Record<string, string> = { 256: 'sha256', 384: 'sha384', 521: 'sha512' }

function check(blob: Buffer, kind: string, bytes: Buffer, data: Buffer): boolean {
  try {
    const key = publicKey(blob)
    if (kind === 'ssh-ed25519') return verify(null, data, key, bytes)
    if (kind === 'rsa-sha2-256' || kind === 'rsa-sha2-512') return verify(kind.endsWith('256') ? 'sha256' : 'sha512', data, key, bytes)
    const curve = /^ecdsa-sha2-nistp(256|384|521)$/.exec(kind)?.[1]
    if (!curve) return false
    const size = Math.ceil(Number(curve) / 8)
    const parts = new Reader(bytes)
    const fixed = Buffer.concat([parts.string(), parts.string()].map((one) => Buffer.concat([Buffer.alloc(size), one]).subarray(-size)))
    return verify(HASHES[curve], data, { key, dsaEncoding: 'ieee-p1363' }, fixed)
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
