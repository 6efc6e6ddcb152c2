// Where an import may come from, as far as the spelling of the address tells.
import { realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Account } from '../../access/index.ts'
import { init } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { checkUrl } from '../../kernel/outbound.ts'

export interface Credential {
  kind: 'plain' | 'aws'
  username: string
  secret: string
}
export interface Source {
  /** an http(s) address without credentials, or the path of a folder on this machine */
  address: string
  credential: Credential | null
}
export interface Given {
  clone_addr: string
  auth_username?: string
  auth_password?: string
  auth_token?: string
  aws_access_key_id?: string
  aws_secret_access_key?: string
  cloud_access_key_id?: string
  cloud_secret_access_key?: string
}

export const services = ['git', 'github', 'gitea', 'gitlab', 'gogs', 'onedev', 'gitbucket', 'codebase', 'codecommit'] as const
export type Service = (typeof services)[number]

/** Unknown words mean plain git. */
export const serviceOf = (word = ''): Service => services.find((one) => one === word.toLowerCase()) ?? 'git'

const byToken: readonly Service[] = ['github', 'gitea', 'gitlab']

const malformed = (why: string) => invalid(`the address to clone from is refused: ${why}`)

/** 422 for everything that is not a web address we may call, or a local repository for those who may import such. */
export async function sourceOf(cx: Cx, by: Account, service: Service, input: Given): Promise<Source> {
  const text = input.clone_addr.trim()
  if (text.startsWith('/')) return { address: await localPath(cx, by, text), credential: null }
  const url = checked(cx, text)
  const inUrl = { username: decoded(url.username), secret: decoded(url.password) }
  const credential = credentialOf(service, input, inUrl)
  if (credential && /[\0-\x1f\x7f]/.test(credential.username + credential.secret)) throw invalid('a credential holds control characters')
  return { address: bare(url), credential }
}

function checked(cx: Cx, text: string): URL {
  const verdict = checkUrl(text, cx.outbound.policy)
  if (!verdict.ok) throw malformed(verdict.reason)
  const { url } = verdict
  // what an address says behind ? and # would be sent along with every path made from it
  if (url.search || url.hash || url.pathname === '/') throw malformed('it names no repository')
  return url
}

/** Another address of the same import: checked in the same way. */
export const checkedAddress = (cx: Cx, text: string): string => bare(checked(cx, text.trim()))

export function bare(url: URL): string {
  const copy = new URL(url.href)
  copy.username = ''
  copy.password = ''
  return copy.href
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function credentialOf(service: Service, input: Given, inUrl: { username: string; secret: string }): Credential | null {
  const [key, secretKey] = [input.cloud_access_key_id || input.aws_access_key_id, input.cloud_secret_access_key || input.aws_secret_access_key]
  if (input.auth_token && byToken.includes(service)) return { kind: 'plain', username: 'oauth2', secret: input.auth_token }
  if (input.auth_username || input.auth_password) return { kind: 'plain', username: input.auth_username ?? '', secret: input.auth_password ?? '' }
  if (inUrl.username || inUrl.secret) return { kind: 'plain', ...inUrl }
  if (service === 'codecommit' && key && secretKey) return { kind: 'aws', username: key, secret: secretKey }
  return null
}

const inside = (path: string, folder: string) => path === folder || path.startsWith(folder + sep)

/** The bare repository at a path, or the one in its .git. What the server itself stores is no source. */
async function localPath(cx: Cx, by: Account, text: string): Promise<string> {
  if (!by.allow_import_local) throw malformed('you may not import from this machine')
  if (/[\0-\x1f\x7f]/.test(text)) throw malformed('it is malformed')
  const path = await realpath(text).catch(() => null)
  if (!path || !(await stat(path)).isDirectory()) throw malformed('it is no folder')
  const found = (await init.detect(path)) ?? (await init.detect(`${path}/.git`))
  if (!found) throw malformed('it is no repository')
  const real = await realpath(found.path)
  if (inside(real, await realpath(cx.config.data))) throw malformed('it belongs to this server')
  return real
}
