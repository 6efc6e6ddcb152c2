// A load generator over raw sockets, so that the measuring costs little beside what is measured.
import { connect, type Socket } from 'node:net'

export interface Load {
  /** answers per second */
  rate: number
  /** milliseconds, median and 99th percentile */
  p50: number
  p99: number
  failures: number
}

/** Sends the same request over a few kept connections for `seconds`, one at a time on each. */
export async function load(port: number, request: string | (() => string), seconds: number, connections = 8): Promise<Load> {
  const times: number[] = []
  let failures = 0
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, () => worker()))
  const took = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { rate: times.length / took, p50: at(0.5), p99: at(0.99), failures }

  async function worker() {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    await new Promise<void>((ready, fail) => socket.once('connect', ready).once('error', fail))
    const answers = reader(socket)
    while (performance.now() < until) {
      const sent = performance.now()
      socket.write(typeof request === 'string' ? request : request())
      const status = await answers()
      if (status >= 400) failures++
      times.push(performance.now() - sent)
    }
    socket.destroy()
  }
}

/** Resolves with the status of one whole answer per call. */
function reader(socket: Socket): () => Promise<number> {
  let buffer: Buffer = Buffer.alloc(0)
  let waiting: ((status: number) => void) | undefined
  const take = () => {
    const head = buffer.indexOf('\r\n\r\n')
    if (head < 0 || !waiting) return
    const text = buffer.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (buffer.length < head + 4 + length) return
    buffer = buffer.subarray(head + 4 + length)
    const done = waiting
    waiting = undefined
    done(Number(text.slice(9, 12)))
  }
  socket.on('data', (part) => {
    buffer = buffer.length === 0 ? part : Buffer.concat([buffer, part])
    take()
  })
  return () => new Promise((resolve) => {
    waiting = resolve
    take()
  })
}

export function get(path: string, authorization?: string, cookie?: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization ? `Authorization: ${authorization}\r\n` : ''}${cookie ? `Cookie: ${cookie}\r\nAccept: text/html\r\n` : ''}\r\n`
}

export function post(path: string, authorization: string, body: object): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
