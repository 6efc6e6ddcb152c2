// Branch filters: `*` and `**` (anything), `?`, `[a-z]`, `[!a-z]`, `{main,release/*}`, `\`. Matched by stepping a set of
// states, never by going back: patterns and names both come from anybody.

type Takes = (char: string) => boolean
type Step = { takes: Takes } | { to: number[] }

const maxLength = 1000
const maxDepth = 10

/** Matches, or the reason why the pattern is none. */
export function glob(text: string): ((name: string) => boolean) | string {
  if (text.length > maxLength) return 'the pattern is too long'
  const chars = [...text]
  const program: Step[] = []
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
      while (chars[at] === '*') at++
      const here = program.length
      program.push({ to: [here + 1, here + 3] }, { takes: () => true }, { to: [here] })
      return undefined
    }
    if (char === '\\' && at === chars.length) return 'a lone \\'
    const wanted = char === '\\' ? chars[at++] : char
    program.push({ takes: char === '?' ? () => true : (one) => one === wanted })
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

  const problem = sequence(0)
  return problem ?? ((name) => matches(program, name))
}

function matches(program: Step[], name: string): boolean {
  const enter = (states: Set<number>, first: number) => {
    const open = [first]
    while (open.length > 0) {
      const at = open.pop()!
      if (states.has(at)) continue
      states.add(at)
      const step = program[at]
      if (step && 'to' in step) open.push(...step.to)
    }
  }
  let states = new Set<number>()
  enter(states, 0)
  for (const char of name) {
    const next = new Set<number>()
    for (const at of states) {
      const step = program[at]
      if (step && 'takes' in step && step.takes(char)) enter(next, at + 1)
    }
    states = next
  }
  return states.has(program.length)
}

/** Whether a hook with this filter hears of the ref: the name of its branch or tag, or the whole, must match. */
export function admits(filter: string, ref: string): boolean {
  if (filter === '' || filter === '*' || filter === '**') return true
  const test = glob(filter)
  return typeof test !== 'string' && (test(ref.replace(/^refs\/(heads|tags)\//, '')) || test(ref))
}
