// The declaration of a page: path, guard, and what it shows, made from operations asked in process.
import { randomBytes } from 'node:crypto'
import { actorOf, anonymous, bySession, isSameSite, isWhole, type Account, type Actor } from '../access/index.ts'
import { asker, type Ask } from '../kernel/ask.ts'
import { readForm } from '../kernel/body.ts'
import type { Cx } from '../kernel/cx.ts'
import { decodeBody } from '../kernel/decode.ts'
import { forbidden, Refusal, refusalOf } from '../kernel/errors.ts'
import type { Part } from '../kernel/multipart.ts'
import { raw, RawAnswer, type Declaration, type Guard, type Rq } from '../kernel/route.ts'
import { Raw, type Static, type TSchema } from '../kernel/schema.ts'
import type { Html } from './html.ts'
import { layout } from './layout.ts'
import { problemSheet } from './problem.ts'
import { saidCookie } from './said.ts'
import { wordsFor, type Words } from './words/index.ts'

/** What a page shows; the frame of the site is put around it. */
export interface Sheet {
  title: string
  body: Html
  /** names of scripts in assets/js that this page needs besides site.js */
  islands?: string[]
  status?: number
  /** wider than text */
  wide?: boolean
  /** nothing but the sheet itself between header and footer: sign-in, set-up */
  bare?: boolean
  /** for links shared elsewhere */
  about?: string
  picture?: string
  /** of a feed of the same things */
  feed?: string
  headers?: Record<string, string>
}

/** What every page is given. */
export interface PageCx {
  cx: Cx
  rq: Rq
  ask: Ask
  /** the catalogue in the reader's language */
  w: Words
  lang: string
  /** public address of the site without a slash; links begin with it or with a record's html_url */
  root: string
  viewer: Account | null
  actor: Actor
  params: Record<string, string>
  /** the first value of each member */
  query: Record<string, string | undefined>
  nonce: string
}

export interface Redirect {
  to: string
  /** shown on the page that follows */
  says?: string
  cookies?: string[]
}
export const redirect = (to: string, says?: string, cookies?: string[]): Redirect => ({ to, says, cookies })

type Outcome = Sheet | Redirect | RawAnswer

interface Common<G extends object> {
  /** its name in tests and logs */
  id: string
  says: string
  needs: Guard<G>
  /** limited tokens come here too: everything it tells stands behind scopes */
  programs?: boolean
}

interface PageSpec<G extends object> extends Common<G> {
  /** path only; a page is got */
  at: string
  run(page: PageCx & G): Outcome | Promise<Outcome>
}

/** Something to read. */
export const page = <G extends object>(spec: PageSpec<G>): Declaration[] =>
  [declare(spec, 'GET', spec.at, undefined, (page) => spec.run(page as PageCx & G))]

interface ActionSpec<G extends object, F extends TSchema> extends Common<G> {
  /** path only; an action is posted */
  at: string
  fields?: F
  run(page: PageCx & G & { given: Static<F> }): Outcome | Promise<Outcome>
}

/** A button: does something and leads on. */
export const action = <G extends object, F extends TSchema>(spec: ActionSpec<G, F>): Declaration[] =>
  [declare(spec, 'POST', spec.at, spec.fields ?? 'stream', (page) => spec.run(page as PageCx & G & { given: Static<F> }))]

interface FormSpec<G extends object, F extends TSchema> extends Common<G> {
  at: string
  fields: F
  show(page: PageCx & G & { given: Partial<Static<F>>; problem: string | undefined }): Sheet | RawAnswer | Promise<Sheet | RawAnswer>
  send(page: PageCx & G & { given: Static<F>; files: Part[] }): Outcome | Promise<Outcome>
}

/** A form: shown at its address, sent to the same, and shown again with what was typed and what is wrong when it is refused. */
export function form<G extends object, F extends TSchema>(spec: FormSpec<G, F>): Declaration[] {
  const show = (page: PageCx & object, given: object, problem?: string) => spec.show({ ...page, given, problem } as never)
  const send = async (page: PageCx) => {
    const { typed = {}, files } = (await readForm(page.rq, spec.fields, page.cx.config.max_body)) as { typed?: object; files: Part[] }
    try {
      return await spec.send({ ...page, files, given: decodeBody(spec.fields, typed) } as never)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal?.message || refusal.status < 400) throw error
      const shown = await show(page, typed, inWords(page, refusal.message))
      return shown instanceof RawAnswer ? shown : { ...shown, status: refusal.status }
    }
  }
  return [
    declare(spec, 'GET', spec.at, undefined, (page) => show(page, {})),
    declare({ ...spec, id: `${spec.id}Send` }, 'POST', spec.at, 'stream', send),
  ]
}

/** `[NewName]: Required` is how programs are told. */
function inWords({ w }: PageCx, message: string): string {
  const told = /^\[(\w+)\]: (\w+)$/.exec(message)
  const say = told && (told[2] === 'Required' ? w.site.missing : w.site.rules[told[2]])
  return say ? say(told[1].replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()) : message
}

function declare<G extends object>(spec: Common<G>, method: string, path: string, fields: TSchema | 'stream' | undefined, run: (page: PageCx) => Outcome | Promise<Outcome>): Declaration {
  const needs: Guard<object> = {
    says: spec.needs.says,
    async open(rq) {
      if (method === 'POST' && !isSameSite(rq)) throw forbidden('This was sent from another site.')
      const opened = await spec.needs.open(rq)
      // a guard that wanted to know who is asking has already refused whoever it could not tell
      const actor = await actorOf(rq).catch(() => anonymous)
      if (isProgram(actor) && (method === 'POST' || (!spec.programs && isLimited(actor)))) throw forbidden('Programs use the API.')
      return { ...opened, actor }
    },
  }
  return {
    id: spec.id, method, path, owner: undefined, says: spec.says, room: '', needs, params: undefined, query: undefined, body: fields, accepts: undefined,
    bodyOptional: true, returns: { 200: Raw }, site: true, keep: false, page: true,
    run: async (given: { rq: Rq; actor: Actor; body: object | undefined }) => {
      const page = { ...given, ...pageOf(given.rq, given.actor), given: given.body ?? {} }
      return finish(page, await run(page))
    },
    refused: (rq, error) => refused(rq, error, spec.id),
  }
}

const isProgram = ({ via }: Actor) => via !== 'session' && via !== 'none'
/** Pages have no scopes, so what a token leaves out would be open. */
const isLimited = ({ scopes, deploy, job }: Actor) => !isWhole(scopes) || deploy !== undefined || job !== undefined

function pageOf(rq: Rq, actor: Actor): PageCx {
  const { lang, words } = wordsFor(rq.headers['accept-language'])
  const query = Object.fromEntries(Object.entries(rq.query).map(([key, value]) => [key, String(Array.isArray(value) ? value[0] : value)]))
  return { cx: rq.cx, rq, ask: asker(rq), w: words, lang, root: rq.cx.root, viewer: actor.account, actor, params: rq.params, query, nonce: randomBytes(12).toString('base64url') }
}

async function finish(page: PageCx, outcome: Outcome): Promise<RawAnswer> {
  if (outcome instanceof RawAnswer) return raw(outcome.body, { 'cache-control': 'private, no-cache', ...outcome.headers }, outcome.status)
  if ('to' in outcome) {
    const cookies = [...(outcome.cookies ?? []), ...(outcome.says ? [saidCookie(page, outcome.says)] : [])]
    return raw('', { location: inHeader(outcome.to), 'cache-control': 'no-store', ...(cookies.length > 0 ? { 'set-cookie': cookies as unknown as string } : {}) }, 303)
  }
  return layout(page, outcome)
}

/** Addresses may hold what somebody typed; a header holds letters only. */
const inHeader = (address: string) => address.toWellFormed().replace(/[^\x21\x23-\x3b\x3d\x3f-\x7e]/gu, encodeURIComponent)

/** What is shown when a page is refused: sign-in where that would help, the new address of what moved, else what went wrong. */
async function refused(rq: Rq, error: unknown, id: string): Promise<RawAnswer | undefined> {
  const refusal = refusalOf(error)
  if (refusal && refusal.status < 400) return raw('', { location: inHeader(refusal.headers?.location ?? '/'), 'cache-control': 'private, no-cache' }, refusal.status)
  if (!refusal) rq.cx.log.error('a page failed', { operation: id, error: String((error as Error)?.stack ?? error) })
  // whoever could not even be identified is shown the page as nobody
  const actor = await actorOf(rq).catch(() => anonymous)
  const page = pageOf(rq, actor)
  const held = refusal?.kind === 'forbidden' ? (await bySession(rq))?.account : undefined
  if (held?.must_change_password && held.is_active && !held.prohibit_login) return finish(page, redirect(`${page.root}/user/settings/change_password`))
  const mustSignIn = refusal?.kind === 'unauthorized' || (refusal?.kind === 'forbidden' && rq.cx.config.require_sign_in)
  if (mustSignIn && !actor.account) return finish(page, redirect(`${page.root}/user/login?redirect_to=${encodeURIComponent(rq.method === 'GET' ? rq.url : '/')}`))
  return finish(page, await problemSheet(page, refusal?.status ?? 500, refusal?.message ?? ''))
}

/** For an address that nothing answers. */
export async function unknownPage(rq: Rq): Promise<RawAnswer | undefined> {
  if (!String(rq.headers.accept ?? '').includes('text/html') || rq.url.startsWith('/api/')) return undefined
  return refused(rq, new Refusal('notFound'), 'unknown')
}
