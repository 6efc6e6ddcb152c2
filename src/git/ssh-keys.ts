// Host keys of the SSH server, and the check of a client's signature.
import { createHash, createPublicKey, generateKeyPair, randomBytes, verify as verifyBytes } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { later } from '../kernel/later.ts'

export const ssh2 = later<typeof import('ssh2')>('ssh2')

const generate = promisify(generateKeyPair)

/** Signature algorithms we accept from clients; SHA-1 and DSA are not among them. */
export const signatureAlgorithms = [
  'ssh-ed25519', 'sk-ssh-ed25519@openssh.com', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521',
  'sk-ecdsa-sha2-nistp256@openssh.com', 'rsa-sha2-512', 'rsa-sha2-256',
]

const smallestRsa = 2048

/** SHA256:… as ssh-keygen prints it. */
export function fingerprint(blob: Buffer): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

/** Private keys in PEM, strongest first; made on the first start and kept. */
export async function hostKeys(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const encoding = {
    publicKeyEncoding: { type: 'spki' as const, format: 'pem' as const },
  }
  return [
    // OpenSSL's container for Ed25519 is not one that the ssh2 package reads.
    await keep(folder, 'ssh_host_ed25519_key', async () => readable(() => ssh2().utils.generateKeyPairSync('ed25519').private)),
    await keep(folder, 'ssh_host_ecdsa_key', async () => (await generate('ec', {
      namedCurve: 'P-256', ...encoding, privateKeyEncoding: { type: 'sec1', format: 'pem' },
    })).privateKey),
    await keep(folder, 'ssh_host_rsa_key', async () => (await generate('rsa', {
      modulusLength: 3072, ...encoding, privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    })).privateKey),
  ]
}

/** The package writes about one key in two hundred in a form that it cannot read itself, which would end every start. */
export function readable(make: () => string): string {
  for (;;) {
    const key = make()
    if (!(ssh2().utils.parseKey(key) instanceof Error)) return key
  }
}

const opaque = 'openssh-key-v1\0'

/** A host key's public half as known_hosts lists it: type and base64. Throws at a key that cannot be used. */
export function publicKey(pem: string): string {
  const blob = pem.includes('BEGIN OPENSSH PRIVATE KEY') ? ownContainer(pem) : blobOf(createPublicKey(pem).export({ format: 'jwk' }))
  const type = strings(blob)?.[0]
  if (!type) throw new Error('a host key has no public half')
  return `${type.toString('latin1')} ${blob.toString('base64')}`
}

function ownContainer(pem: string): Buffer {
  const bytes = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64')
  if (bytes.toString('latin1', 0, opaque.length) !== opaque) throw new Error('a host key is damaged')
  let at = opaque.length
  const next = () => bytes.subarray(at + 4, (at += 4 + bytes.readUInt32BE(at)))
  if (next().toString('latin1') !== 'none') throw new Error('a host key is locked by a passphrase')
  next()
  next()
  at += 4
  return next()
}

/** A public key as it is sent. */
export function blobOf({ kty, crv, x, y, e, n }: JsonWebKey): Buffer {
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const curve = /^P-(256|384|521)$/.test(crv ?? '') && `nistp${crv!.slice(2)}`
  if (kty === 'RSA') return framed([Buffer.from('ssh-rsa'), positive(bytes(e)), positive(bytes(n))])
  if (crv === 'Ed25519') return framed([Buffer.from('ssh-ed25519'), bytes(x)])
  if (!curve) throw new Error('a key is of a kind that is not served')
  return framed([Buffer.from(`ecdsa-sha2-${curve}`), Buffer.from(curve), Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)])])
}

const positive = (number: Buffer) => (number[0] & 0x80 ? Buffer.concat([Buffer.alloc(1), number]) : number)

function framed(parts: Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    return [length, part]
  }))
}

/** What a file holds, made before if there is none. */
export async function keep(folder: string, name: string, make: () => Promise<string>): Promise<string> {
  const path = join(folder, name)
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found !== null) return found
  // Complete under another name first: a half-written key would lock everybody out, and of two servers
  // starting at once both must end up with the same key.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(await make())
    await file.sync()
    await file.close()
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(path, 'utf8')
}

export interface Offer {
  algorithm: string
  blob: Buffer
  /** 'sha256' or 'sha512' for RSA, undefined for the rest. */
  hash: string | undefined
}

/** Whether we would take a signature by this key at all. */
export function acceptable(offer: Offer): boolean {
  if (offer.blob.length > 16 * 1024 || !sameType(offer)) return false
  if (offer.algorithm === 'ssh-rsa') {
    return (offer.hash === 'sha256' || offer.hash === 'sha512') && modulusBits(offer.blob) >= smallestRsa
  }
  return signatureAlgorithms.includes(offer.algorithm)
}

// The key names its own type; a client that announces another one is lying to somebody.
function sameType(offer: Offer): boolean {
  return strings(offer.blob)?.[0]?.toString('latin1') === offer.algorithm
}

function modulusBits(blob: Buffer): number {
  const modulus = strings(blob)?.[2]
  if (modulus === undefined) return 0
  const start = modulus.findIndex((byte) => byte !== 0)
  return start < 0 ? 0 : (modulus.length - start) * 8 - Math.clz32(modulus[start]) + 24
}

/** Whether `signature` (without its algorithm name) over `signed` was made by the offered key. */
export function verify(offer: Offer, signed: Buffer, signature: Buffer): boolean {
  try {
    if (offer.algorithm.startsWith('sk-')) return verifyToken(offer, signed, signature)
    const key = ssh2().utils.parseKey(Buffer.from(`${offer.algorithm} ${offer.blob.toString('base64')}`))
    if (key instanceof Error || Array.isArray(key)) return false
    return key.verify(signed, signature, offer.hash as 'sha256' | undefined) === true
  } catch {
    return false
  }
}

/** Keys on hardware tokens sign a digest together with a counter and whether somebody touched the token. */
function verifyToken(offer: Offer, signed: Buffer, tail: Buffer): boolean {
  const parts = strings(offer.blob)
  if (parts === null || tail.length < 6) return false
  const ed25519 = offer.algorithm === 'sk-ssh-ed25519@openssh.com'
  if (parts.length !== (ed25519 ? 3 : 4)) return false
  const application = parts[parts.length - 1]
  const signature = tail.subarray(0, -5)
  const trailer = tail.subarray(-5)
  const touched = (trailer[0] & 1) === 1
  if (!touched) return false
  const message = Buffer.concat([digest(application), trailer, digest(signed)])
  if (ed25519) {
    const x = parts[1].toString('base64url')
    return verifyBytes(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  }
  const point = parts[2]
  if (point.length !== 65 || point[0] !== 4) return false
  const pair = strings(signature)
  if (pair === null || pair.length !== 2) return false
  const key = createPublicKey({
    key: {
      kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const raw = Buffer.concat(pair.map((number) => fixed(number, 32)))
  return verifyBytes('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, raw)
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function fixed(number: Buffer, width: number): Buffer {
  const start = number.findIndex((byte) => byte !== 0)
  const digits = start < 0 ? Buffer.alloc(0) : number.subarray(start)
  if (digits.length > width) throw new RangeError('number too long')
  return Buffer.concat([Buffer.alloc(width - digits.length), digits])
}

/** The length-prefixed strings a key or signature is made of; null if it is not made of them. */
function strings(bytes: Buffer): Buffer[] | null {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 4 > bytes.length) return null
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    found.push(bytes.subarray(at + 4, end))
    at = end
  }
  return found
}
