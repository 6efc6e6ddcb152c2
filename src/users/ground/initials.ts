// A picture for those who have uploaded none: their initials on a colour. The name of the picture carries all that it shows,
// so that it can be drawn without looking anybody up: 32 digits that choose the colours, then two letters of four digits each.
import { createHash } from 'node:crypto'

/** From dark to less dark; white is read on each of them. */
const grounds = [
  ['#3f51c9', '#5468e0'], ['#1d5f98', '#2b7cc0'], ['#0b6b6f', '#13888c'], ['#1a7040', '#278a53'], ['#55691c', '#6c8426'], ['#855300', '#a46a0c'],
  ['#9a4a00', '#b85f10'], ['#b3261e', '#cc4138'], ['#a3217a', '#c03a95'], ['#8432a8', '#9f4cc4'], ['#6a3fb5', '#8257cf'], ['#44506b', '#5d6b8a'],
] as const

const letter = /^[\p{L}\p{N}]$/u
/** Scripts whose single letters are words already. */
const whole = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u

/** One or two letters: of the first and last word of a full name, or of the parts of a login. */
export function initialsOf(name: string, fullName = ''): string {
  const words = (fullName.trim() || name.replace(/([a-z])([A-Z])/g, '$1 $2')).split(/[^\p{L}\p{N}]+/u).map((word) => [...word].filter((one) => letter.test(one) && one.length === 1)).filter((word) => word.length > 0)
  if (words.length === 0) return ''
  const first = words[0][0].toLocaleUpperCase('en')
  const second = words.length > 1 ? words.at(-1)![0].toLocaleUpperCase('en') : ''
  return [first, whole.test(first) ? '' : second].filter((one) => one.length === 1).join('')
}

/** The name of the picture for `seed` with these letters. */
export function initialsHash(seed: string, letters: string): string {
  const digits = [0, 1].map((at) => (letters.charCodeAt(at) || 0).toString(16).padStart(4, '0')).join('')
  return createHash('sha256').update(seed).digest('hex').slice(0, 32) + digits
}

/** The picture behind such a name; undefined when it carries no letters. */
export function initialsPicture(hash: string): string | undefined {
  if (hash.length !== 40) return undefined
  const letters = [hash.slice(32, 36), hash.slice(36)].map((digits) => String.fromCharCode(parseInt(digits, 16))).filter((one) => one !== '\0')
  if (letters.length === 0 || !letters.every((one) => letter.test(one))) return undefined
  const [dark, light] = grounds[parseInt(hash.slice(0, 8), 16) % grounds.length]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs><rect width="64" height="64" fill="url(#g)"/><text x="32" y="33" fill="#fff" font-family="system-ui, 'Segoe UI', 'Noto Sans', Arial, sans-serif" font-size="${letters.length === 1 ? 32 : 27}" font-weight="600" text-anchor="middle" dominant-baseline="central">${letters.join('')}</text></svg>`
}
