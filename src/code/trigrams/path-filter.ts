// Which files somebody wants to look through, by their paths.
import { glob } from '../../kernel/glob.ts'
import { languageOf } from '../content/languages.ts'

export interface PathFilter {
  /** a part of the path, or with stars a pattern: of the whole path if it holds a slash, else of the file's name */
  path?: string
  extension?: string
  language?: string
}

/** What is wrong with a filter, or null. */
export function wrongWith({ path }: PathFilter): string | null {
  const test = path !== undefined && /[*?]/.test(path) ? glob(path.replace(/^\//, ''), '/') : null
  return typeof test === 'string' ? test : null
}

export function filterOf({ path, extension, language }: PathFilter): (path: string) => boolean {
  const tests: ((path: string) => boolean)[] = []
  if (path !== undefined && /[*?]/.test(path)) {
    const test = glob(path.replace(/^\//, ''), '/')
    if (typeof test === 'string') return () => false
    tests.push(path.includes('/') ? test : (one) => test(one.slice(one.lastIndexOf('/') + 1)))
  } else if (path) {
    const part = path.toLowerCase().replace(/^\//, '')
    tests.push(path.startsWith('/') ? (one) => one.toLowerCase().startsWith(part) : (one) => one.toLowerCase().includes(part))
  }
  if (extension) {
    const end = `.${extension.toLowerCase().replace(/^\./, '')}`
    tests.push((one) => one.toLowerCase().endsWith(end))
  }
  if (language) {
    const wanted = language.toLowerCase()
    // by the name alone: where it lies says whether it counts for a repository, not what it is
    tests.push((one) => languageOf(one.slice(one.lastIndexOf('/') + 1))?.toLowerCase() === wanted)
  }
  return (one) => tests.every((test) => test(one))
}
