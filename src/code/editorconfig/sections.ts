// The .editorconfig of a repository: which of its sections speak about a file, and what they say together.
import { glob } from '../../kernel/glob.ts'

/** at most; more is nobody's by hand */
const LINES = 5000
const RANGE = 1000

/** `{1..3}` written out; other braces are as in every pattern of ours. */
const widened = (pattern: string): string =>
  pattern.replace(/\{([+-]?\d{1,9})\.\.([+-]?\d{1,9})\}/g, (all, from: string, to: string) => {
    const [low, high] = [Number(from), Number(to)].sort((a, b) => a - b)
    return high - low > RANGE ? all : `{${Array.from({ length: high - low + 1 }, (_, i) => low + i).join(',')}}`
  })

function speaksOf(pattern: string, path: string): boolean {
  const rooted = pattern.includes('/')
  const test = glob(widened(pattern.replace(/^\//, '')), '/')
  if (typeof test === 'string') return false
  return test(rooted ? path : path.slice(path.lastIndexOf('/') + 1))
}

/** Keys and values in small letters; later lines win, `unset` takes back. */
export function settingsFor(text: string, path: string): Map<string, string> {
  const found = new Map<string, string>()
  let speaking = false
  for (const line of text.split(/\r?\n/).slice(0, LINES)) {
    const plain = line.trim()
    if (plain === '' || /^[#;]/.test(plain)) continue
    const section = /^\[(.*)\]$/.exec(plain)
    if (section) speaking = speaksOf(section[1], path)
    const pair = !section && speaking && /^([^=]+?)\s*=\s*(.*)$/.exec(plain)
    if (pair) found.set(pair[1].toLowerCase(), pair[2].toLowerCase())
  }
  for (const [key, value] of found) if (value === 'unset') found.delete(key)
  return found
}
