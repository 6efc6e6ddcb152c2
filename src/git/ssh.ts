// The SSH door: public keys only, a handful of fixed commands, nothing that resembles a shell.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { AuthContext, ClientInfo, Connection, Server, ServerChannel, Session } from 'ssh2'
import { ProtocolError } from './pktline.ts'
import { writesThrough } from './relay.ts'
import { correct } from './ssh-announce.ts'
import { parseCommand } from './ssh-command.ts'
import type { SshCommand } from './ssh-command.ts'
import { acceptable, fingerprint, hostKeys, publicKey, ssh2, verify } from './ssh-keys.ts'

export interface OfferedKey {
  /** Type of the key, as in an authorized_keys line. */
  algorithm: string
  blob: Buffer
  /** SHA256:… */
  fingerprint: string
  address: string
}

export interface SshRequest extends SshCommand {
  /** The client's GIT_PROTOCOL, or an empty text. */
  protocol: string
  address: string
  input: Readable
  output: Writable
  /** Shows a line to the user. */
  say(text: string): void
  /** Aborted when the client leaves. */
  signal: AbortSignal
}

export interface SshOptions<Principal> {
  host: string
  port: number
  keysDir: string
  /** The login name; every user of a code host shares it. */
  user?: string
  authenticate(key: OfferedKey): Promise<Principal | null>
  /** Serves one command and says its exit code. */
  serve(principal: Principal, request: SshRequest): Promise<number>
  /** What somebody sees who logs in without a command. */
  greet?(principal: Principal): string
  onError?(error: Error): void
  limits?: Partial<SshLimits>
}

export interface SshLimits {
  connections: number
  /** Connections that have not signed in yet, from everywhere and from one address. */
  strangers: number
  strangersPerAddress: number
  loginMs: number
  tries: number
  sessions: number
  /** A command that neither reads nor writes for so long is ended. */
  idleMs: number
}

export interface SshServer {
  port: number
  /** Public host keys as known_hosts would list them: type and base64. */
  publicKeys: string[]
  /** Refuses newcomers, lets running commands finish for at most `graceMs`. */
  close(graceMs?: number): Promise<void>
}

const usual: SshLimits = {
  connections: 2000, strangers: 512, strangersPerAddress: 64, loginMs: 15_000, tries: 20, sessions: 10, idleMs: 600_000,
}

const algorithms = {
  kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org', 'ecdh-sha2-nistp256', 'ecdh-sha2-nistp384', 'ecdh-sha2-nistp521'],
  serverHostKey: ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'rsa-sha2-512', 'rsa-sha2-256'],
  // Pure JavaScript is slow or wrong with everything but GCM, and clients prefer CTR if it is offered.
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com'],
  compress: ['none'],
} as const

export async function startSsh<Principal>(options: SshOptions<Principal>): Promise<SshServer> {
  const limits = { ...usual, ...options.limits }
  const keys = await hostKeys(options.keysDir)
  const publicKeys = keys.map(publicKey)
  const sockets = new Map<string, Socket>()
  const strangers = new Map<Socket, string>()
  const running = new Set<Promise<void>>()
  const clients = new Set<Connection>()

  const listener = createServer({ noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? ''
    const neighbours = [...strangers.values()].filter((other) => other === address).length
    if (sockets.size >= limits.connections || strangers.size >= limits.strangers || neighbours >= limits.strangersPerAddress) {
      socket.destroy()
      return
    }
    const key = `${address} ${socket.remotePort}`
    sockets.set(key, socket)
    strangers.set(socket, address)
    const late = setTimeout(() => socket.destroy(), limits.loginMs)
    socket.once('signed-in', () => { clearTimeout(late); strangers.delete(socket) })
    socket.once('close', () => { clearTimeout(late); strangers.delete(socket); sockets.delete(key) })
    try {
      greeter().injectSocket(socket)
    } catch (error) {
      options.onError?.(error as Error)
      socket.destroy()
    }
  })

  let greeting: Server | undefined
  /** Made for the first client: until somebody comes over SSH, what speaks it is not in memory. */
  function greeter(): Server {
    if (greeting) return greeting
    greeting = new (ssh2().Server)({ hostKeys: keys, algorithms: algorithms as never, ident: 'Codestead' }, greet)
    return greeting.on('error', (error: Error) => options.onError?.(error))
  }

  function greet(client: Connection, info: ClientInfo) {
    client.on('error', () => {})
    const socket = sockets.get(`${info.ip} ${info.port}`)
    if (socket === undefined) return void client.end()
    clients.add(client)
    client.once('close', () => clients.delete(client))
    try {
      correct(client)
    } catch (error) {
      options.onError?.(error as Error)
      socket.destroy()
      return
    }
    welcome(client, socket)
  }

  function welcome(client: Connection, socket: Socket) {
    const address = socket.remoteAddress ?? ''
    let principal: Principal | null = null
    let tries = 0
    let sessions = 0

    client.on('authentication', (context) => {
      if (++tries > limits.tries) {
        context.reject(['publickey'])
        client.end()
        return
      }
      check(context).catch((error: Error) => {
        options.onError?.(error)
        context.reject(['publickey'])
      })
    })

    async function check(context: AuthContext): Promise<void> {
      if (context.method !== 'publickey' || context.username !== (options.user ?? 'git')) return context.reject(['publickey'])
      const offer = { algorithm: context.key.algo, blob: context.key.data, hash: context.hashAlgo }
      if (!acceptable(offer)) return context.reject(['publickey'])
      const found = await options.authenticate({
        algorithm: offer.algorithm, blob: offer.blob, fingerprint: fingerprint(offer.blob), address,
      })
      if (found === null) return context.reject(['publickey'])
      if (context.signature === undefined || context.blob === undefined) return context.accept()
      if (!verify(offer, context.blob, context.signature)) return context.reject(['publickey'])
      // Only the key that signed says who this is; keys that were merely shown do not.
      principal = found
      context.accept()
    }

    client.on('ready', () => socket.emit('signed-in'))
    client.on('session', (accept, reject) => {
      if (principal === null || sessions >= limits.sessions) return void reject()
      sessions++
      const session = accept()
      session.once('close', () => sessions--)
      attend(session, client, socket, principal)
    })
  }

  function attend(session: Session, client: Connection, socket: Socket, principal: Principal) {
    let protocol = ''
    session.on('env', (accept, reject, variable) => {
      // ssh2's types have it otherwise, but the callbacks are missing when the client wants no answer.
      if (variable.key !== 'GIT_PROTOCOL' || !/^[a-z0-9=:.-]{1,256}$/i.test(variable.val)) return void reject?.()
      protocol = variable.val
      accept?.()
    })
    session.on('pty', (accept) => void accept?.())
    session.on('shell', (accept) => {
      const channel = accept()
      if (!channel) return
      const text = options.greet?.(principal) ?? 'Hello. Your key works, but there is no shell here.'
      leave(channel, 0, `${text}\n`)
    })
    session.on('exec', (accept, _reject, { command: text }) => {
      const channel = accept()
      if (!channel) return
      const command = parseCommand(text)
      if (command === null) return leave(channel, 1, 'Only git and git-lfs commands with one repository path are served here.\n')
      const work = serve(channel, session, client, socket, principal, command, protocol)
        .catch((error: Error) => options.onError?.(error))
        .finally(() => running.delete(work))
      running.add(work)
    })
  }

  async function serve(
    channel: ServerChannel, session: Session, client: Connection, socket: Socket, principal: Principal,
    command: SshCommand, protocol: string,
  ): Promise<void> {
    const gone = new AbortController()
    const idle = setTimeout(() => client.end(), limits.idleMs)
    const input = new PassThrough()
    const output = outputOf(channel, socket, idle)
    const abort = () => {
      gone.abort()
      input.destroy()
      output.destroy()
    }
    input.on('error', () => {})
    output.on('error', () => {})
    channel.on('data', () => idle.refresh())
    channel.pipe(input)
    channel.on('error', abort)
    session.once('close', abort)
    client.once('close', abort)
    const say = (line: string) => { channel.stderr.write(`${line.replace(/[\r\n]+$/, '')}\n`) }
    let code = 1
    try {
      code = await options.serve(principal, {
        ...command, protocol, input, output, say, signal: gone.signal, address: socket.remoteAddress ?? '',
      })
      if (!output.writableEnded) output.end()
      if (!gone.signal.aborted) await finished(output)
    } catch (error) {
      if (!gone.signal.aborted && error instanceof ProtocolError) say(`${error.message}.`)
      else if (!gone.signal.aborted) {
        options.onError?.(error as Error)
        say('The server could not complete this command.')
      }
    } finally {
      clearTimeout(idle)
      session.off('close', abort)
      client.off('close', abort)
      leave(channel, code)
    }
  }

  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(options.port, options.host, () => {
      listener.off('error', reject)
      listener.on('error', (error) => options.onError?.(error))
      resolve()
    })
  })

  async function close(graceMs = 0): Promise<void> {
    const stopped = new Promise<void>((resolve) => listener.close(() => resolve()))
    if (graceMs > 0 && running.size > 0) {
      let timer: NodeJS.Timeout | undefined
      await Promise.race([Promise.allSettled(running), new Promise((resolve) => { timer = setTimeout(resolve, graceMs) })])
      clearTimeout(timer)
    }
    for (const client of clients) client.end()
    for (const socket of sockets.values()) socket.destroy()
    await Promise.allSettled(running)
    await stopped
  }

  return { port: (listener.address() as AddressInfo).port, publicKeys, close }
}

// ssh2 writes to the socket without asking whether it drains; a client that opens a huge window and stops reading
// would otherwise make us hold everything.
function outputOf(channel: ServerChannel, socket: Socket, idle: NodeJS.Timeout): Writable {
  return writesThrough(new Writable({
    highWaterMark: 64 * 1024,
    write(chunk: Buffer, _encoding, done) {
      // a packet is written in three pieces, and there are several in a chunk
      socket.cork()
      process.nextTick(() => socket.uncork())
      channel.write(chunk, () => {
        idle.refresh()
        if (socket.writableLength > 256 * 1024) socket.once('drain', () => done())
        else done()
      })
    },
  }))
}

function leave(channel: ServerChannel, code: number, text?: string): void {
  if (text !== undefined) channel.stderr.write(text.replace(/\r?\n/g, '\r\n'))
  channel.exit(code)
  channel.end()
}
