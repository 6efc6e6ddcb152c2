// The other side of threads.ts: one order at a time, so that the main thread neither sorts nor waits for a disk.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Ask, BuildOrder } from './builder.ts'
import type { LookupOrder } from './lookup.ts'

enableCompileCache()
const { Broken } = await import('./segment.ts')

export type Order = BuildOrder | LookupOrder
/** What git is to write: rows of a tree, or what it says to ids, one a line. */
export type Wanted = { tree: string } | { sizes: Uint8Array } | { contents: Uint8Array }
export type ToThread = { order: Order } | { ask: number; part: Uint8Array } | { ask: number; end: string }
export type FromThread = { ask: number; wanted: Wanted } | { ask: number; took: number } | { done: unknown } | { error: string; broken: boolean }

const port = parentPort!
const say = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

interface Stream {
  parts: Uint8Array[]
  ended: string | undefined
  wake(): void
}
const streams = new Map<number, Stream>()
let asked = 0

const lines = (oids: string[]) => new Uint8Array(Buffer.from(oids.map((one) => `${one}\n`).join('')))

const ask: Ask = async function* (what) {
  const id = ++asked
  const stream: Stream = { parts: [], ended: undefined, wake: () => {} }
  streams.set(id, stream)
  say({ ask: id, wanted: 'tree' in what ? what : 'sizes' in what ? { sizes: lines(what.sizes) } : { contents: lines(what.contents) } })
  try {
    for (;;) {
      const part = stream.parts.shift()
      if (part) {
        say({ ask: id, took: part.length })
        yield part
      } else if (stream.ended !== undefined) {
        if (stream.ended) throw new Error(stream.ended)
        return
      } else await new Promise<void>((wake) => void (stream.wake = wake))
    }
  } finally {
    streams.delete(id)
  }
}

async function obey(order: Order): Promise<void> {
  try {
    say({ done: order.kind === 'build' ? await (await import('./builder.ts')).build(order, ask) : (await import('./lookup.ts')).lookup(order) })
  } catch (error) {
    // a file that another node has just replaced is as good as broken
    const broken = error instanceof Broken || (error as NodeJS.ErrnoException).code === 'ENOENT'
    say({ error: String((error as Error)?.stack ?? error).slice(0, 2000), broken })
  }
  // a thread is ended without warning, so what it compiled is kept for the next one at once
  if (first) flushCompileCache()
  first = false
}
let first = true

port.on('message', (message: ToThread) => {
  if ('order' in message) return void obey(message.order)
  const stream = streams.get(message.ask)
  if (!stream) return
  if ('part' in message) stream.parts.push(message.part)
  else stream.ended = message.end
  stream.wake()
})
