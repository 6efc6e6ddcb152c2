// Patterns of names: `*`, `**`, `?`, `[a-z]`, `[!a-z]`, `{main,release/*}`, `\`. `*` and `?` stop at the separators, `**` does not.
import { matches, type Step } from './states.ts'

export type Test = (text: string) => boolean

const maxLength = 1000
const maxDepth = 10

/** Matches, or the reason why the pattern is none. */
export function glob(text: string, separators = ''): Test | string {
  if (text.length > maxLength) return 'the pattern is too long'
  const chars = [...text]
  const program: Step[] = []
  const anything = () => true
  const inside = separators === '' ? anything : (char: string) => !separators.includes(char)
  let at = 0

  /** Appends steps up to the end, or to the `,` or `}` that ends an alternative. */
  function sequence(depth: number): string | undefined {
    while (at < chars.length) {
      const char = chars[at]
      if (depth > 0 && (char === ',' || char === '}')) return undefined
      at++
      const problem = char === '{' ? alternatives(depth + 1) : char === '[' ? oneOf() : single(char)
      if (problem) return problem
    }
    return depth > 0 ? 'an open {' : undefined
  }

  function single(char: string): string | undefined {
    if (char === '*') {
      const crosses = chars[at] === '*'
      while (chars[at] === '*') at++
      const here = program.length
      program.push({ to: [here + 1, here + 3] }, { takes: crosses ? anything : inside }, { to: [here] })
      return undefined
    }
    if (char === '\\' && at === chars.length) return 'a lone \\'
    const wanted = char === '\\' ? chars[at++] : char
    program.push({ takes: char === '?' ? inside : (one) => one === wanted })
    return undefined
  }

  function oneOf(): string | undefined {
    const negative = chars[at] === '!' || chars[at] === '^'
    const from = negative ? at + 1 : at
    const end = chars.indexOf(']', from + 1)
    if (end < 0) return 'an open ['
    const ranges: [string, string][] = []
    for (let i = from; i < end; i++) {
      const ranged = chars[i + 1] === '-' && i + 2 < end
      ranges.push([chars[i], chars[ranged ? i + 2 : i]])
      if (ranged) i += 2
    }
    if (ranges.some(([low, high]) => low > high)) return 'a bad range'
    at = end + 1
    program.push({ takes: (char) => ranges.some(([low, high]) => char >= low && char <= high) !== negative })
    return undefined
  }

  function alternatives(depth: number): string | undefined {
    if (depth > maxDepth) return 'too many { inside each other'
    const fork: { to: number[] } = { to: [] }
    const ends: { to: number[] }[] = []
    program.push(fork)
    for (;;) {
      fork.to.push(program.length)
      const problem = sequence(depth)
      if (problem) return problem
      const end = { to: [] }
      ends.push(end)
      program.push(end)
      if (chars[at++] === '}') break
    }
    for (const end of ends) end.to.push(program.length)
    return undefined
  }

  return sequence(0) ?? ((name) => matches(program, name))
}
