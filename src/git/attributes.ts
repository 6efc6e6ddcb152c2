// What .gitattributes say of a path. Only what the server itself has to know: the value of one attribute, without macros.
import { glob, type Test } from '../kernel/glob.ts'

export interface AttributesFile {
  /** where it lies, without slashes at the ends; empty is the root */
  folder: string
  text: string
}

const MOST_LINES = 2000
/** Characters of patterns times characters of paths: beyond it, the rest of the rules is left aside. */
const MOST_WORK = 500_000

interface Rule {
  folder: string
  pattern: string
  test?: Test
  value: string | boolean | undefined
}

/** For each path the value (true when merely set), false when unset, undefined when nothing is said. Later lines win, and files given later. */
export function attributeOf(files: readonly AttributesFile[], paths: readonly string[], name: string): (string | boolean | undefined)[] {
  const rules = files.flatMap((file) => rulesOf(file, name))
  let left = MOST_WORK
  return paths.map((path) => {
    let found: string | boolean | undefined
    for (const rule of rules) {
      const { folder, pattern, value } = rule
      const inside = folder === '' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
      if (inside === undefined || (left -= pattern.length * inside.length) < 0) continue
      if ((rule.test ??= testOf(pattern))(inside)) found = value
    }
    return found
  })
}

function rulesOf({ folder, text }: AttributesFile, name: string): Rule[] {
  return text.split('\n', MOST_LINES).flatMap((line): Rule[] => {
    const parsed = /^[ \t]*("(?:[^"\\]|\\.)*"|[^\s"#[]\S*|\[(?!attr\])\S*)[ \t]+(.*)$/.exec(line.replace(/\r$/, ''))
    // git refuses patterns that begin with an exclamation mark
    if (!parsed || parsed[1].startsWith('!')) return []
    const said = valueIn(parsed[2], name)
    return said ? [{ folder, pattern: plain(parsed[1]), value: said.value }] : []
  })
}

/** The last word on an attribute; `!name` takes back what was said before. */
function valueIn(words: string, name: string): { value: string | boolean | undefined } | undefined {
  let found: { value: string | boolean | undefined } | undefined
  for (const word of words.split(/[ \t]+/)) {
    if (word === name) found = { value: true }
    else if (word === `-${name}`) found = { value: false }
    else if (word === `!${name}`) found = { value: undefined }
    else if (word.startsWith(`${name}=`)) found = { value: word.slice(name.length + 1) }
  }
  return found
}

const plain = (pattern: string) => (pattern.startsWith('"') ? pattern.slice(1, -1).replace(/\\(["\\])/g, '$1') : pattern)

/** A pattern without a slash is a name in any folder, one with a slash begins where the file lies. */
function testOf(pattern: string): Test {
  const anywhere = !pattern.includes('/')
  const parts = pattern.replace(/^\//, '').split('/').map((part) => (part === '**' ? part : part.replace(/\*{2,}/g, '*').replace(/[{}]/g, '\\$&')))
  // `**` between slashes is any number of folders, none included
  const joined = parts.join('/').replace(/^\*\*\//, '{,**/}').replace(/(?:\/\*\*)+\//g, '{/,/**/}')
  const test = glob(joined, '/')
  if (typeof test === 'string') return () => false
  return anywhere ? (path) => test(path.slice(path.lastIndexOf('/') + 1)) : test
}
