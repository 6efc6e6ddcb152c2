// Which fetches have an answer that others will want too: those of a client that has nothing yet, as every job of a CI begins.
import { createHash } from 'node:crypto'
import { fetchable, headOf } from './refname.ts'
import type { Refs } from './refs.ts'

const plain = new Set(['done', 'thin-pack', 'ofs-delta', 'no-progress', 'include-tag'])
// filters that name no object or ref, so that they mean the same for ever
const lasting = /^(deepen [1-9]\d{0,8}|filter (blob:none|blob:limit=\d{1,12}[kmg]?|tree:\d{1,9}|object:type=(blob|tree|commit|tag)))$/

interface Shown {
  /** Every id that a visible ref names. */
  ids: Set<string>
  /** What include-tag depends on. */
  tags: string
}

const shown = new WeakMap<Refs, Shown>()

function shownOf(refs: Refs): Shown {
  let found = shown.get(refs)
  if (found) return found
  const ids = new Set<string>()
  const head = headOf(refs).oid
  if (head) ids.add(head)
  const tags: string[] = []
  for (const list of [refs.heads, refs.tags, refs.others]) {
    for (const { name, oid, peeled } of list.values()) {
      if (!fetchable(name)) continue
      ids.add(oid)
      if (peeled) ids.add(peeled)
      if (list === refs.tags) tags.push(`${name} ${oid}`)
    }
  }
  found = { ids, tags: createHash('sha256').update(tags.sort().join('\n')).digest('hex') }
  shown.set(refs, found)
  return found
}

/** Whether the arguments of a fetch are those of a client that has nothing, and ask nothing that changes with time. */
export function isClone(args: string[]): boolean {
  return args.includes('done') && args.some((one) => one.startsWith('want ')) && args.every((one) => one.startsWith('want ') || plain.has(one) || lasting.test(one))
}

/**
 * Everything that the answer to such a fetch depends on, or null where git itself must decide: what is wanted has to be what a visible
 * ref names at this moment. Whatever else can be reached, and above all what no longer can, is git's to judge.
 */
export function cloneKey(args: string[], refs: Refs): string | null {
  const { ids, tags } = shownOf(refs)
  if (args.some((one) => one.startsWith('want ') && !ids.has(one.slice(5)))) return null
  const sorted = [...new Set(args)].sort().join('\n')
  return args.includes('include-tag') ? `${sorted}\ntags ${tags}` : sorted
}
