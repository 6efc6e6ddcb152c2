// Which declaration answers an address: a tree of segments. Words come before patterns, patterns before names, names before
// "the rest", and a way that leads nowhere is left for the next one. A thousand routes cost next to nothing to enter.

/** Longer values name nothing. */
const LONGEST = 2000

interface Leaf<T> {
  value: T
  names: string[]
}

interface Node<T> {
  words: Map<string, Node<T>>
  /** segments of words and names, such as `:username.png` */
  patterns: { text: string; shape: RegExp; node: Node<T> }[]
  name?: Node<T>
  ends: Map<string, Leaf<T>>
  /** what takes all segments from here on, at least one */
  rest: Map<string, Leaf<T>>
}

export interface Found<T> {
  value: T
  params: Record<string, string>
}

export interface Router<T> {
  add(method: string, path: string, value: T): void
  find(method: string, path: string): Found<T> | undefined
  /** every method that is answered there */
  methods(path: string): string[]
}

const node = <T>(): Node<T> => ({ words: new Map(), patterns: [], ends: new Map(), rest: new Map() })

export function makeRouter<T>(): Router<T> {
  const root = node<T>()

  /** Calls `visit` with each leaf that fits until one is taken. */
  function walk(at: Node<T>, parts: string[], i: number, values: string[], visit: (leaves: Map<string, Leaf<T>>, values: string[]) => boolean): boolean {
    if (i === parts.length) return visit(at.ends, values)
    const part = parts[i]
    const word = at.words.get(part)
    if (word && walk(word, parts, i + 1, values, visit)) return true
    if (part.length <= LONGEST) {
      for (const { shape, node } of at.patterns) {
        const match = shape.exec(part)
        if (match && walk(node, parts, i + 1, [...values, ...match.slice(1)], visit)) return true
      }
      if (at.name && walk(at.name, parts, i + 1, [...values, part], visit)) return true
    }
    return at.rest.size > 0 && visit(at.rest, [...values, parts.slice(i).join('/')])
  }

  return {
    add(method, path, value) {
      const names: string[] = []
      let at = root
      let leaves: Map<string, Leaf<T>> | undefined
      for (const part of path.split('/').slice(path === '/' ? 2 : 1)) {
        const rest = /^:(\w+)\*$/.exec(part)
        names.push(...[...part.matchAll(/:(\w+)/g)].map((one) => one[1]))
        if (rest) leaves = at.rest
        else if (!part.includes(':')) at = enter(at, part)
        else if (/^:\w+$/.test(part)) at = at.name ??= node()
        else at = pattern(at, part)
      }
      leaves ??= at.ends
      if (leaves.has(method)) throw new Error(`two declarations answer ${method} ${path}`)
      leaves.set(method, { value, names })
    },
    find(method, path) {
      let found: Found<T> | undefined
      walk(root, segments(path), 0, [], (leaves, values) => {
        const leaf = leaves.get(method)
        if (!leaf) return false
        const params: Record<string, string> = {}
        leaf.names.forEach((name, i) => (params[name] = values[i]))
        found = { value: leaf.value, params }
        return true
      })
      return found
    },
    methods(path) {
      const all = new Set<string>()
      walk(root, segments(path), 0, [], (leaves) => {
        for (const method of leaves.keys()) all.add(method)
        return false
      })
      return [...all].sort()
    },
  }
}

function enter<T>(at: Node<T>, word: string): Node<T> {
  let next = at.words.get(word)
  if (!next) at.words.set(word, (next = node()))
  return next
}

function pattern<T>(at: Node<T>, text: string): Node<T> {
  const known = at.patterns.find((one) => one.text === text)
  if (known) return known.node
  const source = text.replace(/:\w+(\([^)]*\))?|[^\w]/g, (part, choice) => (part.startsWith(':') ? choice ?? '(.+)' : `\\${part}`))
  const made = { text, shape: new RegExp(`^${source}$`), node: node<T>() }
  at.patterns.push(made)
  return made.node
}

/** Each segment decoded for itself, so that an encoded slash never divides; throws URIError. */
function segments(path: string): string[] {
  const parts = path.split('/')
  parts.shift()
  if (parts.at(-1) === '') parts.pop()
  return path.includes('%') ? parts.map(decodeURIComponent) : parts
}
