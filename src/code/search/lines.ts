// The lines of a file that hold what is looked for.
import { fold } from '../trigrams/fold.ts'
import { isBinary } from '../trigrams/pile.ts'
import type { Words } from './question.ts'

export interface Line {
  line: number
  text: string
}

const PER_FILE = 5
/** of a line, around what was found */
const SHOWN = 400
const BEFORE = 100

const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_]/u.test(char)

/** Where the words begin in a text, from a place on; -1 where they do not. */
export function indexOf(text: string, words: string, from: number, whole: boolean): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!whole || (!isLetter(text[at - 1]) && !isLetter(text[at + words.length]))) return at
  }
  return -1
}

const folded = (text: string, { exact }: Words) => (exact ? text : fold(text))

/** A part of a long line in which the words are seen. */
export function excerpt(line: string, words: Words): string {
  const text = line.replace(/\r$/, '')
  if (text.length <= SHOWN) return text
  const at = Math.max(0, indexOf(folded(text, words), folded(words.text, words), 0, words.word))
  const from = at + words.text.length <= SHOWN ? 0 : at - BEFORE
  return text.slice(from, from + SHOWN)
}

/** The same around a place that is told in bytes. */
export function around(line: string, bytes: number): string {
  const text = line.replace(/\r$/, '')
  if (text.length <= SHOWN) return text
  const at = Buffer.from(text).toString('utf8', 0, bytes).length
  return text.slice(at < SHOWN / 2 ? 0 : at - BEFORE).slice(0, SHOWN)
}

/** None for what is no text. */
export function linesOf(content: Buffer, words: Words): Line[] {
  if (isBinary(content)) return []
  const text = content.toString('utf8')
  const [where, what] = [folded(text, words), folded(words.text, words)]
  const found: Line[] = []
  let line = 1
  let counted = 0
  for (let at = indexOf(where, what, 0, words.word); at >= 0 && found.length < PER_FILE; ) {
    for (let end = where.indexOf('\n', counted); end >= 0 && end < at; end = where.indexOf('\n', counted)) {
      line++
      counted = end + 1
    }
    const end = where.indexOf('\n', at)
    // small letters may be longer, so that places in one text are not those in the other
    const shown = where.length === text.length ? text.slice(counted, end < 0 ? undefined : end) : text.split('\n', line)[line - 1]
    found.push({ line, text: excerpt(shown, words) })
    if (end < 0) break
    at = indexOf(where, what, end + 1, words.word)
  }
  return found
}
