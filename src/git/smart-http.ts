// Git over HTTP as plain functions: what a request asks for, and its answer as status, headers and a stream.
import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Busy } from './lane.ts'
import { ProtocolError, encode, flush } from './pktline.ts'
import { receive, receiveAdvertisement } from './receive.ts'
import type { PushPlan } from './receive.ts'
import { fetchable, headOf, ordered } from './refname.ts'
import type { Refs } from './refs.ts'
import { writesThrough } from './relay.ts'
import type { Git, GitDir } from './run.ts'
import { protocolVersion, upload, uploadAdvertisement, uploadArchive } from './upload.ts'

export type Service = 'git-upload-pack' | 'git-receive-pack' | 'git-upload-archive'

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** null where it goes to the reply that was given. */
  body: string | Buffer | Readable | null
}

const services = new Set<string>(['git-upload-pack', 'git-receive-pack', 'git-upload-archive'])

export const noCache: Record<string, string> = {
  'Expires': 'Fri, 01 Jan 1980 00:00:00 GMT',
  'Pragma': 'no-cache',
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
}
// What is named by its content never changes, but only those may keep it who were allowed to see it.
const forEver = { 'Cache-Control': 'private, max-age=31536000, immutable' }

/** The service a query or path names; null if there is no such service. */
export function serviceOf(name: unknown): Service | null {
  return typeof name === 'string' && services.has(name) ? name as Service : null
}

/** GET info/refs?service=…; only fetching and pushing have an advertisement. */
export async function advertise(
  dir: GitDir, refs: () => Promise<Refs>, service: Service, gitProtocol: string | undefined,
): Promise<HttpAnswer> {
  if (service === 'git-upload-archive') return text(400, 'no advertisement for this service\n')
  const version = protocolVersion(gitProtocol)
  const list = await refs()
  const packets = service === 'git-upload-pack' ? uploadAdvertisement(dir, list, version) : receiveAdvertisement(dir, list, version)
  return {
    status: 200,
    headers: { ...noCache, 'Content-Type': `application/x-${service}-advertisement` },
    body: Buffer.concat([encode(`# service=${service}\n`), flush, ...packets]),
  }
}

export interface RpcRequest {
  contentType: string | undefined
  contentEncoding: string | undefined
  gitProtocol: string | undefined
  body: Readable
}

export interface RpcOptions {
  /** Needed for git-receive-pack. */
  plan?: PushPlan
  /** Largest pack taken, after decompression of the request. */
  maxBytes?: number
  /** Said of a pack that is larger. */
  tooLarge?: string
  /** Throws when there is no room for more. */
  room?(): Promise<void>
  /** Where a fetch is written to without a detour: packs are long. */
  reply?: ServerResponse
  /** Hears of errors that happen while the answer is already on its way. */
  onError?(error: Error): void
}

/**
 * POST git-upload-pack, git-receive-pack, git-upload-archive. The answer's body streams; destroying it, or losing the
 * request's body, ends the work.
 */
export function rpc(
  git: Git, dir: GitDir, refs: () => Promise<Refs>, service: Service, request: RpcRequest, options: RpcOptions = {},
): HttpAnswer {
  if (request.contentType !== `application/x-${service}-request`) return text(400, 'unexpected content type\n')
  const coding = (request.contentEncoding ?? 'identity').toLowerCase()
  if (!['identity', 'gzip', 'x-gzip'].includes(coding)) return text(415, 'unsupported content encoding\n')
  if (service === 'git-receive-pack' && !options.plan) throw new TypeError('a push needs a plan')

  const gone = new AbortController()
  const headers = { ...noCache, 'Content-Type': `application/x-${service}-result` }
  const { output, body, silent, refuse } = service === 'git-upload-pack' && options.reply ? straightTo(options.reply, headers) : throughBody()
  output.once('close', () => { if (!output.writableFinished) gone.abort(new ProtocolError('the client left')) })
  output.on('error', () => {})
  const input = coding === 'identity' ? request.body : inflate(request.body)
  request.body.once('close', () => {
    if (!request.body.readableEnded) gone.abort(new ProtocolError('the client left'))
  })

  const version = protocolVersion(request.gitProtocol)
  const { signal } = gone
  const work = async () => {
    if (service === 'git-upload-pack') await upload(git, dir, refs, input, output, { stateless: true, version, signal })
    else if (service === 'git-upload-archive') await uploadArchive(git, dir, input, output, { signal })
    else await receive(git, dir, refs, input, output, options.plan!, { stateless: true, advertise: false, maxBytes: options.maxBytes, tooLarge: options.tooLarge, room: options.room, signal })
  }
  work().then(() => { output.end() }, (error: Error) => {
    if (signal.aborted) return void output.destroy()
    if (error instanceof Busy && refuse(error)) return
    // git's own errors carry a number there
    const theirs = error instanceof ProtocolError || String((error as NodeJS.ErrnoException).code).startsWith('Z_')
    if (!theirs) options.onError?.(error)
    // Whatever was said so far is worth more to the client than a broken connection.
    if (silent()) output.write(encode(`ERR ${theirs ? 'bad request' : 'the server could not complete this command'}`))
    output.end()
  })
  return { status: 200, headers, body }
}

interface Way {
  output: Writable
  body: Readable | null
  /** Whether nothing was said yet. */
  silent(): boolean
  /** Tells it by the status, where there still is one to tell it by. */
  refuse(error: Busy): boolean
}

function throughBody(): Way {
  const output = new PassThrough({ highWaterMark: 256 * 1024 })
  return { output, body: output, silent: () => !output.readableDidRead && output.readableLength === 0, refuse: () => false }
}

function straightTo(reply: ServerResponse, headers: Record<string, string>): Way {
  for (const [name, value] of Object.entries({ ...headers, 'X-Content-Type-Options': 'nosniff' })) reply.setHeader(name, value)
  const refuse = ({ status, headers: more, message }: Busy) => {
    if (reply.headersSent) return false
    reply.writeHead(status, { ...more, 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`)
    return true
  }
  return { output: writesThrough(reply), body: null, silent: () => !reply.headersSent, refuse }
}

function inflate(body: Readable): Readable {
  const gunzip = createGunzip()
  body.once('error', (error) => gunzip.destroy(error))
  body.once('close', () => { if (!body.readableEnded) gunzip.destroy() })
  return body.pipe(gunzip)
}

const dumbFiles: [RegExp, string][] = [
  [/^objects\/[0-9a-f]{2}\/(?:[0-9a-f]{38}|[0-9a-f]{62})$/, 'application/x-git-loose-object'],
  [/^objects\/pack\/pack-[0-9a-f]{40,64}\.pack$/, 'application/x-git-packed-objects'],
  [/^objects\/pack\/pack-[0-9a-f]{40,64}\.idx$/, 'application/x-git-packed-objects-toc'],
]

/**
 * The old protocol that only reads files. `path` is what follows the repository in the address; null means there is
 * no such file. Alternates are never told: they name folders of this machine.
 */
export async function dumbFile(dir: GitDir, refs: () => Promise<Refs>, path: string): Promise<HttpAnswer | null> {
  if (path === 'HEAD') {
    const { target } = headOf(await refs())
    return target === null ? null : text(200, `ref: ${target}\n`)
  }
  if (path === 'info/refs') {
    const lines = ordered(await refs()).filter((it) => fetchable(it.name)).flatMap(({ name, oid, peeled }) =>
      peeled ? [`${oid}\t${name}\n`, `${peeled}\t${name}^{}\n`] : [`${oid}\t${name}\n`])
    return text(200, lines.join(''))
  }
  if (path === 'objects/info/packs') {
    const names = await readdir(join(dir.path, 'objects', 'pack')).catch(() => [] as string[])
    const packs = names.filter((it) => /^pack-[0-9a-f]{40,64}\.pack$/.test(it)).sort()
    return text(200, packs.map((it) => `P ${it}\n`).join('') + '\n')
  }
  const kind = dumbFiles.find(([shape]) => shape.test(path))
  if (kind === undefined) return null
  const file = join(dir.path, path)
  const found = await lstat(file).catch(() => null)
  if (!found?.isFile()) return null
  return {
    status: 200,
    headers: { ...forEver, 'Content-Type': kind[1], 'Content-Length': String(found.size) },
    body: createReadStream(file),
  }
}

function text(status: number, body: string): HttpAnswer {
  return { status, headers: { ...noCache, 'Content-Type': 'text/plain; charset=utf-8' }, body }
}
