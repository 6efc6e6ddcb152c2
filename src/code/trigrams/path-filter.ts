// Which files somebody wants to look through, by their paths.
import { languageOf } from '../content/languages.ts'

export interface PathFilter {
  /** a part of the path, or with stars a pattern: of the whole path if it holds a slash, else of the file's name */
  path?: string
  extension?: string
  language?: string
}

export interface PathTest {
  passes(path: string): boolean
  /** the work was too much, so that nothing passed from some path on */
  readonly spent: boolean
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Case does not count. `work`: characters of the pattern times those of the paths it is held against. */
export function filterOf({ path, extension, language }: PathFilter, work: number): PathTest {
  const tests: ((path: string) => boolean)[] = []
  let left = work
  const part = path?.toLowerCase().replace(/^\//, '')
  if (path && part !== undefined && /[*?]/.test(path)) {
    const test = wildcard(part)
    const whole = path.includes('/')
    tests.push((one) => {
      const held = whole ? one : nameOf(one)
      return (left -= held.length * part.length) >= 0 && test(held.toLowerCase())
    })
  } else if (path && part) tests.push(path.startsWith('/') ? (one) => one.toLowerCase().startsWith(part) : (one) => one.toLowerCase().includes(part))
  if (extension) {
    const end = `.${extension.toLowerCase().replace(/^\./, '')}`
    tests.unshift((one) => one.toLowerCase().endsWith(end))
  }
  if (language) {
    const wanted = language.toLowerCase()
    // by the name alone: where it lies says whether it counts for a repository, not what it is
    tests.unshift((one) => languageOf(nameOf(one))?.toLowerCase() === wanted)
  }
  return {
    passes: (one) => tests.every((test) => test(one)),
    get spent() {
      return left < 0
    },
  }
}

const STAR = 1
const ANYTHING = 2
const FOLDERS = 3
const ONE = 4
const SLASH = 47

/** `*` and `?` stay in a folder, `**` does not, and `**` with a slash behind it is any number of folders. Never goes back. */
export function wildcard(pattern: string): (text: string) => boolean {
  // kinds are small numbers, characters negative ones
  const steps: number[] = []
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '?') steps.push(ONE)
    else if (pattern[at] !== '*') steps.push(-pattern.charCodeAt(at))
    else if (pattern[at + 1] !== '*') steps.push(STAR)
    else {
      while (pattern[at + 1] === '*') at++
      const folders = pattern[at + 1] === '/' && (steps.length === 0 || steps.at(-1) === -SLASH)
      steps.push(folders ? FOLDERS : ANYTHING)
      if (folders) at++
    }
  }
  const end = steps.length
  return (text) => {
    let now = new Uint8Array(end + 1)
    let next = new Uint8Array(end + 1)
    now[0] = 1
    for (let i = 0; ; i++) {
      const begins = i === 0 || text.charCodeAt(i - 1) === SLASH
      for (let j = 0; j < end; j++) if (now[j] && (steps[j] === STAR || steps[j] === ANYTHING || (steps[j] === FOLDERS && begins))) now[j + 1] = 1
      if (i === text.length) return now[end] === 1
      const char = text.charCodeAt(i)
      next.fill(0)
      for (let j = 0; j < end; j++) {
        if (!now[j]) continue
        const step = steps[j]
        if (step === ANYTHING || step === FOLDERS || (step === STAR && char !== SLASH)) next[j] = 1
        else if (step === -char || (step === ONE && char !== SLASH)) next[j + 1] = 1
      }
      ;[now, next] = [next, now]
    }
  }
}
