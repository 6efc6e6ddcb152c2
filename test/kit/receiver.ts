// Another host for what the server sends by itself: listens on this machine and remembers what it was told.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** settings of a scenario whose server may call this machine */
export const loopback = { outbound_allow: '127.0.0.0/8' }

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: any
}

/** Answers with what it is told to; `close` it at the end. */
export async function receiver(answer: { status: number; body: string } = { status: 200, body: 'thanks' }) {
  const seen: Received[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const json = String(request.headers['content-type']).includes('json')
    seen.push({ method: request.method!, path: request.url!, headers: request.headers, text, body: json && text ? JSON.parse(text) : undefined })
    response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, close: () => server.close() }
}
