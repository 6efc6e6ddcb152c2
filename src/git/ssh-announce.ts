// Corrects two lists that the ssh2 package (1.17) announces wrongly and gives no setting for:
// - signature algorithms for client keys: a missing comma hides rsa-sha2-512, and SHA-1 and DSA are offered;
// - host key algorithms: SHA-1 is always offered along with an RSA host key.
import { signatureAlgorithms } from './ssh-keys.ts'

interface Lists {
  kex: { array: string[] }
  serverHostKey: { array: string[] }
  cs: Record<'cipher' | 'mac' | 'compress' | 'lang', { array: string[] }>
}

interface Internals {
  _protocol?: {
    _offer?: { lists: Lists; constructor: new (lists: object) => Internals['_protocol'] }
    _kex?: { remoteExtInfoEnabled?: boolean }
    _cipher: { encrypt(packet: Buffer): void }
    _packetRW: { write: { alloc(size: number, force: boolean): Buffer; allocStartKEX: number; finalize(packet: Buffer, force: boolean): Buffer } }
    _onHandshakeComplete?: (...args: unknown[]) => void
  }
}

const extInfo = 7

/** Call when a connection has sent its header and the key exchange has not begun. */
export function correct(connection: object): void {
  const protocol = (connection as Internals)._protocol
  const offer = protocol?._offer
  const complete = protocol?._onHandshakeComplete
  if (protocol === undefined || offer === undefined || complete === undefined) {
    throw new Error('this version of ssh2 is built differently; its announcements must be checked again')
  }
  const { kex, serverHostKey, cs } = offer.lists
  const both = { cipher: cs.cipher.array, mac: cs.mac.array, compress: cs.compress.array, lang: [] }
  protocol._offer = new offer.constructor({
    kex: kex.array,
    serverHostKey: serverHostKey.array.filter((name) => name !== 'ssh-rsa'),
    cs: both,
    sc: both,
  }) as unknown as typeof offer

  let first = true
  protocol._onHandshakeComplete = (...args) => {
    if (first && protocol._kex?.remoteExtInfoEnabled) {
      first = false
      const { write } = protocol._packetRW
      const payload = announcement()
      const packet = write.alloc(payload.length, true)
      packet.set(payload, write.allocStartKEX)
      protocol._cipher.encrypt(write.finalize(packet, true))
      protocol._kex.remoteExtInfoEnabled = false
    }
    complete(...args)
  }
}

function announcement(): Buffer {
  const string = (text: string) => {
    const bytes = Buffer.alloc(4 + text.length, text)
    bytes.writeUInt32BE(text.length)
    bytes.write(text, 4, 'latin1')
    return bytes
  }
  return Buffer.concat([
    Buffer.from([extInfo, 0, 0, 0, 1]), string('server-sig-algs'), string(signatureAlgorithms.join(',')),
  ])
}
