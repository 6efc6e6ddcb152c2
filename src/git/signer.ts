// The key with which the server signs the commits and tags that it makes, and the public halves of all that it ever used:
// what one of them signed stays verified when another takes its place, or none does.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../kernel/config.ts'
import { later } from '../kernel/later.ts'
import { Lru } from '../kernel/lru.ts'
import type { Signature } from './parse.ts'
import { blobOf, fingerprint, keep, ssh2 } from './ssh-keys.ts'
import { signSsh, sshSignature } from './sshsig.ts'
import type { Sign } from './write.ts'

const openpgp = later<typeof import('openpgp')>('openpgp')

export interface ServerKey {
  kind: 'ssh' | 'gpg'
  /** SHA256:… or the sixteen digits of an OpenPGP key */
  id: string
  /** the public half, as it is handed out */
  text: string
}

export interface Signer {
  /** undefined where nothing is signed */
  key?: ServerKey
  sign?: Sign
  /** Which of the server's keys made a signature; undefined if none of them. */
  madeBy(signature: Signature): Promise<{ key: ServerKey; good: boolean } | undefined>
}

export interface SignerOptions {
  /** where keys are kept */
  folder: string
  on: boolean
  /** a private key to use instead of one made here */
  file: string
}

export async function openSigner({ folder, on, file }: SignerOptions): Promise<Signer> {
  const own = on ? await load(file ? await readKey(file) : await made(folder), file || join(folder, NAME)) : undefined
  if (own) await note(folder, own.key)
  const known = await noted(folder)
  const checked: Checked = new WeakMap()
  if (!own) return { madeBy: (signature) => madeBy(known, checked, signature) }
  const fresh = new Lru<Buffer>(FRESH)
  return {
    key: own.key,
    async sign(payload) {
      const text = await own.sign(payload)
      fresh.set(text.trimEnd(), payload, text.length + payload.length + 100)
      return text
    },
    // what was signed here a moment ago, and is shown to whoever asked for it, needs no checking
    madeBy: async (signature) => (fresh.get(signature.text.trimEnd())?.equals(signature.payload) ? { key: own.key, good: true } : madeBy(known, checked, signature)),
  }
}

/** bytes of signatures that are remembered */
const FRESH = 200_000

const NAME = 'signing_key'
const ENDINGS = { ssh: '.pub', gpg: '.asc' }

const readKey = (path: string) => readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
  throw new ConfigError(`The signing key ${path} cannot be read (${error.code}).`)
})

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return keep(folder, NAME, async () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
}

async function load(text: string, path: string): Promise<{ key: ServerKey; sign: Sign }> {
  try {
    return text.includes('BEGIN PGP PRIVATE KEY') ? await gpgKey(text) : sshKey(text)
  } catch {
    throw new ConfigError(`The signing key ${path} is neither an SSH key (Ed25519, ECDSA or RSA) nor an OpenPGP key, or it is locked by a passphrase.`)
  }
}

function sshKey(text: string): { key: ServerKey; sign: Sign } {
  const secret = createPrivateKey(text.includes('BEGIN OPENSSH PRIVATE KEY') ? plainOf(text) : text)
  const blob = blobOf(createPublicKey(secret as KeyObject & string).export({ format: 'jwk' }))
  return { key: sshPublic(blob), sign: async (payload) => signSsh(secret, blob, payload) }
}

// the container of ssh-keygen is none that node reads
function plainOf(text: string): string {
  const parsed = ssh2().utils.parseKey(text)
  if (parsed instanceof Error) throw parsed
  return [parsed].flat()[0].getPrivatePEM()
}

const sshPublic = (blob: Buffer): ServerKey => ({ kind: 'ssh', id: fingerprint(blob), text: `${blob.toString('latin1', 4, 4 + blob.readUInt32BE(0))} ${blob.toString('base64')}\n` })

async function gpgKey(text: string): Promise<{ key: ServerKey; sign: Sign }> {
  const { createMessage, readPrivateKey, sign } = openpgp()
  const signingKeys = await readPrivateKey({ armoredKey: text })
  const own = { key: gpgPublic(signingKeys.toPublic()), sign: async (payload: Buffer) => {
    const armour = await sign({ message: await createMessage({ binary: new Uint8Array(payload) }), signingKeys, detached: true, format: 'armored' })
    return String(armour).replaceAll('\r\n', '\n')
  } }
  await own.sign(Buffer.alloc(0))
  return own
}

const gpgPublic = (key: { getKeyID(): { toHex(): string }; armor(): string }): ServerKey => ({ kind: 'gpg', id: key.getKeyID().toHex().toUpperCase(), text: key.armor() })

async function note(folder: string, key: ServerKey): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await keep(folder, key.id.replace(/^SHA256:/, '').replace(/[+/]/g, (one) => (one === '+' ? '-' : '_')) + ENDINGS[key.kind], async () => key.text)
}

async function noted(folder: string): Promise<ServerKey[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)))
  const texts = (ending: string) => Promise.all(names.filter((one) => one.endsWith(ending)).map((one) => readFile(join(folder, one), 'utf8')))
  const ssh = (await texts(ENDINGS.ssh)).map((text) => sshPublic(Buffer.from(text.split(' ')[1] ?? '', 'base64')))
  const gpg = (await texts(ENDINGS.gpg)).map(async (text) => gpgPublic(await openpgp().readKey({ armoredKey: text })))
  return [...ssh, ...(await Promise.all(gpg))]
}

type Checked = WeakMap<Signature, ReturnType<Signer['madeBy']>>

async function madeBy(known: readonly ServerKey[], checked: Checked, signature: Signature): ReturnType<Signer['madeBy']> {
  if (known.length === 0) return undefined
  const ssh = sshSignature(signature)
  if (ssh) {
    const key = known.find((one) => one.id === ssh.fingerprint)
    return key && { key, good: ssh.good() }
  }
  const rings = known.filter((one) => one.kind === 'gpg')
  if (rings.length === 0 || !signature.text.startsWith('-----BEGIN PGP SIGNATURE-----')) return undefined
  let found = checked.get(signature)
  if (!found) checked.set(signature, (found = madeByRing(rings, signature)))
  return found
}

async function madeByRing(rings: readonly ServerKey[], { text, payload }: Signature): ReturnType<Signer['madeBy']> {
  const { createMessage, readKey, readSignature, verify } = openpgp()
  try {
    const signature = await readSignature({ armoredSignature: text })
    const ids = signature.getSigningKeyIDs().map((one) => one.toHex())
    for (const key of rings) {
      const ring = await readKey({ armoredKey: key.text })
      if (!ring.getKeys().some((one) => ids.includes(one.getKeyID().toHex()))) continue
      const { signatures } = await verify({ message: await createMessage({ binary: new Uint8Array(payload) }), signature, verificationKeys: ring })
      const all = await Promise.all(signatures.map((one) => one.verified.then(() => true, () => false)))
      return { key, good: all.length > 0 && all.every(Boolean) }
    }
  } catch {
    return undefined
  }
}
