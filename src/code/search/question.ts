// What somebody asks a search for: words, and which files of which repositories.
import { invalid } from '../../kernel/errors.ts'
import type { PathFilter } from '../trigrams/path-filter.ts'
import { checkPattern } from './pattern.ts'

export interface Words {
  text: string
  /** letters count as they are written */
  exact: boolean
  /** not as a part of a longer word */
  word: boolean
  /** a pattern rather than a text */
  regexp?: boolean
}

export interface Question extends Words {
  filter: PathFilter
  owner?: string
  repo?: string
}

export interface Given {
  q?: string
  path?: string
  extension?: string
  language?: string
  owner?: string
  repo?: string
  case?: boolean
  word?: boolean
  regexp?: boolean
}

const LONGEST = 200
/** more than the words take with all filters beside them */
export const LONGEST_WHOLE = 1000

const NAMES: Record<string, keyof Given> = { path: 'path', file: 'path', extension: 'extension', ext: 'extension', language: 'language', lang: 'language', owner: 'owner', user: 'owner', org: 'owner', repo: 'repo' }
const FILTER = /(?:^|\s+)(path|file|extension|ext|language|lang|owner|user|org|repo):("([^"]+)"|[^\s"]\S*)(?=\s|$)/gi

/** `read path:src language:go`: words and filters apart. Filters between quotation marks are words. */
export function parted(q: string): Given & { q: string } {
  const quoted = /^\s*"(.+)"\s*$/.exec(q)
  if (quoted && !quoted[1].includes('"')) return { q: FILTER.test(reset(quoted[1])) ? quoted[1] : q.trim() }
  const given: Given = {}
  const words = reset(q).replace(FILTER, (_all, name: string, plain: string, inner?: string) => {
    given[NAMES[name.toLowerCase()] as 'path'] = inner ?? plain
    return ''
  })
  return { ...given, q: words.trim() }
}

function reset(text: string): string {
  FILTER.lastIndex = 0
  return text
}

/** Throws where it is no question. */
export function asked(given: Given): Question {
  if ((given.q?.length ?? 0) > LONGEST_WHOLE) throw invalid(`q is a text of 1 to ${LONGEST} characters`)
  const { q: text, ...within } = parted(given.q ?? '')
  if (text === '' || text.length > LONGEST) throw invalid(`q is a text of 1 to ${LONGEST} characters`)
  const { path, extension, language, owner, repo } = { ...within, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')) } as Given
  const filter = { path, extension, language }
  for (const one of Object.values(filter)) if (one !== undefined && one.length > LONGEST) throw invalid(`a filter has at most ${LONGEST} characters`)
  if (given.regexp) checkPattern(text)
  return { text: text.replace(/[\0\r\n]/g, ' '), exact: given.case ?? false, word: given.word ?? false, ...(given.regexp ? { regexp: true } : {}), filter, owner, repo }
}
