// Regular expressions as somebody writes them, read only as far as is needed to refuse the dear ones and to find what every
// match must hold. Nothing here matches: that is done by git, in a process of its own with bounded time and memory.
import { invalid } from '../../kernel/errors.ts'

/** How often something may be repeated in all: a count inside a count is multiplied. */
const MOST_REPEATS = 1000

const COUNT = /^\{(\d{1,6})?(,)?(\d{1,6})?\}/
const BRACKET = /^\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/

/** Throws what is too dear: references to what was found before, and many repetitions. */
export function checkPattern(pattern: string): void {
  let repeats = 1
  walk(pattern, (kind, text) => {
    if (kind === 'escape' && /[1-9]/.test(text[1])) throw invalid('a regular expression cannot refer to what it found before')
    if (kind !== 'count') return
    const [, from, , to] = COUNT.exec(text)!
    repeats *= Math.max(1, Number(to ?? 0), Number(from ?? 0))
    if (repeats > MOST_REPEATS) throw invalid('a regular expression repeats too much')
  })
}

type Kind = 'letter' | 'escape' | 'bracket' | 'count' | 'repeat' | 'open' | 'close' | 'or' | 'other'

function walk(pattern: string, each: (kind: Kind, text: string) => void): void {
  const signs: Record<string, Kind> = { '(': 'open', ')': 'close', '|': 'or', '*': 'repeat', '+': 'repeat', '?': 'repeat', '.': 'other', '^': 'other', $: 'other' }
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at]
    const whole = char === '[' ? BRACKET.exec(pattern.slice(at)) : char === '{' ? COUNT.exec(pattern.slice(at)) : null
    const [kind, text]: [Kind, string] = char === '\\' ? ['escape', pattern.slice(at, at + 2)] : whole ? [char === '[' ? 'bracket' : 'count', whole[0]] : [signs[char] ?? 'letter', char]
    each(kind, text)
    at += Math.max(1, text.length)
  }
}

/** Texts that whatever matches must hold, all of them; none where that cannot be told. What stands in brackets of any kind is not looked into. */
export function literalsOf(pattern: string): string[] {
  const found: string[] = []
  let now = ''
  let depth = 0
  let sure = true
  const end = () => {
    if (now !== '') found.push(now)
    now = ''
  }
  walk(pattern, (kind, text) => {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    // a choice makes either side dispensable
    if (kind === 'or' && depth <= 0) sure = false
    const letter = kind === 'letter' ? text : kind === 'escape' && /^\\[^\w<>`']/.test(text) ? text[1] : undefined
    if (letter !== undefined && depth === 0) {
      now += letter
      return
    }
    // what may be repeated may be missing, and whatever follows is not next to it
    if ((kind === 'repeat' || kind === 'count') && depth === 0) now = [...now].slice(0, -1).join('')
    end()
  })
  end()
  return sure && depth === 0 ? found : []
}
