// OpenPGP keys and signatures; the library is loaded when somebody first brings one.
import { later } from '../../kernel/later.ts'

const library = later<typeof import('openpgp')>('openpgp')

export interface PgpKey {
  /** 16 hexadecimal digits in capitals */
  id: string
  /** base64 of its packet */
  packet: string
  canSign: boolean
  canEncrypt: boolean
  /** unix seconds, 0 = never */
  expires: number
}
export interface PgpRing extends PgpKey {
  armor: string
  /** addresses its owner certified, in small letters */
  emails: string[]
  subkeys: PgpKey[]
}

const LARGEST = 256 * 1024
const SUBKEYS = 50
const signs = new Set([1, 3, 17, 19, 22, 27, 28])
const encrypts = new Set([1, 2, 16, 18, 25, 26])

type Any = { keyPacket: { algorithm: unknown; write(): Uint8Array }; getKeyID(): { toHex(): string }; getExpirationTime(): Promise<Date | typeof Infinity | null> }

async function read(one: Any): Promise<PgpKey> {
  const { enums, PacketList } = library()
  const list = new PacketList()
  list.push(one.keyPacket as never)
  const { algorithm } = one.keyPacket
  const kind = typeof algorithm === 'number' ? algorithm : enums.publicKey[algorithm as keyof typeof enums.publicKey] as unknown as number
  const expires = await one.getExpirationTime()
  return {
    id: one.getKeyID().toHex().toUpperCase(),
    packet: Buffer.from(list.write() as Uint8Array).toString('base64'),
    canSign: signs.has(kind),
    canEncrypt: encrypts.has(kind),
    expires: expires instanceof Date ? Math.floor(expires.getTime() / 1000) : 0,
  }
}

const holds = (check: Promise<unknown>) => check.then(() => true, (error) => /expired/i.test(String(error)))

/** One public key with its subkeys; null for anything else, or where it does not vouch for itself. */
export async function readRing(armor: string): Promise<PgpRing | null> {
  if (armor.length > LARGEST) return null
  try {
    const key = await library().readKey({ armoredKey: armor })
    if (key.isPrivate() || !(await holds(key.verifyPrimaryKey()))) return null
    const emails: string[] = []
    for (const user of key.users) {
      const email = user.userID?.email?.toLowerCase()
      if (email && (await user.verify().then(() => true, () => false))) emails.push(email)
    }
    const subkeys: PgpKey[] = []
    for (const one of key.subkeys.slice(0, SUBKEYS)) if (await holds(one.verify())) subkeys.push(await read(one as unknown as Any))
    return { ...(await read(key as unknown as Any)), armor: key.armor(), emails: [...new Set(emails)], subkeys }
  } catch {
    return null
  }
}

/** The ids of the keys that made a detached signature; none where it is no signature. */
export async function signersOf(armor: string): Promise<string[]> {
  if (armor.length > LARGEST) return []
  try {
    const signature = await library().readSignature({ armoredSignature: armor })
    return signature.getSigningKeyIDs().map((one) => one.toHex().toUpperCase())
  } catch {
    return []
  }
}

/** Whether a detached signature over these bytes was made by the key or one of its subkeys. */
export async function isSignedBy(armor: string, bytes: Buffer, keyArmor: string): Promise<boolean> {
  const { createMessage, readKey, readSignature, verify } = library()
  try {
    const signature = await readSignature({ armoredSignature: armor })
    const { signatures } = await verify({ message: await createMessage({ binary: new Uint8Array(bytes) }), signature, verificationKeys: await readKey({ armoredKey: keyArmor }) })
    if (signatures.length === 0) return false
    for (const one of signatures) await one.verified
    return true
  } catch {
    return false
  }
}
