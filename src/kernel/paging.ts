// page, limit, Link and totals, exactly as the wire has them.
import type { Cx } from './cx.ts'

export interface PageQuery {
  page?: number
  limit?: number
}

export interface Slice {
  page: number
  limit: number
  offset: number
}

/** page below 1 → 1; limit ≤ 0 → the default; above the maximum → the maximum. */
export function slice(cx: Cx, query: PageQuery): Slice {
  const page = Math.max(1, Math.trunc(Math.min(query.page ?? 1, 1_000_000_000)))
  const given = query.limit ?? 0
  const limit = given <= 0 ? cx.config.page_size : Math.min(given, cx.config.max_page_size)
  return { page, limit, offset: (page - 1) * limit }
}

/** A list with its total; the server adds the headers named by `headers`. */
export class Paged<T> {
  items: T
  total: number
  slice: Slice
  headers: 'both' | 'total' | 'none'
  constructor(items: T, total: number, slice: Slice, headers: 'both' | 'total' | 'none' = 'both') {
    this.items = items
    this.total = total
    this.slice = slice
    this.headers = headers
  }
}

/** Reads one page and its total and turns the rows into records. */
export async function paged<Row, Rec>(
  cx: Cx,
  query: PageQuery,
  read: (at: Slice) => Promise<{ rows: Row[]; total: number }>,
  view: (rows: Row[]) => Rec[] | Promise<Rec[]>,
  headers: 'both' | 'total' | 'none' = 'both',
): Promise<Paged<Rec[]>> {
  const at = slice(cx, query)
  const { rows, total } = await read(at)
  return new Paged(await view(rows), total, at, headers)
}

/** `<URL>; rel="next",…`; empty when everything fits on one page. */
export function linkHeader(address: string, query: Record<string, unknown>, total: number, at: Slice): string {
  const last = Math.max(1, Math.ceil(total / at.limit))
  const page = Math.min(at.page, last)
  const to = (n: number) => {
    const params = new URLSearchParams()
    for (const key of [...Object.keys(query).filter((k) => k !== 'page'), 'page'].sort()) {
      const value = key === 'page' ? n : query[key]
      for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one))
    }
    // the same letters stay plain as in the addresses of other servers of this API
    return `<${address}?${params.toString().replaceAll('%7E', '~').replaceAll('*', '%2A')}>`
  }
  const links: string[] = []
  if (page < last) links.push(`${to(page + 1)}; rel="next"`, `${to(last)}; rel="last"`)
  if (page > 1) links.push(`${to(1)}; rel="first"`, `${to(page - 1)}; rel="prev"`)
  return links.join(',')
}
