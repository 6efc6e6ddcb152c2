// The master key outside the database, what is sealed and signed with it, passwords, tokens and randomness.
import {
  argon2, createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual,
} from 'node:crypto'
import {
  chmodSync, closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { unavailable } from './errors.ts'

/** The key file or a sealed value cannot be used. */
export class SecretError extends Error {
  override name = 'SecretError'
}

export interface Secrets {
  /** Seals text; it opens only with the same context, so name table, column and row in it. */
  encrypt(plain: string, context: string): string
  decrypt(sealed: string, context: string): string
  /** Whether a value was sealed with a key that has been replaced. */
  stale(sealed: string): boolean
  /** A short-lived link value: data for one purpose until a unix second. */
  sign(purpose: string, data: unknown, expires: number): string
  /** The data, or null when forged, for another purpose, or expired. */
  verify<T = unknown>(purpose: string, signed: string, now: number): T | null
  /** 32 bytes of the current key for a purpose of its own. */
  derive(purpose: string): Buffer
}

interface MasterKey {
  id: string
  bytes: Buffer
}

/** Opens the key file, creating it (mode 0600) on first start. */
export function openSecrets(file: string): Secrets {
  return withKeys(readKeys(file))
}

/** Adds a key to the file; it seals from the next start on, and the old ones still open. */
export function rotateKey(file: string): void {
  const lines = [...readKeys(file).map((key) => key.bytes.toString('hex')), randomBytes(32).toString('hex')]
  const temporary = writeBeside(file, lines)
  renameSync(temporary, file)
  flushFolder(file)
}

function withKeys(keys: MasterKey[]): Secrets {
  const current = keys.at(-1)!
  const derived = new Map<string, Buffer>()
  const from = (key: MasterKey, purpose: string) => {
    const name = `${key.id} ${purpose}`
    let bytes = derived.get(name)
    if (!bytes) derived.set(name, bytes = Buffer.from(hkdfSync('sha256', key.bytes, 'codestead', purpose, 32)))
    return bytes
  }
  const byId = (id: string | undefined) => keys.find((key) => key.id === id)
  const mac = (key: MasterKey, ...fields: string[]) => createHmac('sha256', from(key, 'sign')).update(framed(fields)).digest()

  return {
    encrypt(plain, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', from(current, 'encrypt'), iv).setAAD(framed(['v1', context]))
      const body = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${current.id}.${body.toString('base64url')}`
    },
    decrypt(sealed, context) {
      const [version, id, text, more] = sealed.split('.')
      const body = Buffer.from(text ?? '', 'base64url')
      if (version !== 'v1' || more !== undefined || body.length < 28) {
        throw new SecretError('A sealed value has an unknown form.')
      }
      const key = byId(id)
      if (!key) throw new SecretError(`A value is sealed with the key ${id}, which is not in the key file.`)
      const decipher = createDecipheriv('aes-256-gcm', from(key, 'encrypt'), body.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(framed(['v1', context])).setAuthTag(body.subarray(-16))
      try {
        return Buffer.concat([decipher.update(body.subarray(12, -16)), decipher.final()]).toString('utf8')
      } catch {
        throw new SecretError('A sealed value was altered or belongs elsewhere.')
      }
    },
    stale: (sealed) => sealed.split('.')[1] !== current.id,
    sign(purpose, data, expires) {
      const until = String(Math.floor(expires))
      const body = Buffer.from(JSON.stringify(data)).toString('base64url')
      return [current.id, until, body, mac(current, purpose, until, body).toString('base64url')].join('.')
    },
    verify(purpose, signed, now) {
      const [id, until, body, tag, more] = signed.split('.')
      const key = byId(id)
      if (!key || !until || !body || !tag || more !== undefined || !/^\d{1,15}$/.test(until)) return null
      if (!equalBytes(mac(key, purpose, until, body), Buffer.from(tag, 'base64url')) || Number(until) < now) return null
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    },
    derive: (purpose) => Buffer.from(from(current, `own ${purpose}`)),
  }
}

function readKeys(file: string): MasterKey[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    createKey(file)
    text = readFileSync(file, 'utf8')
  }
  if (statSync(file).mode & 0o007) {
    throw new SecretError(`The key file ${file} is open to everybody; run: chmod 600 ${file}`)
  }
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))
  if (!lines.length || !lines.every((line) => /^[0-9a-f]{64}$/i.test(line))) {
    throw new SecretError(`The key file ${file} does not hold 64 hexadecimal digits a line.`)
  }
  return lines.map((line) => {
    const bytes = Buffer.from(line, 'hex')
    return { id: createHash('sha256').update('key id').update(bytes).digest('hex').slice(0, 8), bytes }
  })
}

function createKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o750 })
  const temporary = writeBeside(file, [randomBytes(32).toString('hex')])
  try {
    // Link, not rename: of two servers starting at once the first wins and both read its key.
    linkSync(temporary, file)
    flushFolder(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(temporary)
  }
}

function writeBeside(file: string, lines: string[]): string {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  const fd = openSync(temporary, 'wx', 0o600)
  try {
    writeSync(fd, `# Opens what the database keeps sealed. Back it up apart from the database.\n${lines.join('\n')}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  chmodSync(temporary, 0o600)
  return temporary
}

function flushFolder(file: string): void {
  const fd = openSync(dirname(file), 'r')
  try { fsyncSync(fd) } finally { closeSync(fd) }
}

// Length before each field, so that no two lists of fields give the same bytes.
function framed(fields: readonly string[]): Buffer {
  return Buffer.concat(fields.flatMap((field) => {
    const bytes = Buffer.from(field, 'utf8')
    const size = Buffer.alloc(4)
    size.writeUInt32BE(bytes.length)
    return [size, bytes]
  }))
}

const COST = { m: 19456, t: 2, p: 1 }
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
// For unknown users: costs what a real check costs and never matches.
const DUMMY = `$argon2id$v=19$m=${COST.m},t=${COST.t},p=${COST.p}$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`

/** Hashes a password as an argon2id PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derivePassword(password, salt, COST, 32)
  return `$argon2id$v=19$m=${COST.m},t=${COST.t},p=${COST.p}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Whether the password fits; without a stored hash it takes as long and says no. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const found = PHC.exec(stored ?? '')
  const [, m, t, p, salt, tag] = found ?? PHC.exec(DUMMY)!
  const cost = { m: Number(m), t: Number(t), p: Number(p) }
  if (cost.m > 262144 || cost.m < 8 * cost.p || cost.t < 1 || cost.t > 10 || cost.p < 1 || cost.p > 16) return false
  const expected = Buffer.from(tag!, 'base64')
  const fits = equalBytes(await derivePassword(password, Buffer.from(salt!, 'base64'), cost, expected.length), expected)
  return fits && found !== null
}

/** Whether a stored hash is of another kind or cost than new ones. */
export function needsRehash(stored: string): boolean {
  const [, m, t, p] = PHC.exec(stored) ?? []
  return Number(m) !== COST.m || Number(t) !== COST.t || Number(p) !== COST.p
}

// Hashing shares its threads with file access: at most two at once, the rest wait their turn.
// Beyond a line nobody would wait in they are turned away, so that guessing passwords does not pile up.
let hashing = 0
const waiting: (() => void)[] = []
const LINE = 256

async function derivePassword(password: string, nonce: Buffer, { m, t, p }: typeof COST, tagLength: number): Promise<Buffer> {
  if (waiting.length >= LINE) throw unavailable('too many sign-ins at once', 5)
  if (hashing >= 2) await new Promise<void>((go) => waiting.push(go))
  else hashing++
  try {
    const parameters = { message: Buffer.from(password, 'utf8'), nonce, parallelism: p, tagLength, memory: m, passes: t }
    return await new Promise((resolve, reject) => {
      argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag as Buffer)))
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else hashing--
  }
}

export interface VerifiedCredentials<T> {
  /** The remembered value for these credentials, or what `check` finds; null is not remembered. */
  load(parts: readonly string[], check: () => Promise<{ userId: number, value: T } | null>): Promise<T | null>
  /** Forgets everything of one user; a check under way is not remembered. */
  drop(userId: number): void
  clear(): void
}

/** A bounded memory of credentials that were found good, so that each is checked once and not per request. */
export function verifiedCredentials<T>(
  { max = 10_000, ttlMs = 300_000, now = () => performance.now() } = {},
): VerifiedCredentials<T> {
  const processKey = randomBytes(32)
  const held = new Map<string, { userId: number, value: T, until: number }>()
  const pending = new Map<string, Promise<T | null>>()
  let epoch = 0
  const forget = () => {
    epoch++
    pending.clear()
  }
  return {
    load(parts, check) {
      const key = createHmac('sha256', processKey).update(framed(parts)).digest('base64')
      const known = held.get(key)
      if (known) {
        held.delete(key)
        if (known.until > now()) {
          held.set(key, known)
          return Promise.resolve(known.value)
        }
      }
      const underWay = pending.get(key)
      if (underWay) return underWay
      const started = epoch
      const result = check().then((found) => {
        if (!found) return null
        if (started === epoch) {
          held.set(key, { ...found, until: now() + ttlMs })
          if (held.size > max) held.delete(held.keys().next().value!)
        }
        return found.value
      }).finally(() => {
        if (pending.get(key) === result) pending.delete(key)
      })
      pending.set(key, result)
      return result
    },
    drop(userId) {
      forget()
      for (const [key, entry] of held) if (entry.userId === userId) held.delete(key)
    },
    clear() {
      forget()
      held.clear()
    },
  }
}

/** A new access token: 40 hexadecimal digits. */
export function newToken(): string {
  return randomBytes(20).toString('hex')
}

/** What is stored of a token; plain SHA-256 is enough for 160 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}

export function newUuid(): string {
  return randomUUID()
}

/** Random letters and digits for names and ids. */
export function randomId(length = 16): string {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
  let id = ''
  while (id.length < length) {
    // Bytes from 252 on would favour the first letters.
    for (const byte of randomBytes(length * 2)) if (byte < 252 && id.length < length) id += alphabet[byte % 36]
  }
  return id
}

/** Hexadecimal HMAC, as webhook signatures carry it. */
export function hmacHex(algorithm: 'sha256' | 'sha1', key: string | Buffer, data: string | Buffer): string {
  return createHmac(algorithm, key).update(data).digest('hex')
}

/** Compares without telling by its time where two texts differ. */
export function constantTimeEqual(a: string, b: string): boolean {
  return equalBytes(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}

function equalBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
