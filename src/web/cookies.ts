// Every cookie of ours is for this site alone and for no script.
import type { PageCx } from './page.ts'

/** `value` is ours or encoded; with seconds it outlives the browser, with 0 it goes. */
export const cookie = ({ root }: Pick<PageCx, 'root'>, name: string, value: string, seconds?: number) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${seconds === undefined ? '' : `; Max-Age=${seconds}`}${root.startsWith('https:') ? '; Secure' : ''}`

export const YEAR = 31_536_000
