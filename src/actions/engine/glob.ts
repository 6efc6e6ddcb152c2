// Filter patterns of the workflow language: `*`, `**`, `?` and `+` (of the character before), `[a-z]`, `\` and `!`.
// Matched by stepping a set of states, never by going back, and with a limit on the steps of a whole list:
// patterns and names both come from anybody.

type Step =
  | { op: 'take', takes: (char: string) => boolean }
  | { op: 'fork', to: number[] }

export interface Fuel { left: number }
export interface Pattern { negative: boolean, test: (text: string, fuel?: Fuel) => boolean }

const maxLength = 1000
const maxSteps = 5_000_000

/** Compiles one pattern; returns a message if it is malformed. */
export function pattern(text: string): Pattern | string {
  const negative = text.startsWith('!')
  const body = negative ? text.slice(1) : text
  if (!body) return 'a pattern may not be empty'
  if (body.length > maxLength) return 'a pattern is too long'
  const program = compile([...body])
  if (typeof program === 'string') return `${program} in pattern ${text}`
  return { negative, test: (candidate, fuel = { left: maxSteps }) => run(program, candidate, fuel) }
}

function compile(chars: string[]): Step[] | string {
  const program: Step[] = []
  const fork = (...to: number[]) => program.push({ op: 'fork', to })
  const take = (takes: (char: string) => boolean) => program.push({ op: 'take', takes })
  // `?` and `+` bind to the one step that starts here
  let last = -1
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i]
    const here = program.length
    if (char === '*') {
      const double = chars[i + 1] === '*'
      while (chars[i + 1] === '*') i++
      if (double && chars[i + 1] === '/' && (here === 0 || chars[i - 2] === '/')) {
        // `**/` also stands for no folder at all
        i++
        fork(here + 1, here + 4)
        take(() => true)
        fork(here + 1, here + 3)
        take((c) => c === '/')
      } else {
        fork(here + 1, here + 3)
        take(double ? () => true : (c) => c !== '/')
        fork(here)
      }
      last = -1
    } else if (char === '?' || char === '+') {
      if (last < 0) return `nothing before ${char}`
      const repeated = program[last]
      if (char === '+') fork(last, here + 1)
      else {
        program[last] = { op: 'fork', to: [last + 1, last + 2] }
        program.push(repeated)
      }
      last = -1
    } else if (char === '[') {
      const end = chars.indexOf(']', i + 1)
      if (end < 0) return 'an open ['
      const takes = charClass(chars.slice(i + 1, end))
      if (!takes) return 'a bad range'
      last = here
      take(takes)
      i = end
    } else {
      if (char === '\\' && i + 1 === chars.length) return 'a lone \\'
      const wanted = char === '\\' ? chars[++i] : char
      last = here
      take((c) => c === wanted)
    }
  }
  return program
}

function charClass(chars: string[]): ((char: string) => boolean) | null {
  if (!chars.length) return null
  const ranges: [string, string][] = []
  for (let i = 0; i < chars.length; i++) {
    if (chars[i + 1] === '-' && i + 2 < chars.length) {
      if (chars[i] > chars[i + 2]) return null
      ranges.push([chars[i], chars[i + 2]])
      i += 2
    } else ranges.push([chars[i], chars[i]])
  }
  return (char) => ranges.some(([from, to]) => char >= from && char <= to)
}

function run(program: Step[], text: string, fuel: Fuel): boolean {
  fuel.left -= program.length
  if (fuel.left < 0) return false
  // The round in which a state was entered last; one more than there are steps, for the end.
  const seen = new Uint32Array(program.length + 1)
  let round = 1
  let states: number[] = []
  const enter = (into: number[], first: number) => {
    const open = [first]
    while (open.length) {
      const at = open.pop()!
      if (seen[at] === round) continue
      seen[at] = round
      into.push(at)
      const step = program[at]
      if (step?.op === 'fork') open.push(...step.to)
    }
  }
  enter(states, 0)
  for (const char of text) {
    fuel.left -= states.length
    if (fuel.left < 0) return false
    round++
    const next: number[] = []
    for (const at of states) {
      const step = program[at]
      if (step?.op === 'take' && step.takes(char)) enter(next, at + 1)
    }
    if (!next.length) return false
    states = next
  }
  return states.includes(program.length)
}

function compiled(patterns: string[]): Pattern[] {
  return patterns.map(pattern).filter((made) => typeof made !== 'string')
}

/** A `branches`, `tags` or `paths` list: some candidate is taken, the last pattern that matches it deciding. */
export function takes(patterns: string[], candidates: string[]): boolean {
  const list = compiled(patterns)
  const fuel = { left: maxSteps }
  const found = candidates.some((candidate) => {
    let taken = false
    for (const { negative, test } of list) if (taken === negative && test(candidate, fuel)) taken = !negative
    return taken
  })
  // More than can be looked at counts as taken: better a run too many than one that is missed.
  return found || fuel.left < 0
}

/** A `…-ignore` list: every candidate matches some pattern. */
export function ignores(patterns: string[], candidates: string[]): boolean {
  const list = compiled(patterns)
  const fuel = { left: maxSteps }
  return candidates.length > 0 && candidates.every((candidate) => list.some(({ test }) => test(candidate, fuel)))
}
