// Full text, the same on both engines: texts are cut into words here, and a query asks for beginnings of words.
const MOST = 2000
const LONGEST = 48
/** what stands further down is not looked at */
const READ = 262_144
/** scripts written without spaces are cut letter by letter */
const pieces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}_])+/gu

/** The distinct words of a text, lower-case, each cut to a length at which it is still told apart. */
export function wordsOf(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.slice(0, READ).normalize('NFKC').toLowerCase().matchAll(pieces)) {
    found.add([...word].slice(0, LONGEST).join(''))
    if (found.size >= MOST) break
  }
  return [...found]
}

/** The words a query asks for; more than a few make no query narrower. */
export const queryWords = (query: string): string[] => wordsOf(query).slice(0, 8)
