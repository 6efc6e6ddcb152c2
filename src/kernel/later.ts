// What few servers need is loaded when it is first asked for, and what Node's own imports load needlessly is not.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A package that costs no memory until it is used; the first use waits for it. */
export function later<T>(name: string): () => T {
  let loaded: T | undefined
  return () => (loaded ??= require(name) as T)
}

/** An import of node:http reads all its exports, and three of those load Node's whole fetch: 13 MB that nothing here uses. */
export const http = process.getBuiltinModule('node:http')
