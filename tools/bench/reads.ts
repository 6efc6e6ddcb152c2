// Reads of the API against an empty Fastify sending the same bytes from memory, in turns.
import { get, load } from './load.ts'
import type { Running } from './server.ts'

export interface Row {
  name: string
  value: string
  aim: string
  ok: boolean
}

export interface Read {
  name: string
  path: string
  authorization?: string
  aim: number
}

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]

/** The same answer made anew each time: every request has another address, so none is kept. */
export async function measureAnew(ours: Running, bare: Running, read: Read, seconds: number): Promise<Row> {
  let n = 0
  const anew = () => get(`${read.path}${read.path.includes('?') ? '&' : '?'}n=${n++}`, read.authorization)
  await load(ours.port, anew, 0.3)
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) ratios.push((await load(ours.port, anew, seconds)).rate / (await load(bare.port, get('/bytes'), seconds)).rate)
  const ratio = median(ratios)
  return { name: `${read.name}, made anew`, value: ratio.toFixed(2), aim: 'as it is', ok: true }
}

export async function measureRead(ours: Running, bare: Running, read: Read, seconds: number): Promise<Row> {
  const request = get(read.path, read.authorization)
  const got = await fetch(`http://127.0.0.1:${ours.port}${read.path}`, { headers: read.authorization ? { authorization: read.authorization } : {} })
  const body = Buffer.from(await got.arrayBuffer())
  if (!got.ok) throw new Error(`${read.path} answered ${got.status}`)
  await fetch(`http://127.0.0.1:${bare.port}/bytes`, { method: 'PUT', body: new Uint8Array(body) })
  await load(ours.port, request, 0.3)
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const mine = await load(ours.port, request, seconds)
    const theirs = await load(bare.port, get('/bytes'), seconds)
    if (mine.failures > 0) throw new Error(`${read.path}: ${mine.failures} failures`)
    ratios.push(mine.rate / theirs.rate)
  }
  const ratio = median(ratios)
  return { name: `${read.name} (${body.length} bytes)`, value: ratio.toFixed(2), aim: `≥ ${read.aim}`, ok: ratio >= read.aim }
}
