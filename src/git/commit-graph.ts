// Git's own index of commits, read for the one thing that would need a child for every branch somebody looks at: how long its history is.
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git, GitDir } from './run.ts'

/** Larger ones are left to git: reading them would cost more than asking. */
const MOST = 64 * 1024 * 1024
const NONE = 0x70000000
const MORE = 0x80000000

interface Layer {
  /** Position of its first commit among those of all layers. */
  first: number
  ids: Buffer
  /** Two for each commit, as the file has them. */
  parents: Int32Array
  /** Further parents of merges of more than two. */
  edges: Int32Array
}

interface Graph {
  layers: Layer[]
  commits: number
}

async function read(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    if ((await file.stat()).size > MOST) throw new Error('a large graph')
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function parse(bytes: Buffer, width: number, first: number): Layer {
  if (bytes.toString('latin1', 0, 4) !== 'CGPH' || bytes[4] !== 1 || bytes[5] !== (width === 20 ? 1 : 2)) throw new Error('not a commit-graph')
  const chunks = new Map<string, Buffer>()
  for (let i = 0; i < bytes[6]; i++) {
    const at = 8 + i * 12
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(Number(bytes.readBigUInt64BE(at + 4)), Number(bytes.readBigUInt64BE(at + 16))))
  }
  const [ids, data, extra] = [chunks.get('OIDL')!, chunks.get('CDAT')!, chunks.get('EDGE') ?? Buffer.alloc(0)]
  const count = ids.length / width
  const parents = new Int32Array(count * 2)
  for (let i = 0; i < count; i++) {
    const at = i * (width + 16) + width
    parents[2 * i] = data.readInt32BE(at)
    parents[2 * i + 1] = data.readInt32BE(at + 4)
  }
  const edges = Int32Array.from({ length: extra.length / 4 }, (_, i) => extra.readInt32BE(i * 4))
  // a copy, so that the rest of the file need not stay in memory
  return { first, ids: Buffer.from(ids), parents, edges }
}

async function load(git: Git, dir: GitDir): Promise<Graph | null> {
  const info = join(dir.path, 'objects/info')
  const chain = await readFile(join(info, 'commit-graphs/commit-graph-chain'), 'latin1').catch(() => null)
  if (chain === null) return null
  const key = `${dir.path}\0commit-graph`
  const known = git.memory.get(key) as { chain: string; graph: Graph } | undefined
  if (known?.chain === chain) return known.graph
  const width = dir.format === 'sha1' ? 20 : 32
  const graph: Graph = { layers: [], commits: 0 }
  for (const name of chain.split('\n').filter((one) => /^[0-9a-f]+$/.test(one))) {
    const layer = parse(await read(join(info, `commit-graphs/graph-${name}.graph`)), width, graph.commits)
    graph.layers.push(layer)
    graph.commits += layer.parents.length / 2
  }
  git.memory.set(key, { chain, graph }, graph.commits * (width + 8) + 200)
  return graph
}

function positionOf({ layers }: Graph, id: Buffer): number {
  for (const { ids, first } of layers) {
    for (let [low, high] = [0, ids.length / id.length]; low < high; ) {
      const middle = (low + high) >> 1
      const order = id.compare(ids, middle * id.length, (middle + 1) * id.length)
      if (order === 0) return first + middle
      if (order < 0) high = middle
      else low = middle + 1
    }
  }
  return -1
}

/** How many commits lead to this one, itself included; null where the graph does not know it. */
export async function countOf(git: Git, dir: GitDir, oid: string): Promise<number | null> {
  const graph = dir.quarantine ? null : await load(git, dir).catch(() => null)
  const start = graph ? positionOf(graph, Buffer.from(oid, 'hex')) : -1
  if (!graph || start < 0) return null
  const seen = new Uint8Array(graph.commits)
  const waiting = new Int32Array(graph.commits)
  let [left, count] = [0, 0]
  const visit = (position: number) => {
    if (seen[position]) return
    seen[position] = 1
    waiting[left++] = position
  }
  visit(start)
  while (left > 0) {
    const at = waiting[--left]
    count++
    let layer = graph.layers.length - 1
    while (graph.layers[layer].first > at) layer--
    const { first, parents, edges } = graph.layers[layer]
    const [one, two] = [parents[2 * (at - first)], parents[2 * (at - first) + 1]]
    if (one !== NONE) visit(one)
    if (two >= 0) {
      if (two !== NONE) visit(two)
      continue
    }
    for (let i = two & ~MORE; ; i++) {
      visit(edges[i] & ~MORE)
      if (edges[i] < 0) break
    }
  }
  return count
}
