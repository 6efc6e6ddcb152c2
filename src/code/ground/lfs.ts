// The addresses git-lfs speaks to: its own media type, its own challenge, and tickets that open one repository for a while.
import { actorOf, actorOfPass, passOf, type Pass } from '../../access/index.ts'
import { readBody } from '../../kernel/body.ts'
import type { Cx } from '../../kernel/cx.ts'
import { decodeBody } from '../../kernel/decode.ts'
import { notFound, Refusal, unauthorized, unsupported } from '../../kernel/errors.ts'
import { raw, RawAnswer, route, type Declaration, type Rq } from '../../kernel/route.ts'
import { Raw, type Static, type TSchema } from '../../kernel/schema.ts'
import { hereOnly, needPush, openRepo, type Opened } from '../wire/gate.ts'

export const MEDIA = 'application/vnd.git-lfs+json'
export type Operation = 'download' | 'upload'

interface Ticket {
  repo: number
  operation: Operation
  pass: Pass
  until: number
}

export interface LfsAt extends Opened {
  /** what the caller came with, if it was one */
  ticket?: Ticket
  /** the caller's own header, where no ticket stands for it */
  own?: string
}

/** How long links are good for, in seconds. */
const LASTS = 1800
const PURPOSE = 'lfs'

/** The header that opens the repository to whoever has it, and until when; none for visitors. */
export function ticketFor(cx: Cx, at: LfsAt, operation: Operation): { header?: Record<string, string>; until: number } {
  // a ticket begets none that outlives it
  const until = at.ticket?.until ?? cx.now() + LASTS
  const pass = at.ticket?.pass ?? passOf(cx, at.actor)
  if (!pass) return { header: at.own === undefined ? undefined : { Authorization: at.own }, until }
  const ticket: Ticket = { repo: at.repo.id, operation, pass, until }
  return { header: { Authorization: `Bearer ${cx.secrets.sign(PURPOSE, ticket, until)}` }, until }
}

/** Where git-lfs finds the addresses of a repository. */
export const lfsRoot = (cx: Cx, { repo }: Pick<Opened, 'repo'>) => `${cx.root}/${encodeURIComponent(repo.owner.name)}/${encodeURIComponent(repo.name)}.git/info/lfs`

/** Throws unless objects may be stored: the right to push, and a ticket made for it if there is one. */
export async function needUpload(cx: Cx, at: LfsAt): Promise<void> {
  if (at.ticket && at.ticket.operation !== 'upload') throw unauthorized('this ticket is for downloads')
  await needPush(cx, at)
}

async function open(rq: Rq, operation: Operation): Promise<LfsAt> {
  const shown = /^Bearer (\S+)$/i.exec(rq.headers.authorization ?? '')?.[1]
  const ticket = shown === undefined ? null : rq.cx.secrets.verify<Ticket>(PURPOSE, shown, rq.cx.now())
  // a site may want everybody to sign in, and git-lfs does only when asked to
  const actor = ticket ? await actorOfPass(rq.cx, ticket.pass) : await actorOf(rq).catch((error) => {
    throw error instanceof Refusal && !rq.headers.authorization ? unauthorized('sign in to reach this repository') : error
  })
  if (!actor) throw unauthorized('the credential behind this ticket is gone')
  const found = await openRepo(rq.cx, actor, rq.params.owner, rq.params.repo, 'read')
  if (ticket && ticket.repo !== found.repo.id) throw unauthorized('this ticket is for another repository')
  // pages of a wiki are text
  if (found.wiki) throw notFound()
  hereOnly(rq, found)
  const at = { ...found, ticket: ticket ?? undefined, own: actor.job ? rq.headers.authorization : undefined }
  if (operation === 'upload') await needUpload(rq.cx, at)
  return at
}

export const json = (status: number, value: object, headers: Record<string, string> = {}): RawAnswer =>
  raw(Buffer.from(JSON.stringify(value)), { 'content-type': MEDIA, 'cache-control': 'no-store', ...headers }, status)

/** The result, or its refusal in the form git-lfs shows to its user. */
async function told<T>(work: () => Promise<T>): Promise<T | RawAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const challenge: Record<string, string> = error.kind === 'unauthorized' ? { 'www-authenticate': 'Basic realm="gitea-lfs"' } : {}
    const message = error.message || (error.kind === 'notFound' ? 'Not found' : error.kind)
    return json(error.status, { message, ...error.extra }, { ...error.headers, ...challenge })
  }
}

function needMediaType(rq: Rq): void {
  const accepted = (rq.headers.accept ?? '').split(',').map((one) => one.split(';')[0].trim().toLowerCase())
  if (!accepted.includes(MEDIA)) throw unsupported(`Accept has to name ${MEDIA}`)
}

interface Spec<B extends TSchema> {
  id: string
  /** `METHOD /tail` below R.git/info/lfs */
  at: string
  says: string
  /** what the caller must be allowed to do; upload includes download */
  operation: Operation
  body?: B
  /** speaks bytes instead of JSON */
  bytes?: true
  run(ctx: { cx: Cx; rq: Rq; at: LfsAt; params: Record<string, string>; body: Static<B> }): Promise<RawAnswer>
}

/** Declares an address of the LFS protocol. */
export function lfs<B extends TSchema = TSchema<undefined>>(spec: Spec<B>): Declaration[] {
  const [method, tail] = spec.at.split(' ')
  const opened = async (rq: Rq) => {
    if (!spec.bytes) needMediaType(rq)
    return open(rq, spec.operation)
  }
  const answered = async (cx: Cx, rq: Rq, at: LfsAt) => {
    const body = spec.body && decodeBody(spec.body, await readBody(rq, spec.body, false, cx.config.max_body))
    return spec.run({ cx, rq, at, params: rq.params, body: body as Static<B> })
  }
  return route({
    id: spec.id,
    at: `${method} /:owner/:repo/info/lfs${tail}`,
    says: spec.says,
    site: true,
    needs: { says: `large files: ${spec.operation}`, open: async (rq) => ({ at: await told(() => opened(rq)) }) },
    body: method === 'GET' ? undefined : 'stream',
    returns: { 200: Raw },
    run: async ({ cx, rq, at }) => (at instanceof RawAnswer ? at : told(() => answered(cx, rq, at))),
  })
}
