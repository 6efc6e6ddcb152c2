// Blobs in an S3 bucket. Bytes are spooled first, so that their hash is signed and a failed put can be tried again.
import { AwsV4Signer } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { BlobError } from './blobs-store.ts'
import type { BlobStat, BlobsConfig, Store } from './blobs-store.ts'
import { http } from './later.ts'

interface Call {
  method: string
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Made anew for each try. */
  body?: () => Readable
  size?: number
  sha256?: string
}

const EMPTY = createHash('sha256').digest('hex')
const TRIES = 4
// One put takes up to 5 GiB; beyond, parts.
const PART = 1 << 30

export function s3Store(config: BlobsConfig, spool: string, { partBytes = PART, firstPauseMs = 100 } = {}): Store {
  const base = `${config.s3_endpoint}/${config.s3_bucket}`
  const prefix = config.s3_prefix ? `${config.s3_prefix}/` : ''
  const secure = config.s3_endpoint.startsWith('https:')
  const agent = new (secure ? TlsAgent : http.Agent)({ keepAlive: true, maxSockets: 64 })

  async function once({ method, path, query = {}, headers = {}, body, size = 0, sha256 = EMPTY }: Call): Promise<IncomingMessage> {
    const url = `${base}${path}${Object.keys(query).length ? `?${new URLSearchParams(query)}` : ''}`
    const signed = await new AwsV4Signer({
      method, url, headers: { ...headers, 'x-amz-content-sha256': sha256 }, service: 's3', region: config.s3_region,
      accessKeyId: config.s3_access_key, secretAccessKey: config.s3_secret_key,
    }).sign()
    return new Promise((resolve, reject) => {
      const framed = body || method === 'POST' || method === 'PUT'
      const framing: Record<string, string> = framed ? { 'content-length': String(size) } : {}
      const request = (secure ? tlsRequest : http.request)(signed.url, {
        method, agent, timeout: 60_000, headers: { ...Object.fromEntries(signed.headers), ...framing },
      }, resolve)
      request.on('timeout', () => request.destroy(new Error('timed out')))
      request.on('error', reject)
      if (body) {
        const bytes = body()
        bytes.on('error', (error) => request.destroy(error)).pipe(request)
        request.on('close', () => bytes.destroy())
      } else {
        request.end()
      }
    })
  }

  /** Tries again on what passes by itself; null is 404. */
  async function call(what: Call): Promise<IncomingMessage | null> {
    for (let tried = 1; ; tried++) {
      let failure: string
      let cause: unknown
      try {
        const answer = await once(what)
        const status = answer.statusCode!
        if (status < 300) return answer
        const text = (await textOf(answer)).slice(0, 2000)
        if (status === 404 && !/NoSuchBucket/.test(text)) return null
        failure = `${status} ${tag(text, 'Code') ?? ''}`.trim()
        if (status < 500 && status !== 429 && status !== 408) {
          throw new BlobError('store', `the bucket answered ${failure} to ${what.method}`)
        }
      } catch (error) {
        if (error instanceof BlobError) throw error
        cause = error
        failure = (error as NodeJS.ErrnoException).code ?? (error as Error).message
      }
      if (tried === TRIES) throw new BlobError('store', `the bucket failed ${TRIES} times (${failure})`, { cause })
      await pause(firstPauseMs * 4 ** (tried - 1))
    }
  }
  const must = async (what: Call) => {
    const answer = await call(what)
    if (!answer) throw new BlobError('store', `the bucket answered 404 to ${what.method}`)
    return answer
  }

  async function putParts(path: string, file: string, size: number): Promise<void> {
    const uploadId = tag(await textOf(await must({ method: 'POST', path, query: { uploads: '' } })), 'UploadId')
    if (!uploadId) throw new BlobError('store', 'the bucket gave no upload id')
    try {
      const etags: string[] = []
      for (let start = 0; start < size; start += partBytes) {
        const end = Math.min(size, start + partBytes) - 1
        const body = () => createReadStream(file, { start, end })
        const hash = createHash('sha256')
        for await (const piece of body()) hash.update(piece)
        const query = { partNumber: String(etags.length + 1), uploadId }
        const answer = await must({ method: 'PUT', path, query, body, size: end - start + 1, sha256: hash.digest('hex') })
        etags.push(String(answer.headers.etag))
        answer.resume()
      }
      const list = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`).join('')
      const body = textBody(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
      const text = await textOf(await must({ method: 'POST', path, query: { uploadId }, ...body }))
      // This one call may say 200 and fail.
      if (text.includes('<Error>')) throw new BlobError('store', `the bucket failed (${tag(text, 'Code')})`)
    } catch (error) {
      await call({ method: 'DELETE', path, query: { uploadId } }).then((answer) => answer?.resume(), () => {})
      throw error
    }
  }

  return {
    spool,
    flush: false,
    async place(key, file, { size, sha256 }) {
      const path = `/${prefix}${key}`
      if (size > partBytes) return putParts(path, file, size)
      const answer = await must({ method: 'PUT', path, body: () => createReadStream(file), size, sha256 })
      answer.resume()
    },
    async get(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {}
      return call({ method: 'GET', path: `/${prefix}${key}`, headers })
    },
    async stat(key) {
      const answer = await call({ method: 'HEAD', path: `/${prefix}${key}` })
      answer?.resume()
      return answer && { size: Number(answer.headers['content-length']), modified: seconds(answer.headers['last-modified']) }
    },
    async remove(key) {
      (await call({ method: 'DELETE', path: `/${prefix}${key}` }))?.resume()
    },
    async *list(folder): AsyncGenerator<BlobStat & { key: string }> {
      let token: string | undefined
      do {
        const query: Record<string, string> = { 'list-type': '2', prefix: prefix + (folder && `${folder}/`) }
        if (token) query['continuation-token'] = token
        const text = await textOf(await must({ method: 'GET', path: '/', query }))
        for (const [, entry] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const key = (tag(entry!, 'Key') ?? '').slice(prefix.length)
          if (key) yield { key, size: Number(tag(entry!, 'Size')), modified: seconds(tag(entry!, 'LastModified')) }
        }
        token = tag(text, 'IsTruncated') === 'true' ? tag(text, 'NextContinuationToken') : undefined
      } while (token)
    },
  }
}

function textBody(text: string): Pick<Call, 'body' | 'size' | 'sha256'> {
  const bytes = Buffer.from(text)
  return { body: () => Readable.from([bytes]), size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

function tag(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"', '#39': "'" }
  return found?.replace(/&(#?\w+);/g, (whole, word: string) => entities[word] ?? whole)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
}

function seconds(time: string | undefined): number {
  return Math.floor(Date.parse(time ?? '') / 1000) || 0
}
