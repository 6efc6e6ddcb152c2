// Reads lists of another server that speaks the same API, page by page and within bounds.
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { fetchOut } from '../../kernel/outbound.ts'
import type { Source } from '../ground/address.ts'

export type Json = Record<string, unknown>

export interface Client {
  /** null when there is no such thing */
  one(path: string): Promise<Json | null>
  all(path: string): Promise<Json[]>
  /** headers for a link; empty for other sites than the source's */
  headers(link: string): Record<string, string>
}

const PAGE = 50
const MOST_PAGES = 4000
const PAGE_BYTES = 16 << 20
const MOST_BYTES = 512 << 20

/** `…/owner/name[.git]`: the site may lie below a path. */
export function placeOf(address: string): { api: string; owner: string; name: string } {
  const url = new URL(address)
  const parts = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '').split('/').filter(Boolean)
  const [owner, name] = parts.slice(-2)
  if (!owner || !name) throw invalid('the address names no repository of a site')
  return { api: `${url.origin}/${[...parts.slice(0, -2), 'api', 'v1'].join('/')}`, owner, name }
}

export function clientOf(cx: Cx, { address, credential }: Source): Client {
  const { api, owner, name } = placeOf(address)
  const root = `${api}/repos/${owner}/${name}`
  const { origin } = new URL(api)
  let bytes = 0
  const authorization = credential === null ? undefined
    : credential.username === 'oauth2' ? `token ${credential.secret}` : `Basic ${Buffer.from(`${credential.username}:${credential.secret}`).toString('base64')}`
  const headers = (link: string): Record<string, string> => (authorization && URL.parse(link)?.origin === origin ? { authorization } : {})

  async function get(url: string): Promise<{ body: unknown; total: number | undefined } | null> {
    const answer = await fetchOut(url, { policy: cx.outbound.policy, timeoutMs: 60_000, maxBytes: PAGE_BYTES, headers: { accept: 'application/json', ...headers(url) } })
    bytes += answer.body.length
    if (bytes > MOST_BYTES) throw invalid('the source tells too much')
    if (answer.status === 404) return null
    if (answer.status === 401) throw invalid('Authentication failed: the source wants another credential.')
    if (answer.status === 429 || (answer.status === 403 && answer.headers['x-ratelimit-remaining'] === '0')) throw invalid('the source limits the rate of requests')
    if (answer.status !== 200) throw invalid(`the source answers ${answer.status}`)
    const total = Number(answer.headers['x-total-count'] ?? NaN)
    try {
      return { body: JSON.parse(answer.body.toString('utf8')), total: Number.isSafeInteger(total) ? total : undefined }
    } catch {
      throw invalid('the source does not answer in JSON')
    }
  }

  return {
    headers,
    async one(path) {
      const found = await get(root + path)
      return found && isRecord(found.body) ? found.body : null
    },
    async all(path) {
      const items = new Map<unknown, Json>()
      for (let page = 1; page <= MOST_PAGES; page++) {
        const found = await get(`${root}${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=${PAGE}`)
        const list = Array.isArray(found?.body) ? found.body.filter(isRecord) : []
        const before = items.size
        for (const one of list) items.set(one.id ?? one.number, one)
        // some lists are not paged and come whole every time
        if (items.size === before || items.size === found!.total) return [...items.values()]
      }
      throw invalid('the source tells too much')
    },
  }
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
