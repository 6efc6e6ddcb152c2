// Public SSH keys as people paste them: OpenSSH lines, SSH2 (RFC 4716) and PEM; one key, of a kind and size we accept.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { invalid } from '../../kernel/errors.ts'

export interface ParsedKey {
  type: string
  /** `type base64 comment`, normalised */
  content: string
  /** `SHA256:…` as ssh-keygen prints it */
  fingerprint: string
}

const LARGEST = 9500
const SMALLEST_RSA = 3071

const refuse = (why: string) => invalid(`Invalid key content: ${why}`)

/** Throws 422 for everything that is not exactly one acceptable public key. */
export function parsePublicKey(text: string): ParsedKey {
  const given = text.trim()
  if (given === '') throw refuse('the key is empty')
  if (Buffer.byteLength(given) > LARGEST) throw refuse('the key is too long')
  if (/PRIVATE KEY/.test(given)) throw refuse('this is a private key; never give it to anybody')
  const { declared, blob, comment } = given.startsWith('----') ? framed(given) : openSsh(given)
  const type = checkBlob(blob)
  if (declared !== undefined && declared !== type) throw refuse(`declared as ${declared} but it is ${type}`)
  const fingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
  return { type, content: [type, blob.toString('base64'), comment].filter(Boolean).join(' '), fingerprint }
}

interface Read {
  declared: string | undefined
  blob: Buffer
  comment: string
}

function openSsh(line: string): Read {
  if (/[\r\n]/.test(line)) throw refuse('only one key at a time')
  const parts = line.split(/[ \t]+/)
  if (parts.length === 1) return { declared: undefined, blob: decode(parts[0]), comment: '' }
  return { declared: parts[0], blob: decode(parts[1]), comment: clean(parts.slice(2).join(' ')) }
}

function framed(text: string): Read {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const last = lines.indexOf(lines[0].replace('BEGIN', 'END'))
  if (last !== lines.length - 1) throw refuse(last < 0 ? 'the end of the key is missing' : 'only one key at a time')
  if (lines[0] === '---- BEGIN SSH2 PUBLIC KEY ----') return ssh2(lines.slice(1, -1))
  if (lines[0] === '-----BEGIN PUBLIC KEY-----' || lines[0] === '-----BEGIN RSA PUBLIC KEY-----') return { declared: undefined, blob: fromPem(lines.join('\n')), comment: '' }
  throw refuse('the format is not known')
}

/** Headers `Name: value`, continued by a backslash, then the base64. */
function ssh2(lines: string[]): Read {
  let comment = ''
  let at = 0
  while (at < lines.length && (lines[at].includes(':') || lines[at - 1]?.endsWith('\\'))) {
    const [name, value] = [lines[at].slice(0, lines[at].indexOf(':')), lines[at].slice(lines[at].indexOf(':') + 1)]
    if (name.toLowerCase() === 'comment' && !lines[at - 1]?.endsWith('\\')) comment = value.trim().replace(/^"(.*)"$/, '$1')
    at++
  }
  return { declared: undefined, blob: decode(lines.slice(at).join('')), comment: clean(comment) }
}

// eslint-disable-next-line no-control-regex
const clean = (comment: string) => comment.replace(/[\x00-\x1f\x7f]+/g, ' ').trim()

function decode(text: string): Buffer {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw refuse('it is not base64')
  const blob = Buffer.from(text, 'base64')
  if (blob.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) throw refuse('it is not base64')
  return blob
}

function fromPem(pem: string): Buffer {
  let key: KeyObject
  try {
    key = createPublicKey({ key: pem, format: 'pem' })
  } catch {
    throw refuse('the PEM cannot be read')
  }
  const jwk = key.export({ format: 'jwk' }) as Record<string, string>
  const bytes = (member: string) => Buffer.from(jwk[member], 'base64url')
  if (jwk.kty === 'RSA') return blobOf(Buffer.from('ssh-rsa'), mpint(bytes('e')), mpint(bytes('n')))
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return blobOf(Buffer.from('ssh-ed25519'), bytes('x'))
  const curve = Object.entries(curves).find(([, one]) => jwk.kty === 'EC' && one.jwk === jwk.crv)
  if (!curve) throw refuse('keys of this kind are not accepted')
  return blobOf(Buffer.from(`ecdsa-sha2-${curve[0]}`), Buffer.from(curve[0]), Buffer.concat([Buffer.from([4]), bytes('x'), bytes('y')]))
}

const mpint = (number: Buffer) => (number[0] & 0x80 ? Buffer.concat([Buffer.from([0]), number]) : number)

function blobOf(...parts: Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    return [length, part]
  }))
}

const curves: Record<string, { jwk: string; size: number }> = {
  nistp256: { jwk: 'P-256', size: 32 },
  nistp384: { jwk: 'P-384', size: 48 },
  nistp521: { jwk: 'P-521', size: 66 },
}

/** The kind a blob is of, its members sound and nothing left over. */
function checkBlob(blob: Buffer): string {
  const [head, ...members] = split(blob)
  const type = head?.toString('latin1') ?? ''
  const fits = (count: number) => {
    if (members.length !== count) throw refuse('the key is damaged')
  }
  if (type === 'ssh-rsa') {
    fits(2)
    checkRsa(members[0], members[1])
  } else if (type === 'ssh-ed25519' || type === 'sk-ssh-ed25519@openssh.com') {
    fits(type.startsWith('sk-') ? 2 : 1)
    if (members[0].length !== 32) throw refuse('the key is damaged')
  } else if (/^ecdsa-sha2-nistp(256|384|521)$/.test(type) || type === 'sk-ecdsa-sha2-nistp256@openssh.com') {
    fits(type.startsWith('sk-') ? 3 : 2)
    checkPoint(/nistp\d+/.exec(type)![0], members[0].toString('latin1'), members[1])
  } else throw refuse(type === 'ssh-dss' ? 'DSA keys are not accepted' : 'keys of this kind are not accepted')
  return type
}

function split(blob: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let at = 0
  while (at < blob.length) {
    const end = at + 4 <= blob.length ? at + 4 + blob.readUInt32BE(at) : Infinity
    if (end > blob.length || parts.length > 4) throw refuse('the key is damaged')
    parts.push(blob.subarray(at + 4, end))
    at = end
  }
  return parts
}

function checkRsa(e: Buffer, n: Buffer): void {
  if (e.length === 0 || n.length === 0 || e[0] & 0x80 || n[0] & 0x80 || !(e[e.length - 1] & 1) || !(n[n.length - 1] & 1)) throw refuse('the key is damaged')
  const bits = BigInt(`0x${n.toString('hex')}`).toString(2).length
  if (bits < SMALLEST_RSA) throw refuse(`an RSA key needs at least ${SMALLEST_RSA} bits, this one has ${bits}`)
}

function checkPoint(curve: string, declared: string, point: Buffer): void {
  const { jwk: crv, size } = curves[curve]
  if (declared !== curve || point.length !== 1 + 2 * size || point[0] !== 4) throw refuse('the key is damaged')
  const member = (from: number) => point.subarray(from, from + size).toString('base64url')
  try {
    createPublicKey({ key: { kty: 'EC', crv, x: member(1), y: member(1 + size) }, format: 'jwk' })
  } catch {
    throw refuse('the point is not on its curve')
  }
}
