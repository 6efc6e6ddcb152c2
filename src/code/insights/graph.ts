// History as lines that part and meet: each commit a dot in a lane, each parent a line to where it is.
import { html, type Html } from '../../web/index.ts'

interface Node {
  oid: string
  parents: readonly string[]
}

const ROW = 30
const LANE = 14
const COLOURS = 8
/** Lines beyond this many lanes run together in the last. */
const LANES = 24

interface Dot {
  lane: number
  row: number
}

/** Newest first, children before parents. Lanes are taken by the first parent and freed where a line ends. */
export function lanesOf(list: readonly Node[]): { dots: Map<string, Dot>; width: number } {
  const lanes: (string | null)[] = []
  const dots = new Map<string, Dot>()
  let width = 1
  list.forEach(({ oid, parents }, row) => {
    let lane = lanes.indexOf(oid)
    if (lane < 0) lane = lanes.indexOf(null)
    if (lane < 0) lane = lanes.length
    lanes.forEach((waiting, i) => {
      if (waiting === oid) lanes[i] = null
    })
    dots.set(oid, { lane, row })
    lanes[lane] = null
    parents.forEach((parent, i) => {
      if (lanes.includes(parent)) return
      const free = i === 0 ? lane : lanes.indexOf(null)
      lanes[free < 0 ? lanes.length : free] = parent
    })
    width = Math.max(width, lanes.length, lane + 1)
  })
  return { dots, width: Math.min(width, LANES) }
}

export function drawn(list: readonly Node[]): { svg: Html } {
  const { dots, width } = lanesOf(list)
  const x = (lane: number) => 12 + Math.min(lane, LANES - 1) * LANE
  const y = (row: number) => row * ROW + ROW / 2
  const lines: Html[] = []
  for (const { oid, parents } of list) {
    const from = dots.get(oid)!
    parents.forEach((parent, i) => {
      // what is on the next page lies below the end of this one
      const to = dots.get(parent) ?? { lane: from.lane, row: list.length }
      const colour = `g${(i === 0 ? from.lane : to.lane) % COLOURS}`
      lines.push(html`<path class="${colour}" d="${line(x(from.lane), y(from.row), x(to.lane), y(to.row), i === 0)}"/>`)
    })
  }
  const circles = list.map(({ oid, parents }) => {
    const { lane, row } = dots.get(oid)!
    return html`<circle class="g${lane % COLOURS}${parents.length > 1 ? ' merge' : ''}" cx="${x(lane)}" cy="${y(row)}" r="4"/>`
  })
  const [w, h] = [x(width - 1) + 14, list.length * ROW]
  return { svg: html`<svg class="graph-lines" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" aria-hidden="true">${lines}${circles}</svg>` }
}

/** Straight within a lane; else bent next to the dot that parts (a merge's other parents) or next to the one that is met. */
function line(x1: number, y1: number, x2: number, y2: number, late: boolean): string {
  if (x1 === x2) return `M${x1} ${y1}V${y2}`
  if (late) return `M${x1} ${y1}V${y2 - ROW}C${x1} ${y2 - ROW / 3} ${x2} ${y2 - (ROW * 2) / 3} ${x2} ${y2}`
  return `M${x1} ${y1}C${x1} ${y1 + (ROW * 2) / 3} ${x2} ${y1 + ROW / 3} ${x2} ${y1 + ROW}V${y2}`
}
