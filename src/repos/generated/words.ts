// The words a template's files may hold for what is known only when a repository is made from it.
import { glob, type Test } from '../../kernel/glob.ts'
import { tree } from '../../git/index.ts'

export interface Named {
  name: string
  description: string
  owner: string
  link: string
  https: string
  ssh: string
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter(Boolean)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const pascal = (text: string) => wordsOf(text).map(capital).join('')

/** the same name as other places would write it */
const forms: Record<string, (text: string) => string> = {
  '': (text) => text,
  _SNAKE: (text) => wordsOf(text).join('_').toLowerCase(),
  _KEBAB: (text) => wordsOf(text).join('-').toLowerCase(),
  _CAMEL: (text) => pascal(text).replace(/^./, (first) => first.toLowerCase()),
  _PASCAL: pascal,
  _LOWER: (text) => text.toLowerCase(),
  _UPPER: (text) => text.toUpperCase(),
  _TITLE: (text) => text.replace(/(^|[^\p{L}\p{N}])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
}

export function values(repo: Named, template: Named, now: number): Map<string, string> {
  const date = new Date(now * 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const found = new Map([['YEAR', String(date.getUTCFullYear())], ['MONTH', two(date.getUTCMonth() + 1)], ['MONTH_ENGLISH', MONTHS[date.getUTCMonth()]], ['DAY', two(date.getUTCDate())]])
  for (const [prefix, one] of [['REPO', repo], ['TEMPLATE', template]] as const) {
    for (const [suffix, form] of Object.entries(forms)) found.set(`${prefix}_NAME${suffix}`, form(one.name)).set(`${prefix}_OWNER${suffix}`, form(one.owner))
    found.set(`${prefix}_DESCRIPTION`, one.description).set(`${prefix}_LINK`, one.link).set(`${prefix}_HTTPS_URL`, one.https).set(`${prefix}_SSH_URL`, one.ssh)
  }
  return found
}

/** `$WORD` and `${WORD}`; what is no word of ours stays. */
export const filled = (text: string, words: Map<string, string>): string =>
  text.replace(/\$(?:\{([A-Z_]+)\}|([A-Z_]+))/g, (all, braced?: string, bare?: string) => words.get((braced ?? bare)!) ?? all)

/** A path whose words are filled in; the old one where that would lead elsewhere. */
export function filledPath(path: string, words: Map<string, string>): string {
  // oxlint-disable-next-line no-control-regex
  const safe = new Map([...words].map(([word, value]) => [word, value.replace(/[\x00-\x1f\x7f/\\]+/g, '_')]))
  const made = filled(path, safe)
  return tree.validPath(made) ? made : path
}

/** Which files the list of a template names; lines that are no patterns name none. */
export function chosen(list: string): Test {
  const tests = list.split(/\r?\n/).map((line) => line.trim()).filter((line) => line && !line.startsWith('#')).map((line) => glob(line, '/')).filter((one) => typeof one !== 'string')
  return (path) => tests.some((test) => test(path))
}
