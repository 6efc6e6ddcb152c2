// Git's own index of commits, read for the one thing that would need a child for every branch somebody looks at: how long its history is.
import { open, readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
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
}

interface Graph {
  layers: Layer[]
  commits: number
  /** Two for each commit of all layers, as the files have them. */
  parents: Int32Array
  /** Further parents of merges of more than two. */
  edges: Int32Array
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

interface Part {
  ids: Buffer
  parents: Int32Array
  edges: Int32Array
}

/** Numbers of a file, in the order of the machine. */
function numbers(bytes: Buffer): Int32Array {
  const copy = Buffer.from(new Uint8Array(bytes).buffer)
  return new Int32Array(endianness() === 'LE' ? copy.swap32().buffer : copy.buffer)
}

function parse(bytes: Buffer, width: number, edgesBefore: number): Part {
  if (bytes.toString('latin1', 0, 4) !== 'CGPH' || bytes[4] !== 1 || bytes[5] !== (width === 20 ? 1 : 2)) throw new Error('not a commit-graph')
  const chunks = new Map<string, Buffer>()
  for (let i = 0; i < bytes[6]; i++) {
    const at = 8 + i * 12
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(Number(bytes.readBigUInt64BE(at + 4)), Number(bytes.readBigUInt64BE(at + 16))))
  }
  const [ids, data, edges] = [chunks.get('OIDL')!, numbers(chunks.get('CDAT')!), numbers(chunks.get('EDGE') ?? Buffer.alloc(0))]
  const parents = new Int32Array((ids.length / width) * 2)
  for (let i = 0, at = width / 4; i < parents.length; i += 2, at += (width + 16) / 4) {
    parents[i] = data[at]
    // where the others of a merge begin is counted per layer
    parents[i + 1] = data[at + 1] < 0 ? data[at + 1] + edgesBefore : data[at + 1]
  }
  // a copy, so that the rest of the file need not stay in memory
  return { ids: Buffer.from(ids), parents, edges }
}

function joined(parts: Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, one) => sum + one.length, 0))
  let at = 0
  for (const one of parts) {
    all.set(one, at)
    at += one.length
  }
  return all
}

async function load(git: Git, dir: GitDir): Promise<Graph | null> {
  const info = join(dir.path, 'objects/info')
  const chain = await readFile(join(info, 'commit-graphs/commit-graph-chain'), 'latin1').catch(() => null)
  if (chain === null) return null
  const key = `${dir.path}\0commit-graph`
  const known = git.memory.get(key) as { chain: string; graph: Graph } | undefined
  if (known?.chain === chain) return known.graph
  const width = dir.format === 'sha1' ? 20 : 32
  const parts: Part[] = []
  const layers: Layer[] = []
  let [commits, edges] = [0, 0]
  for (const name of chain.split('\n').filter((one) => /^[0-9a-f]+$/.test(one))) {
    const part = parse(await read(join(info, `commit-graphs/graph-${name}.graph`)), width, edges)
    layers.push({ first: commits, ids: part.ids })
    commits += part.parents.length / 2
    edges += part.edges.length
    parts.push(part)
  }
  const graph: Graph = { layers, commits, parents: joined(parts.map((one) => one.parents)), edges: joined(parts.map((one) => one.edges)) }
  git.memory.set(key, { chain, graph }, commits * (width + 8) + 200)
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
  return walk(graph, start)
}

function walk({ commits, parents, edges }: Graph, start: number): number {
  const seen = new Uint8Array(commits)
  const waiting = new Int32Array(commits)
  let [left, count] = [1, 0]
  waiting[0] = start
  seen[start] = 1
  while (left > 0) {
    const at = 2 * waiting[--left]
    count++
    const [one, two] = [parents[at], parents[at + 1]]
    if (one !== NONE && seen[one] === 0) {
      seen[one] = 1
      waiting[left++] = one
    }
    if (two === NONE) continue
    if (two >= 0) {
      if (seen[two] === 0) {
        seen[two] = 1
        waiting[left++] = two
      }
      continue
    }
    for (let i = two & ~MORE; i < edges.length; i++) {
      const next = edges[i] & ~MORE
      if (seen[next] === 0) {
        seen[next] = 1
        waiting[left++] = next
      }
      if (edges[i] < 0) break
    }
  }
  return count
}
