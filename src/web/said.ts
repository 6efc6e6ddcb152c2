// A sentence carried over a redirect, shown once.
import { cookieOf } from '../access/index.ts'
import { cookie } from './cookies.ts'
import type { PageCx } from './page.ts'

const NAME = 'codestead_said'

export const saidCookie = (page: Pick<PageCx, 'root'>, text: string) => cookie(page, NAME, encodeURIComponent(text.slice(0, 300).toWellFormed()), 60)

/** What the page before had to say, and the cookie that forgets it. */
export function said(page: PageCx): { text: string; forget: string } | undefined {
  const given = cookieOf(page.rq, NAME)
  if (!given) return undefined
  try {
    return { text: decodeURIComponent(given), forget: cookie(page, NAME, '', 0) }
  } catch {
    return undefined
  }
}
