// Imports that a browser waits for: what this process is doing, and what became of it, for a while.
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Refusal } from '../../kernel/errors.ts'
import * as imports from './verbs.ts'

interface Watched {
  stage: imports.Stage
  began: number
  failed?: string
  /** settles when it is over, whatever the outcome */
  over: Promise<void>
}

const KEPT = 600
const known = new WeakMap<object, Map<string, Watched>>()

const nameOf = (by: Account, owner: string, repo: string) => `${by.id}\0${owner.toLowerCase()}\0${repo.toLowerCase()}`

function all(cx: Cx): Map<string, Watched> {
  let found = known.get(cx.outbox)
  if (!found) known.set(cx.outbox, (found = new Map()))
  for (const [name, one] of found) if (one.began < cx.now() - KEPT && one.failed !== undefined) found.delete(name)
  return found
}

/** Begins, and waits a moment: most refusals come at once and belong to the form. */
export async function begin(cx: Cx, by: Account, input: imports.NewImport, patience = 1500): Promise<'done' | 'running'> {
  const name = nameOf(by, input.repo_owner || by.name, input.repo_name)
  const entry: Watched = { stage: 'looking', began: cx.now(), over: Promise.resolve() }
  const work = imports.create(cx, by, input, (stage) => void (entry.stage = stage))
  entry.over = work.then(() => void all(cx).delete(name), (error) => {
    if (!(error instanceof Refusal)) cx.log.error('an import failed', { error: String((error as Error)?.stack ?? error) })
    entry.failed = error instanceof Refusal ? error.message : ''
  })
  all(cx).set(name, entry)
  let timer: NodeJS.Timeout | undefined
  const soon = new Promise<'running'>((done) => (timer = setTimeout(done, patience, 'running')))
  try {
    return await Promise.race([work.then(() => 'done' as const), soon])
  } catch (error) {
    all(cx).delete(name)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

export const find = (cx: Cx, by: Account, owner: string, repo: string): Watched | undefined => all(cx).get(nameOf(by, owner, repo))
