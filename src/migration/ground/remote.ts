// From a source to something git can fetch from: hops followed and checked beforehand, credentials for one host only.
import { createHash, createHmac } from 'node:crypto'
import { GitError, type Remote } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { openOut, OutboundError } from '../../kernel/outbound.ts'
import type { Credential, Source } from './address.ts'

/** Checked at every use: addresses change, and so may what is allowed. */
export async function remoteOf(cx: Cx, { address, credential }: Source, service: 'git-upload-pack' | 'git-receive-pack' = 'git-upload-pack'): Promise<Remote> {
  const TAIL = `/info/refs?service=${service}`
  if (address.startsWith('/')) return { url: address }
  const answer = await openOut(address.replace(/\/$/, '') + TAIL, { policy: cx.outbound.policy, timeoutMs: 60_000, maxBytes: Infinity, headers: { 'git-protocol': 'version=2' } })
  answer.body.destroy()
  const landed = new URL(answer.url)
  const url = answer.url.endsWith(TAIL) ? answer.url.slice(0, -TAIL.length) : address
  const { env } = await cx.outbound.egress()
  return { url, proxy: env, credential: credential && sameHost(new URL(address), landed) ? plain(cx, credential, new URL(url)) : undefined }
}

/** A credential goes to where it was given for; a site that has moved to https is still the same. */
export const sameHost = (given: URL, landed: URL): boolean =>
  given.origin === landed.origin || (given.hostname === landed.hostname && given.protocol === 'http:' && landed.protocol === 'https:' && !given.port && !landed.port)

const plain = (cx: Cx, { kind, username, secret }: Credential, url: URL) =>
  ({ username, password: kind === 'aws' ? signed(cx.now(), url, secret) : secret })

/** The password AWS expects of git over https: a signature that is good for a quarter of an hour. */
export function signed(now: number, url: URL, secretKey: string): string {
  const region = /^git-codecommit(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(url.hostname)?.[1]
  if (!region) throw invalid('the address is not one of AWS CodeCommit')
  const time = new Date(now * 1000).toISOString().replace(/[-:]|\.\d+Z$/g, '')
  const scope = `${time.slice(0, 8)}/${region}/codecommit/aws4_request`
  const request = createHash('sha256').update(`GIT\n${url.pathname}\n\nhost:${url.hostname}\n\nhost\n`).digest('hex')
  const key = scope.split('/').reduce((made: Buffer | string, part) => createHmac('sha256', made).update(part).digest(), `AWS4${secretKey}`)
  return `${time}Z${createHmac('sha256', key).update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${request}`).digest('hex')}`
}

/** What a failure of the other side is called here; undefined for failures of our own. */
export function wordsOf(error: unknown): string | undefined {
  if (error instanceof OutboundError) return `the source cannot be reached: ${error.message}`
  if (!(error instanceof GitError)) return undefined
  if (error.reason === 'timeout') return 'the source took too long'
  if (error.reason === 'output') return 'the source offers too much'
  if (/Authentication failed|could not read (Username|Password)/i.test(error.stderr)) return 'Authentication failed: the source wants another credential.'
  const fatal = /^(?:fatal|error|remote): .*$/m.exec(error.stderr)?.[0]
  return fatal && shown(fatal)
}

// oxlint-disable-next-line no-control-regex
const shown = (text: string) => text.replace(/\/\/[^/\s@]*@/g, '//').replace(/[\x00-\x1f\x7f]+/g, ' ').slice(0, 500)

/** Failures of the other side become 422. */
export async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const words = wordsOf(error)
    throw words === undefined ? error : invalid(words)
  }
}

/** Where the wiki of a repository usually is. */
export const wikiAddress = (address: string): string => `${address.replace(/\/$/, '').replace(/\.git$/, '')}.wiki.git`
