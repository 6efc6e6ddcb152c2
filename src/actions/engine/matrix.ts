// strategy.matrix: vectors, include and exclude to combinations.
import { isObject, toText } from './expressions.ts'
import type { Json, JsonObject } from './workflow.ts'

const maxProduct = 1024
const maxCombinations = 256
const maxKeys = 32

/** The combinations of an evaluated matrix, or a message about what is wrong with it. */
export function combinations(matrix: Json): JsonObject[] | string {
  if (!isObject(matrix)) return 'the matrix is not a mapping'
  const vectors: [string, Json[]][] = []
  for (const [key, value] of Object.entries(matrix)) {
    if (key === 'include' || key === 'exclude') continue
    if (isObject(value)) return `matrix.${key} must be a list`
    const list = Array.isArray(value) ? value : [value]
    if (!list.length) return `matrix.${key} is empty`
    vectors.push([key, list])
  }
  const include = entries(matrix.include)
  const exclude = entries(matrix.exclude)
  if (!include || !exclude) return 'entries of include and exclude must be mappings'
  if (vectors.length > maxKeys) return `the matrix has more than ${maxKeys} vectors`
  if (Math.max(include.length, exclude.length) > maxCombinations) return `include or exclude has more than ${maxCombinations} entries`
  if (!vectors.length && !include.length) return 'the matrix holds no vector'
  const stray = exclude.flatMap(Object.keys).find((key) => !vectors.some(([name]) => name === key))
  if (stray !== undefined) return `exclude names ${stray}, which the matrix does not have`
  const size = vectors.reduce((total, [, list]) => total * list.length, 1)
  if (size > maxProduct) return `the matrix gives more than ${maxCombinations} jobs`

  let product: JsonObject[] = vectors.length ? [object({})] : []
  for (const [key, list] of vectors) {
    product = product.flatMap((one) => list.map((value) => object({ ...one, [key]: value })))
  }
  const kept = product.filter((one) => !exclude.some((entry) => sameWhereShared(one, entry, Object.keys(entry))))
  const made = withIncluded(kept, include, vectors.map(([key]) => key))
  if (!made.length) return 'the matrix leaves no combination'
  if (made.length > maxCombinations) return `the matrix gives more than ${maxCombinations} jobs`
  return made
}

// An entry is added to every original combination whose own values it does not change; if there is none it stands alone.
function withIncluded(kept: JsonObject[], include: JsonObject[], keys: string[]): JsonObject[] {
  const made = kept.map((one) => object(one))
  const alone: JsonObject[] = []
  for (const entry of include) {
    const shared = keys.filter((key) => Object.hasOwn(entry, key))
    let added = false
    kept.forEach((one, index) => {
      if (!sameWhereShared(one, entry, shared)) return
      made[index] = object({ ...made[index], ...entry })
      added = true
    })
    if (!added) alone.push(object(entry))
  }
  return [...made, ...alone]
}

function sameWhereShared(one: JsonObject, entry: JsonObject, keys: string[]): boolean {
  return keys.every((key) => same(one[key], entry[key]))
}

function same(a: Json, b: Json): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => same(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
}

function object(from: JsonObject): JsonObject {
  return Object.assign(Object.create(null), from)
}

function entries(value: Json | undefined): JsonObject[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return null
  return value.every((item) => isObject(item)) ? value as JsonObject[] : null
}

/** The values of a combination as names show them, ordered by key. */
export function matrixText(values: JsonObject): string {
  const leaves = (value: Json): string[] => {
    if (Array.isArray(value)) return value.flatMap(leaves)
    return isObject(value) ? Object.values(value).flatMap(leaves) : [toText(value)]
  }
  return Object.keys(values).sort().flatMap((key) => leaves(values[key])).join(', ')
}
