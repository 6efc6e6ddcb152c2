// Which hosts may be called: everything public, and of the rest only what the administrator lists.
import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'

export class OutboundError extends Error {
  override name = 'OutboundError'
  /** refused: by policy; failed: by the network or the other side. */
  kind: 'refused' | 'failed' | 'timeout' | 'too large'
  constructor(kind: OutboundError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

export type Checked = { ok: true, url: URL } | { ok: false, reason: string }

export interface OutboundPolicy {
  /** Why this host is refused as far as its spelling tells; null when only its addresses can say. */
  refusal(host: string, port: number): string | null
  /** Every address of the host; throws when one of them is refused. */
  addresses(host: string): Promise<string[]>
  admits(host: string, address: string | undefined): boolean
}

export interface PolicyOptions {
  /** Networks, addresses, host names and *.suffixes that are reachable although private. */
  allow?: readonly string[]
  /** Resolves a name to all its addresses. */
  resolve?: (host: string) => Promise<string[]>
}

// What is not for everybody, by the IANA special-purpose registries; 168.63.129.16 serves a cloud's machines only.
const PRIVATE_V4 = networks([
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4',
])
const GLOBAL_V6 = networks(['2000::/3'])
// 2001::/23 holds Teredo, 2002::/16 is 6to4: both embed an IPv4 address that nobody checks on the way.
const PRIVATE_V6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
const EMBEDDED_V4 = networks(['::ffff:0:0/96', '64:ff9b::/96'])

// Ports of other protocols, which an HTTP request could be made to speak to.
const FOREIGN_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119,
  123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989,
  990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 6000, 6379, 6566, 6665, 6666, 6667,
  6668, 6669, 6679, 6697, 10080, 11211, 27017,
])

/** Compiles the policy once; it is checked again at every use, for names change their addresses. */
export function outboundPolicy({ allow = [], resolve = systemResolve }: PolicyOptions = {}): OutboundPolicy {
  const nets = new BlockList()
  const names = new Set<string>()
  const suffixes: string[] = []
  for (const entry of allow) {
    const word = hostName(entry)
    if (isIP(word.split('/')[0]!)) addNetwork(nets, word)
    else if (word.startsWith('*.')) suffixes.push(word.slice(1))
    else names.add(word)
  }
  const namedHost = (host: string) => names.has(host) || suffixes.some((suffix) => host.endsWith(suffix))
  const admits = (host: string, address: string | undefined) => {
    const plain = unwrapped(address)
    return plain !== null && (namedHost(hostName(host)) || inside(nets, plain) || isPublic(plain))
  }
  const local = (name: string) => ['127.0.0.1', '::1'].filter((address) => admits(name, address))

  return {
    admits,
    refusal(host, port) {
      const name = hostName(host)
      if (FOREIGN_PORTS.has(port)) return `port ${port} is not a web port`
      if (isIP(name)) return admits(name, name) ? null : `${name} is not a public address`
      return isLocal(name) && !local(name).length ? `${name} is this machine` : null
    },
    async addresses(host) {
      const name = hostName(host)
      if (isIP(name) || isLocal(name)) {
        const found = isIP(name) ? [name].filter((address) => admits(name, address)) : local(name)
        if (!found.length) throw new OutboundError('refused', `${name} is not a public address`)
        return found
      }
      let found: string[]
      try {
        found = await resolve(name)
      } catch (error) {
        throw new OutboundError('failed', `${name} cannot be resolved`, { cause: error })
      }
      if (!found.length) throw new OutboundError('failed', `${name} has no address`)
      if (!found.every((address) => admits(name, address))) {
        throw new OutboundError('refused', `${name} has an address that is not public`)
      }
      return found
    },
  }
}

/** What the spelling of an address decides, for an early answer; names are resolved at use. */
export function checkUrl(text: string, policy: OutboundPolicy): Checked {
  const no = (reason: string): Checked => ({ ok: false, reason })
  if (!/^https?:\/\//i.test(text)) return no('only http and https addresses are called')
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)![1]!
  // Parsers disagree about these; some would find another host than we do.
  if (text.length > 4096 || /[\s\\\x00-\x1f\x7f]/.test(text) || authority.split('@').length > 2) {
    return no('the address is malformed')
  }
  const url = URL.parse(text)
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  if (!url || !url.hostname || written.includes('%')) return no('the address is malformed')
  if (isIPv4(url.hostname) && written !== url.hostname) return no(`${written} is not the usual spelling of an address`)
  const reason = policy.refusal(url.hostname, portOf(url))
  return reason === null ? { ok: true, url } : no(reason)
}

/** Like checkUrl, and resolves the name; one that cannot be resolved now is not refused. */
export async function checkUrlNow(text: string, policy: OutboundPolicy): Promise<Checked> {
  const checked = checkUrl(text, policy)
  if (!checked.ok) return checked
  try {
    await policy.addresses(checked.url.hostname)
  } catch (error) {
    if (error instanceof OutboundError && error.kind === 'refused') return { ok: false, reason: error.message }
  }
  return checked
}

/** Options for net, http and tls that connect to checked addresses only. */
export function guarded(policy: OutboundPolicy, host: string): { host: string, lookup: LookupFunction } {
  const lookup: LookupFunction = (_name, options, done) => {
    policy.addresses(host).then((found) => {
      const all = found.map((address) => ({ address, family: isIP(address) }))
      if (options.all) done(null, all)
      else done(null, all[0]!.address, all[0]!.family)
    }, (error) => done(error, []))
  }
  return { host: hostName(host), lookup }
}

/** Ends a socket that in spite of all leads to an address that is refused. */
export function guardSocket(policy: OutboundPolicy, host: string, socket: Socket): void {
  const check = () => {
    if (policy.admits(host, socket.remoteAddress)) return
    socket.destroy(new OutboundError('refused', `${hostName(host)} has an address that is not public`))
  }
  if (socket.connecting) socket.prependOnceListener('connect', check)
  else check()
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}

/** Lower case, without brackets and without the dot of the root. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function isLocal(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === 'localhost.localdomain'
}

async function systemResolve(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true, verbatim: true })).map((one) => one.address)
}

function isPublic(address: string): boolean {
  return isIPv4(address) ? !inside(PRIVATE_V4, address) : inside(GLOBAL_V6, address) && !inside(PRIVATE_V6, address)
}

// An IPv4 address inside an IPv6 one (mapped, NAT64) is judged as what it is; null is no address at all.
function unwrapped(address: string | undefined): string | null {
  if (!address || !isIP(address) || address.includes('%')) return null
  if (isIPv4(address) || !inside(EMBEDDED_V4, address)) return address
  const words = URL.parse(`http://[${address}]/`)!.hostname.slice(1, -1).split(':').slice(-2)
  const tail = words.map((word) => parseInt(word || '0', 16))
  return tail.flatMap((word) => [word >> 8, word & 255]).join('.')
}

function inside(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

function networks(entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) addNetwork(list, entry)
  return list
}

function addNetwork(list: BlockList, entry: string): void {
  const [address, bits] = entry.split('/') as [string, string?]
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
}
