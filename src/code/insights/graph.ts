// History as lines that part and meet: each commit a dot in a lane, each parent a line to where it is.
import { html, type Html } from '../../web/index.ts'

export interface Node {
  oid: string
  parents: readonly string[]
}

const ROW = 30
const LANE = 14
const COLOURS = 8
/** Lines beyond this many lanes run together in the last. */
const LANES = 40

interface Dot {
  lane: number
  row: number
}

/** The line from a commit to one of its parents: it stands in this lane between the rows of the two. */
interface Link {
  oid: string
  parent: string
  lane: number
}

/** Newest first, children before parents. A line to the first parent goes on in the commit's lane, and all lines to a commit end there. */
export function lanesOf(list: readonly Node[]): { dots: Map<string, Dot>; links: Link[]; width: number } {
  const lanes: (string | null)[] = []
  const dots = new Map<string, Dot>()
  const links: Link[] = []
  const take = (wanted: string | null) => (lanes.includes(wanted) ? lanes.indexOf(wanted) : lanes.includes(null) ? lanes.indexOf(null) : lanes.length)
  let width = 1
  list.forEach(({ oid, parents }, row) => {
    const own = take(oid)
    lanes.forEach((waiting, i) => {
      if (waiting === oid) lanes[i] = null
    })
    lanes[own] = null
    dots.set(oid, { lane: own, row })
    parents.forEach((parent, i) => {
      // siblings wait for their parent in lanes of their own, else each would look like the child of the one below
      const lane = i === 0 ? own : take(parent)
      lanes[lane] = parent
      links.push({ oid, parent, lane })
    })
    width = Math.max(width, lanes.length)
  })
  return { dots, links, width: Math.min(width, LANES) }
}

export function drawn(list: readonly Node[]): { svg: Html } {
  const { dots, links, width } = lanesOf(list)
  const x = (lane: number) => 12 + Math.min(lane, LANES - 1) * LANE
  const y = (row: number) => row * ROW + ROW / 2
  const lines = links.map(({ oid, parent, lane }) => {
    const from = dots.get(oid)!
    // what is on the next page lies below the end of this one
    const to = dots.get(parent) ?? { lane, row: list.length }
    return html`<path class="g${lane % COLOURS}" d="${line([x(from.lane), y(from.row)], x(lane), [x(to.lane), y(to.row)])}"/>`
  })
  const circles = list.map(({ oid, parents }) => {
    const { lane, row } = dots.get(oid)!
    return html`<circle class="g${lane % COLOURS}${parents.length > 1 ? ' merge' : ''}" cx="${x(lane)}" cy="${y(row)}" r="4"/>`
  })
  const [w, h] = [x(width - 1) + 14, list.length * ROW]
  return { svg: html`<svg class="graph-lines" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" aria-hidden="true">${lines}${circles}</svg>` }
}

/** Straight within its lane, bent below the dot it comes from and above the one it goes to where these stand in others. */
function line([x1, y1]: [number, number], lane: number, [x2, y2]: [number, number]): string {
  if (y2 - y1 <= ROW) return `M${x1} ${y1}${step(x1, x2, y1)}`
  return `M${x1} ${y1}${step(x1, lane, y1)}V${y2 - ROW}${step(lane, x2, y2 - ROW)}`
}

const step = (from: number, to: number, y: number) => (from === to ? `V${y + ROW}` : `C${from} ${y + (ROW * 2) / 3} ${to} ${y + ROW / 3} ${to} ${y + ROW}`)
