// Brings an index to a tree: reads the blobs it does not know yet, and writes down which text lies where. Runs in a thread.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contents, rows, sizes, type Row } from './incoming.ts'
import { encode, LONGEST_PATH, type ListedText } from './listing.ts'
import { merge, toMerge } from './merge.ts'
import { Pile } from './pile.ts'
import { hiddenAmong } from './rules.ts'
import { Segment } from './segment.ts'
import { summarize } from './summary.ts'

/** Larger files hold data rather than something people wrote. */
export const LARGEST = 1024 * 1024

export interface BuildOrder {
  kind: 'build'
  folder: string
  oidLength: number
  tree: string
  /** what there is now; empty for nothing */
  segments: string[]
  listing: string
  durable: boolean
  limits: { files: number; bytes: number }
}

export interface Built {
  segments: string[]
  listing: string
  /** base64 */
  summary: string
  files: number
  /** on disk */
  bytes: number
  /** not everything found its place */
  is_partial: boolean
}

/** What a thread cannot do itself: start git. */
export type Ask = (what: { tree: string } | { sizes: string[] } | { contents: string[] }) => AsyncIterable<Uint8Array>

const STALE_MS = 3_600_000
const newName = (kind: string) => `${randomBytes(12).toString('hex')}.${kind}`

export async function build(order: BuildOrder, ask: Ask): Promise<Built> {
  makeFolder(order.folder)
  sweep(order)
  const made: string[] = []
  const open: Segment[] = []
  try {
    for (const name of order.segments) open.push(new Segment(join(order.folder, name)))
    const { entries, cut } = await entriesOf(order, ask)
    const known = new Map<string, number>()
    let texts = 0
    for (const segment of open) texts = learn(known, segment, texts)
    const missing = [...new Set(entries.map((one) => one.oid))].filter((oid) => !known.has(oid))
    const whole = await read(order, ask, missing, open, made)
    // the last ones are new, and those that are left out are still unknown
    known.clear()
    texts = 0
    for (const segment of open) texts = learn(known, segment, texts)
    const listed = entries.flatMap(({ path, oid }): ListedText[] => {
      const text = known.get(oid)
      return text === undefined ? [] : [{ path, text }]
    })
    const kept = compact(order, open, listed, made)
    const listing = newName('paths')
    made.push(listing)
    const bytes = put(join(order.folder, listing), encode(listed), order.durable)
    const summary = summarize(lists(kept)).toString('base64')
    const segments = kept.map((one) => one.file.slice(order.folder.length + 1))
    for (const name of made) if (name !== listing && !segments.includes(name)) rmSync(join(order.folder, name), { force: true })
    if (order.durable) flush(order.folder)
    return { segments, listing, summary, files: listed.length, bytes: kept.reduce((sum, one) => sum + one.bytes, bytes), is_partial: cut || !whole }
  } catch (error) {
    for (const name of made) rmSync(join(order.folder, name), { force: true })
    throw error
  } finally {
    for (const segment of open) segment.close()
  }
}

function* lists(segments: readonly Segment[]) {
  for (const one of segments) yield one.tables().buckets
}

/** Only where the repository itself is still there, and never by way of a link that came with it. */
function makeFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(folder)
  try {
    mkdirSync(folder, { mode: 0o750 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Files of builds that came to no end. */
function sweep({ folder, segments, listing }: BuildOrder): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (segments.includes(name) || name === listing) continue
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - STALE_MS) rmSync(file, { force: true, recursive: true })
  }
}

function learn(known: Map<string, number>, segment: Segment, from: number): number {
  const oids = segment.oids()
  for (let text = 0; text < segment.texts; text++) known.set(oids.toString('hex', text * segment.oidLength, (text + 1) * segment.oidLength), from + text)
  return from + segment.texts
}

async function entriesOf({ tree, limits }: BuildOrder, ask: Ask): Promise<{ entries: Row[]; cut: boolean }> {
  const all: Row[] = []
  let cut = false
  let seen = 0
  for await (const row of rows(ask({ tree }))) {
    // a few objects can stand for more paths than there is time for; nobody writes what nobody reads
    if (++seen > limits.files * 4 || all.length >= limits.files) {
      cut = true
      break
    }
    if (!row.mode.startsWith('100') || row.path.length * 3 > LONGEST_PATH) continue
    all.push(row)
  }
  const said = all.filter(({ path }) => /(^|\/)\.gitattributes$/.test(path)).slice(0, 200)
  if (said.length === 0) return { entries: all, cut }
  const small: string[] = []
  for await (const { oid, size } of sizes(ask({ sizes: [...new Set(said.map((one) => one.oid))] }))) if (size !== null && size < LARGEST / 4) small.push(oid)
  const texts = new Map<string, string>()
  if (small.length > 0) for await (const { oid, content } of contents(ask({ contents: small }))) texts.set(oid, content.toString('utf8'))
  const files = said.map(({ path, oid }) => ({ folder: path.split('/').slice(0, -1).join('/'), text: texts.get(oid) ?? '' }))
  const hidden = hiddenAmong(files, all.map((one) => one.path))
  return { entries: all.filter((_, i) => !hidden[i]), cut }
}

/** Indexes blobs; false where there was no more room. */
async function read(order: BuildOrder, ask: Ask, oids: string[], open: Segment[], made: string[]): Promise<boolean> {
  if (oids.length === 0) return true
  const pile = new Pile()
  let room = order.limits.bytes - open.reduce((sum, one) => sum + one.bytes, 0)
  const write = () => {
    const name = newName('segment')
    made.push(name)
    room -= pile.write(join(order.folder, name), order.oidLength, order.durable)
    open.push(new Segment(join(order.folder, name)))
  }
  const wanted: string[] = []
  for await (const { oid, size } of sizes(ask({ sizes: oids }))) {
    if (size !== null && size <= LARGEST && size > 0) wanted.push(oid)
    else pile.add(oid, null)
  }
  if (wanted.length > 0) {
    for await (const { oid, content } of contents(ask({ contents: wanted }))) {
      if (room <= 0) continue
      pile.add(oid, content)
      if (pile.full) write()
    }
  }
  if (pile.texts > 0) write()
  return room > 0
}

/** Makes few segments of many. The numbers in the listing are set right; what is open afterwards is the new state. */
function compact(order: BuildOrder, open: Segment[], listed: ListedText[], made: string[]): Segment[] {
  const bases: number[] = []
  let texts = 0
  for (const segment of open) texts = (bases.push(texts), texts + segment.texts)
  const alive = new Uint8Array(texts)
  for (const { text } of listed) alive[text] = 1
  const part = (i: number) => alive.subarray(bases[i], bases[i] + open[i].texts)
  const weighed = open.map((segment, i) => ({ bytes: segment.bytes, texts: segment.texts, living: part(i).reduce((sum, one) => sum + one, 0) }))
  const chosen = toMerge(weighed)
  const living = chosen.filter((i) => weighed[i].living > 0)
  const kept = open.filter((_, i) => !chosen.includes(i))
  const numbers = new Uint32Array(texts)
  let next = 0
  open.forEach((segment, i) => {
    if (chosen.includes(i)) return
    for (let text = 0; text < segment.texts; text++) numbers[bases[i] + text] = next++
  })
  if (living.length > 0) {
    const name = newName('segment')
    made.push(name)
    const merged = merge(living.map((i) => ({ segment: open[i], alive: part(i) })), join(order.folder, name), order.durable)
    living.forEach((i, place) => merged.numbers[place].forEach((number, text) => void (numbers[bases[i] + text] = next + number)))
    const segment = new Segment(join(order.folder, name))
    open.push(segment)
    kept.push(segment)
  }
  for (const one of listed) one.text = numbers[one.text]
  return kept
}

function put(file: string, bytes: Buffer, durable: boolean): number {
  writeFileSync(file, bytes, { flag: 'wx', mode: 0o640, flush: durable })
  return bytes.length
}

function flush(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
