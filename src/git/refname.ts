// Which refs outsiders may see or write, and in which order they are shown.
import { INTERNAL_REFS } from './env.ts'
import { validRefName } from './refs.ts'
import type { Ref, Refs } from './refs.ts'

const pushable = ['refs/heads/', 'refs/tags/', 'refs/for/', 'refs/notes/']
const hidden = [`${INTERNAL_REFS}/`, 'refs/replace/']

/** Why this ref may not be pushed at all, whoever asks; null if it may. */
export function refusal(name: string, removal: boolean): string | null {
  const space = pushable.find((prefix) => name.startsWith(prefix))
  if (space === undefined) return 'pushing to this namespace is not allowed'
  // A branch called like an object would be taken for that object by half of the world's tools.
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(name.slice(space.length)) && !removal) {
    return 'a name that looks like an object id is not allowed'
  }
  // read as a full name it would be another branch
  if (name.startsWith('refs/', space.length) && !removal) return 'a name that begins like a full one is not allowed'
  // What exists under a name we no longer take, by import or from earlier, may at least be removed.
  // oxlint-disable-next-line no-control-regex
  const fine = removal ? !/[\x00-\x20\x7f\ufffd]|\.\.|\/\/|\/$/.test(name) : validRefName(name) && !name.includes('\ufffd')
  return fine ? null : 'funny refname'
}

/** Whether a fetching client may see the ref. */
export function fetchable(name: string): boolean {
  return !hidden.some((prefix) => name.startsWith(prefix))
}

/** Whether a pushing client is told of the ref. */
export function offered(name: string): boolean {
  return pushable.some((prefix) => name.startsWith(prefix))
}

const sorted = new WeakMap<Refs, Ref[]>()

/** All refs by name, as git lists them; sorted once per copy in memory. */
export function ordered(refs: Refs): Ref[] {
  let list = sorted.get(refs)
  if (list === undefined) {
    list = [...refs.heads.values(), ...refs.tags.values(), ...refs.others.values()]
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    sorted.set(refs, list)
  }
  return list
}

/** What HEAD names and what that branch points at, if it exists. */
export function headOf(refs: Refs): { target: string | null; oid: string | null } {
  if (refs.head === null) return { target: null, oid: null }
  return { target: `refs/heads/${refs.head}`, oid: refs.heads.get(refs.head)?.oid ?? null }
}
