// A sentence carried over a redirect, shown once.
import { cookieOf } from '../access/index.ts'
import type { PageCx } from './page.ts'

const NAME = 'codestead_said'

const attributes = (page: PageCx, seconds: number) => `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${page.root.startsWith('https:') ? '; Secure' : ''}`

export const saidCookie = (page: PageCx, text: string) => `${NAME}=${encodeURIComponent(text.slice(0, 300))}; ${attributes(page, 60)}`

/** What the page before had to say, and the cookie that forgets it. */
export function said(page: PageCx): { text: string; forget: string } | undefined {
  const given = cookieOf(page.rq, NAME)
  if (!given) return undefined
  try {
    return { text: decodeURIComponent(given), forget: `${NAME}=; ${attributes(page, 0)}` }
  } catch {
    return undefined
  }
}
