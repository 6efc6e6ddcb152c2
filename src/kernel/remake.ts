// Records that are made anew only when something they are made of has changed. What comes out is frozen: it is given to many,
// and the serialiser keeps the text of what cannot change.

/** Equal in value, however deep; rows are flat, so this is a few dozen comparisons. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (!same(a[i], b[i])) return false
    return true
  }
  let left = 0
  for (const key in a) {
    left++
    if (!same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false
  }
  for (const _ in b) left--
  return left === 0
}

/** A copy that nobody else can change; what was made here cannot change anyway. */
function copy<T>(one: T): T {
  if (typeof one !== 'object' || one === null || Object.isFrozen(one)) return one
  if (Array.isArray(one)) return one.map(copy) as T
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, copy(value)])) as T
}

function freeze<T>(one: T): T {
  if (typeof one !== 'object' || one === null || Object.isFrozen(one)) return one
  for (const value of Object.values(one)) freeze(value)
  return Object.freeze(one)
}

/** Keeps up to `most` records by name, each with the parts it was made of: plain rows, lists of them, words and numbers. */
export function remake<R extends object>(most: number): (name: string, parts: readonly unknown[], make: () => R) => R {
  const held = new Map<string, { parts: readonly unknown[]; record: R }>()
  return (name, parts, make) => {
    const known = held.get(name)
    if (known && same(known.parts, parts)) return known.record
    held.delete(name)
    if (held.size >= most) held.delete(held.keys().next().value!)
    const record = freeze(make())
    held.set(name, { parts: copy(parts), record })
    return record
  }
}
