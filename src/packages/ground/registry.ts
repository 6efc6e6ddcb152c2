// The addresses that package tools speak to: plain text refusals, and a challenge where tools would otherwise not sign in.
import { actorOf, allows, READ, userNamed, WRITE, type Account, type Actor } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, Refusal, unauthorized } from '../../kernel/errors.ts'
import { raw, RawAnswer, route, type Declaration, type Rq } from '../../kernel/route.ts'
import { Raw } from '../../kernel/schema.ts'
import { packageLevel } from './gates.ts'

export interface Opened {
  owner: Account
  actor: Actor
}

const challenge = () => unauthorized('reqPackageAccess', { 'www-authenticate': 'Basic realm="Codestead Package API", charset="UTF-8"' })
const ownerNamed = userNamed('/api/packages/', 'owner')

async function open(rq: Rq, write: boolean): Promise<Opened> {
  const actor = await actorOf(rq)
  if (!allows(actor.scopes, 'package', write)) throw challenge()
  const { user: owner } = await ownerNamed.open(rq, { actor })
  if (actor.publicOnly && owner.visibility !== 'public') throw forbidden('this token may only reach public things')
  if ((await packageLevel(rq.cx.db, actor, owner)) < (write ? WRITE : READ)) throw challenge()
  return { owner, actor }
}

export const plain = (status: number, text = '', headers: Record<string, string> = {}): RawAnswer =>
  raw(text === '' ? '' : `${text}\n`, { 'content-type': 'text/plain; charset=utf-8', ...headers }, status)

/** The result, or its refusal in plain text. */
async function plainly<T>(work: () => Promise<T>): Promise<T | RawAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return plain(error.status, error.message, error.headers)
  }
}

interface Spec {
  id: string
  /** `METHOD /:owner/…` below /api/packages */
  at: string
  says: string
  run(ctx: { cx: Cx; rq: Rq; params: Record<string, string> } & Opened): Promise<RawAnswer>
}

/** Declares an address of a registry. GET is for readers of the owner's packages, everything else for writers. */
export function registry(spec: Spec): Declaration[] {
  const [method, path] = spec.at.split(' ')
  const write = method !== 'GET'
  return route({
    id: spec.id,
    at: `${method} /api/packages${path}`,
    says: spec.says,
    site: true,
    needs: { says: `packages of the owner ${write ? 'writable' : 'readable'}`, open: async (rq) => ({ opened: await plainly(() => open(rq, write)) }) },
    body: write ? 'stream' : undefined,
    returns: { 200: Raw },
    run: async ({ cx, rq, opened }) => (opened instanceof RawAnswer ? opened : plainly(() => spec.run({ cx, rq, params: rq.params, ...opened }))),
  })
}
