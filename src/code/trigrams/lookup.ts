// Which files may hold what is looked for, by an index alone. Runs in a thread.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterOf, type PathFilter } from './path-filter.ts'
import { Listing } from './listing.ts'
import { Segment, withAll } from './segment.ts'

export interface LookupOrder {
  kind: 'lookup'
  folder: string
  segments: string[]
  listing: string
  /** a file must have all of them */
  buckets: number[]
  filter: PathFilter
  most: number
}

export interface Candidates {
  /** in the order of paths */
  paths: string[]
  oids: string[]
  /** there are more than were asked for */
  more: boolean
}

const OPEN = 100
/** less than a second */
const WORK = 200_000_000
const HELD = 16 * 1024 * 1024

const segments = new Map<string, Segment>()
const listings = new Map<string, Listing>()
let held = 0

function segmentAt(file: string): Segment {
  const known = segments.get(file)
  segments.delete(file)
  const segment = known ?? new Segment(file)
  segments.set(file, segment)
  if (segments.size > OPEN) {
    const [oldest, one] = segments.entries().next().value!
    segments.delete(oldest)
    one.close()
  }
  return segment
}

function listingAt(file: string): Listing {
  const known = listings.get(file)
  if (known) return known
  const listing = new Listing(readFileSync(file))
  if (listing.bytes > HELD / 2) return listing
  listings.set(file, listing)
  held += listing.bytes
  for (const [oldest, one] of listings) {
    if (held <= HELD) break
    listings.delete(oldest)
    held -= one.bytes
  }
  return listing
}

export function lookup({ folder, segments: names, listing, buckets, filter, most }: LookupOrder): Candidates {
  const open = names.map((name) => segmentAt(join(folder, name)))
  const found = open.map((segment) => withAll(segment, buckets))
  const candidates: Candidates = { paths: [], oids: [], more: false }
  if (found.every((one) => one.length === 0)) return candidates
  const bases: number[] = []
  let texts = 0
  for (const segment of open) texts = (bases.push(texts), texts + segment.texts)
  const wanted = new Uint8Array(texts)
  found.forEach((list, i) => list.forEach((text) => void (wanted[bases[i] + text] = 1)))
  const oids = new Map<number, string>()
  const oidOf = (text: number): string => {
    const known = oids.get(text)
    if (known !== undefined) return known
    const place = bases.findLastIndex((base) => base <= text)
    const oid = open[place].oid(text - bases[place])
    oids.set(text, oid)
    return oid
  }
  const all = listingAt(join(folder, listing))
  const test = filterOf(filter, WORK)
  for (let entry = 0; entry < all.texts.length; entry++) {
    if (!wanted[all.texts[entry]]) continue
    const path = all.path(entry)
    if (!test.passes(path)) continue
    if (candidates.paths.length >= most) return { ...candidates, more: true }
    candidates.paths.push(path)
    candidates.oids.push(oidOf(all.texts[entry]))
  }
  candidates.more = test.spent
  return candidates
}
