// Untrusted YAML to a bounded tree: aliases and merge keys are written out, so that one job can be cut out of its file.
import type { Document, Node, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { later } from '../../kernel/later.ts'

export const yaml = later<typeof import('yaml')>('yaml')

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }
export type Tree = YAMLMap<Scalar, Tree> | YAMLSeq<Tree> | Scalar

export interface WorkflowError { message: string, line: number }

const maxBytes = 512 * 1024
const maxNodes = 50_000
const maxDepth = 60

class Unreadable extends Error {
  line: number
  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** Reads a file; `lineOf` tells where a node stands. Never throws on bad text. */
export function readTree(text: string): { root: Tree | null, errors: WorkflowError[], lineOf: (node: Node) => number } {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  const lineOf = (node: Node) => node.range ? lines.linePos(node.range[0]).line : 1
  const failed = (message: string, line = 1) => ({ root: null, errors: [{ message, line }], lineOf })
  if (Buffer.byteLength(text) > maxBytes) return failed('the file is larger than 512 KiB')
  try {
    // The parser's own check for double keys takes the square of their number; writtenOut() does it instead.
    const doc = parseDocument(text, {
      version: '1.2', merge: false, uniqueKeys: false, lineCounter: lines, prettyErrors: false, logLevel: 'silent',
    })
    if (doc.errors.length) {
      return {
        root: null, lineOf,
        errors: doc.errors.slice(0, 10).map((e) => ({ message: e.message.slice(0, 300), line: lines.linePos(e.pos[0]).line })),
      }
    }
    if (!doc.contents) return { root: null, errors: [], lineOf }
    return { root: writtenOut(doc, lineOf), errors: [], lineOf }
  } catch (error) {
    if (error instanceof Unreadable) return failed(error.message, error.line)
    if (error instanceof RangeError) return failed('the file is nested too deeply')
    return failed(error instanceof Error ? error.message : 'the file cannot be read')
  }
}

function writtenOut(doc: Document, lineOf: (node: Node) => number): Tree {
  const { isAlias, isMap, isNode, isScalar, isSeq, Pair, Scalar, YAMLMap, YAMLSeq } = yaml()
  let nodes = 0
  const stop = (message: string, node: unknown): never => {
    throw new Unreadable(message, isNode(node) ? lineOf(node) : 1)
  }
  const anchors = new Map<string, Node>()
  const open = new Set<Node>()
  const copy = (node: unknown, depth: number): Tree => {
    if (++nodes > maxNodes) stop('the file has too many nodes', node)
    if (depth > maxDepth) stop('the file is nested too deeply', node)
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (!target) return stop(`unknown alias ${node.source}`, node)
      if (open.has(target)) stop(`alias ${node.source} holds itself`, node)
      return copy(target, depth)
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return at(new Scalar(null), node as Node | null)
    if (node.anchor) anchors.set(node.anchor, node)
    if (isScalar(node)) return scalar(node)
    open.add(node)
    const made: Tree = isSeq(node) ? sequence(node, depth) : mapping(node, depth)
    open.delete(node)
    return at(made, node)
  }
  const sequence = (node: YAMLSeq, depth: number) => {
    const made = new YAMLSeq<Tree>()
    made.flow = node.flow
    for (const item of node.items) made.items.push(copy(item, depth + 1))
    return made
  }
  const mapping = (node: YAMLMap, depth: number) => {
    const made = new YAMLMap<Scalar, Tree>()
    made.flow = node.flow
    const merged: YAMLMap<Scalar, Tree>[] = []
    const known = new Set<string>()
    for (const { key, value } of node.items) {
      const name = copy(key, depth + 1)
      if (!isScalar(name)) return stop('keys must be plain text', key)
      const tree = copy(value, depth + 1)
      if (name.value === '<<' && name.type === Scalar.PLAIN) {
        for (const part of isSeq(tree) ? tree.items as Tree[] : [tree]) {
          if (!isMap(part)) stop('a merge key needs a mapping', value)
          merged.push(part as YAMLMap<Scalar, Tree>)
        }
      } else if (known.has(keyText(name))) stop(`${keyText(name)} is given twice`, key)
      else {
        known.add(keyText(name))
        made.items.push(new Pair(name, tree))
      }
    }
    for (const pair of merged.flatMap((part) => part.items)) {
      if (known.has(keyText(pair.key))) continue
      known.add(keyText(pair.key))
      made.items.push(pair)
    }
    return made
  }
  return copy(doc.contents, 0)
}

function scalar(node: Scalar): Scalar {
  const { Scalar } = yaml()
  const made = new Scalar(node.value)
  made.type = node.type
  made.source = node.source
  // An explicit tag decides the kind of a plain value; quotes say the same to every reader.
  if (node.tag && typeof node.value === 'string' && node.type === Scalar.PLAIN) made.type = Scalar.QUOTE_DOUBLE
  return at(made, node)
}

function at<T extends Node>(made: T, from: Node | null): T {
  made.range = from?.range
  return made
}

/** A key as it was written. */
export function keyText(key: Scalar): string {
  return scalarText(key)
}

/** A scalar as it was written, without quotes: `1.20` stays `1.20`. */
export function scalarText(node: Scalar): string {
  if (typeof node.value === 'string') return node.value
  return node.source ?? (node.value === null ? '' : String(node.value))
}

export function get(map: YAMLMap<Scalar, Tree>, name: string): Tree | undefined {
  return map.items.find((pair) => keyText(pair.key) === name)?.value ?? undefined
}

export function toJson(node: Tree | undefined): Json {
  if (!node) return null
  const { isMap, isSeq } = yaml()
  if (isSeq(node)) return (node as YAMLSeq<Tree>).items.map(toJson)
  if (isMap(node)) {
    const made: JsonObject = Object.create(null)
    for (const { key, value } of (node as YAMLMap<Scalar, Tree>).items) made[keyText(key)] = toJson(value ?? undefined)
    return made
  }
  const { value } = node as Scalar
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'bigint' ? Number(value) : scalarText(node as Scalar)
}

export const asMap = (node: unknown) => yaml().isMap(node) ? node as YAMLMap<Scalar, Tree> : null
export const asSeq = (node: unknown) => yaml().isSeq(node) ? node as YAMLSeq<Tree> : null
export const asScalar = (node: unknown) => yaml().isScalar(node) ? node : null
