// Jobs as a graph: columns by how many others must come before, lines from each to what waits for it.
import { escape, html, trusted, type Html } from '../../web/index.ts'

export interface Node {
  key: string
  name: string
  needs: string[]
  state: string
  to: string
}

const [WIDE, HIGH, ACROSS, DOWN] = [190, 40, 250, 56]

/** How many jobs come before, on the longest way. Keys that form a circle, which no run has, stay at 0. */
function depths(nodes: Node[]): Map<string, number> {
  const known = new Map<string, number>()
  const depth = (key: string, seen: readonly string[]): number => {
    if (known.has(key)) return known.get(key)!
    const of = nodes.filter((one) => one.key === key)
    const before = of.flatMap((one) => one.needs).filter((need) => nodes.some((one) => one.key === need) && !seen.includes(need))
    const found = before.length === 0 ? 0 : 1 + Math.max(...before.map((need) => depth(need, [...seen, key])))
    known.set(key, found)
    return found
  }
  for (const one of nodes) depth(one.key, [])
  return known
}

export function jobGraph(nodes: Node[], label: string): Html {
  const at = depths(nodes)
  const columns: Node[][] = []
  for (const one of nodes) (columns[at.get(one.key)!] ??= []).push(one)
  const place = new Map<Node, { x: number; y: number }>()
  columns.forEach((column, x) => column.forEach((one, y) => place.set(one, { x: x * ACROSS, y: y * DOWN })))
  const lines = nodes.flatMap((one) => one.needs.flatMap((need) => nodes.filter((other) => other.key === need).map((from) => {
    const [a, b] = [place.get(from)!, place.get(one)!]
    const [x1, y1, x2, y2] = [a.x + WIDE, a.y + HIGH / 2, b.x, b.y + HIGH / 2]
    return `<path d="M${x1} ${y1}C${x1 + 30} ${y1} ${x2 - 30} ${y2} ${x2} ${y2}"/>`
  })))
  const boxes = nodes.map((one) => {
    const { x, y } = place.get(one)!
    const name = one.name.length > 22 ? `${one.name.slice(0, 21)}…` : one.name
    return `<a href="${escape(one.to)}" aria-label="${escape(`${one.name}: ${one.state}`)}"><rect x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="8"/><circle class="state-${escape(one.state)}" cx="${x + 18}" cy="${y + HIGH / 2}" r="6"/><text x="${x + 34}" y="${y + HIGH / 2 + 5}">${escape(name)}</text></a>`
  })
  const width = columns.length * ACROSS - (ACROSS - WIDE)
  const height = Math.max(...columns.map((one) => one.length)) * DOWN - (DOWN - HIGH)
  return html`<div class="scroll graph" tabindex="0" role="region" aria-label="${label}">${trusted(`<svg width="${width + 4}" height="${height + 4}" viewBox="-2 -2 ${width + 4} ${height + 4}">${lines.join('')}${boxes.join('')}</svg>`)}</div>`
}
